//! What is wanted: a goal's sentence cut into what to do, to what, with which value, and where.

use super::asking::plainly;
use super::sentence::{Token, Verb, done_to, is_article, is_device, is_kind, is_page, is_place_word, tokens, verb};
use super::words::{is_function_word, stem, words};

/// A goal, read.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Goal {
    /// What must come about, in order. A goal that says nothing has none.
    pub(super) ends: Vec<End>,
    /// Where to do it, as far as the goal says: "in the Display page".
    pub(super) place: Phrase,
}

/// One thing that must come about.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct End {
    pub(super) intent: Intent,
    pub(super) object: Phrase,
    /// What the object is set to, or the text to type.
    pub(super) value: Phrase,
    /// The whole clause in stems, without articles before it.
    pub(super) said: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intent {
    /// Turn something on or off.
    Switch(bool),
    /// Give a setting a value.
    Choose,
    /// Open a page.
    Visit,
    /// Bring something into sight.
    Show,
    /// Put text into a field.
    Write,
    /// Look for a text.
    Search,
    /// A verb that means nothing here.
    Other,
}

impl Intent {
    /// What is wanted of who must not do this.
    fn refused(self) -> Self {
        match self {
            Self::Switch(on) => Self::Switch(!on),
            Self::Show | Self::Other => Self::Switch(false),
            Self::Choose | Self::Visit | Self::Write | Self::Search => Self::Other,
        }
    }
}

/// Words that belong together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Phrase {
    pub(super) terms: Vec<Term>,
}

/// A word of the goal and how much it matters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub(super) word: String,
    pub(super) stem: String,
    pub(super) weight: f64,
}

impl Phrase {
    /// The name of something, all of which matters.
    pub(super) fn of(stems: &[String]) -> Self {
        let term = |stem: &String| Term { word: stem.clone(), stem: stem.clone(), weight: 1.0 };
        Self { terms: stems.iter().map(term).collect() }
    }

    /// "A and B" as two, if that is what it is.
    pub(super) fn halves(&self) -> Option<[Self; 2]> {
        let at = self.terms.iter().position(|term| term.word == "and")?;
        let (one, other) = (self.terms.get(..at)?, self.terms.get(at + 1..)?);
        let halves = [one, other].map(|terms| Self { terms: terms.to_vec() });
        halves.iter().all(|half| !half.is_empty()).then_some(halves)
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.terms.iter().any(|term| term.weight >= MATTER)
    }
}

/// From this weight on a word is matter, below it grammar or a mere kind of thing.
const MATTER: f64 = 0.3;

/// Weight of a kind of thing after its name: as good as none.
const KIND: f64 = 0.02;

impl Goal {
    /// Reads a goal. `app` is the label of the app that the goal names, which is no part of what is wanted there.
    pub(super) fn read(text: &str, app: Option<&str>) -> Self {
        let mut goal = Self::default();
        for clause in clauses(&plainly(tokens(text))) {
            let (end, place) = clause_of(&clause, app);
            goal.place.terms.extend(place.terms);
            goal.ends.extend(end);
        }
        // "Open the Display page and turn on ...": the way, not the end.
        while goal.ends.len() > 1 && matches!(goal.ends[0].intent, Intent::Visit | Intent::Show) {
            goal.place.terms.extend(goal.ends.remove(0).object.terms);
        }
        // "... and open it": the result of what went before.
        let pointless = |end: &End| end.object.is_empty() && end.value.is_empty();
        let mut ends: Vec<End> = Vec::with_capacity(goal.ends.len());
        for mut end in goal.ends {
            if let Some(before) = ends.last().filter(|_| pointless(&end)) {
                let thing = if before.value.is_empty() { &before.object } else { &before.value };
                end.object = thing.clone();
                // "The light is too dim, change it": what only led up to this.
                if before.intent == Intent::Other {
                    ends.pop();
                }
            }
            ends.push(end);
        }
        goal.ends = ends;
        goal
    }
}

/// A new clause begins with a verb at the start, after a break, "and" or "then", or where none has been before.
fn clauses(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut clauses: Vec<Vec<Token>> = vec![Vec::new()];
    for token in tokens {
        let Some(clause) = clauses.last_mut() else { break };
        let joined = clause.last().is_some_and(|last| matches!(last.word.as_str(), "and" | "then"));
        let open = joined || token.after_break || matches!(clause.last().map(|l| l.word.as_str()), Some("to"));
        let has_verb = clause.iter().any(|token| !token.quoted && verb(&token.word).is_some());
        if !token.quoted && verb(&token.word).is_some() && open && (joined || token.after_break || !has_verb) {
            clauses.push(vec![token.clone()]);
        } else {
            clause.push(token.clone());
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    clauses
}

fn clause_of(clause: &[Token], app: Option<&str>) -> (Option<End>, Phrase) {
    let mut rest: Vec<Token> = clause.to_vec();
    let refused = rest.iter().any(|token| token.refused);
    let asked = asked_for(&rest);
    // Before the verb stands the place, "In Settings, turn on ...", or what something is to be done to.
    let lead: Vec<Token> = rest.drain(..asked.map_or(0, |(at, _)| at)).collect();
    let asked = asked.map(|(_, asked)| asked);
    let said = if asked.is_some() { rest.remove(0).word } else { String::new() };
    let on = take_polarity(&mut rest, asked);
    let quoted = rest.iter().any(|token| token.quoted);
    let asks_whether = rest.first().is_some_and(|token| matches!(token.word.as_str(), "whether" | "if"));
    let names_a_role = rest.iter().any(|token| !token.quoted && token.word == "as");
    let intent = match (asked, on) {
        (Some(Verb::Show), _) if asks_whether => Intent::Show,
        (Some(Verb::Enable), None) if said == "use" && names_a_role => Intent::Choose,
        (Some(Verb::Enable), _) => Intent::Switch(true),
        (Some(Verb::Disable), _) => Intent::Switch(false),
        (_, Some(on)) => Intent::Switch(on),
        (Some(Verb::Turn | Verb::Choose), None) => Intent::Choose,
        (Some(Verb::Visit), None) if quoted && said == "enter" => Intent::Write,
        (Some(Verb::Visit), None) => Intent::Visit,
        // Who wants to find a page wants to be there.
        (Some(Verb::Show), None) if rest.iter().any(|token| !token.quoted && is_page(&token.word)) => Intent::Visit,
        (Some(Verb::Show), None) => Intent::Show,
        (Some(Verb::Write | Verb::Rename), None) => Intent::Write,
        (Some(Verb::Search), None) => Intent::Search,
        (None, None) => Intent::Other,
    };
    let intent = if refused { intent.refused() } else { intent };
    let mut sections = Sections::default();
    sections.read(&lead, Intent::Other);
    sections.read(&rest, intent);
    if asked == Some(Verb::Rename) {
        sections.object.push(Token { word: "name".into(), quoted: false, after_break: false, refused: false });
    }
    if intent == Intent::Choose && sections.value.is_empty() {
        sections.find_value(said == "make");
    }
    let Sections { mut object, mut value, place, .. } = sections;
    let (object_at_end, place) = (phrase(&object, app), phrase(&place, app));
    match intent {
        // "Type X into the field": X is typed.
        Intent::Write if value.is_empty() && asked != Some(Verb::Rename) => std::mem::swap(&mut object, &mut value),
        Intent::Search if value.is_empty() => std::mem::swap(&mut object, &mut value),
        _ => {}
    }
    let end = End {
        intent,
        object: phrase(&object, app),
        value: if value.iter().any(|token| token.quoted) {
            phrase(&value.into_iter().filter(|token| token.quoted).collect::<Vec<_>>(), None)
        } else {
            phrase(&value, None)
        },
        said: phrase(clause, None).terms.into_iter().map(|term| term.stem).collect(),
    };
    let says_nothing = intent == Intent::Other && asked.is_none() && object_at_end.is_empty();
    (if says_nothing { None } else { Some(end) }, place)
}

/// Where the verb stands, and what it asks for.
fn asked_for(clause: &[Token]) -> Option<(usize, Verb)> {
    let word = |index: usize| clause.get(index).filter(|token| !token.quoted).map_or("", |token| token.word.as_str());
    let done = (1..clause.len()).find_map(|at| {
        let is_done =
            matches!(word(at - 1), "be" | "is" | "are" | "get" | "gets") || matches!(word(at + 1), "on" | "off");
        done_to(word(at)).filter(|_| is_done).map(|asked| (at, asked))
    });
    done.or_else(|| (0..clause.len().min(4)).find_map(|at| verb(word(at)).map(|asked| (at, asked))))
}

/// Takes "on" or "off" out of the words, where it is no preposition.
fn take_polarity(rest: &mut Vec<Token>, asked: Option<Verb>) -> Option<bool> {
    let at = rest.iter().enumerate().position(|(index, token)| {
        let next = rest.get(index + 1).map(|token| token.word.as_str());
        let turned = index == 0 && asked == Some(Verb::Turn);
        let set = index > 0 && matches!(rest[index - 1].word.as_str(), "to" | "is" | "be");
        let last = next.is_none_or(is_place_word) || rest.get(index + 1).is_some_and(|token| token.after_break);
        !token.quoted && matches!(token.word.as_str(), "on" | "off") && (turned || set || last)
    })?;
    let on = rest.remove(at).word == "on";
    if at > 0 && rest[at - 1].word == "to" {
        rest.remove(at - 1);
    }
    Some(on)
}

#[derive(Debug, Default)]
struct Sections {
    object: Vec<Token>,
    value: Vec<Token>,
    place: Vec<Token>,
}

impl Sections {
    fn read(&mut self, tokens: &[Token], intent: Intent) {
        #[derive(Clone, Copy)]
        enum Into {
            Object,
            Value,
            Place,
        }
        let mut section = Into::Object;
        for (index, token) in tokens.iter().enumerate() {
            let next_is_number =
                tokens.get(index + 1).is_some_and(|next| next.word.bytes().all(|b| b.is_ascii_digit()));
            let takes_value = matches!(intent, Intent::Choose | Intent::Write);
            match token.word.as_str() {
                _ if token.quoted => {}
                "to" if takes_value => {
                    section = Into::Value;
                    continue;
                }
                "for" if intent == Intent::Search || (takes_value && next_is_number) => {
                    section = Into::Value;
                    continue;
                }
                // "Choose X for Y", "use X as Y": what stood there was the value.
                "for" | "as" if intent == Intent::Choose && self.value.is_empty() && !self.object.is_empty() => {
                    self.value = std::mem::take(&mut self.object);
                    section = Into::Object;
                    continue;
                }
                word if is_place_word(word) => {
                    section = Into::Place;
                    continue;
                }
                "and" | "then" if index + 1 == tokens.len() => continue,
                _ => {}
            }
            match section {
                Into::Object => self.object.push(token.clone()),
                Into::Value => self.value.push(token.clone()),
                Into::Place => self.place.push(token.clone()),
            }
        }
    }
}

impl Sections {
    /// A value that no word announces: "set the pace 5 minutes", and, with a verb that joins two things, "make the pace
    /// slow".
    fn find_value(&mut self, joins: bool) {
        let is_number = |token: &Token| token.word.bytes().all(|byte| byte.is_ascii_digit());
        let named = |at: &usize| self.object[..*at].iter().any(|token| weight(&token.word) >= 1.0);
        let number = self.object.iter().position(is_number).filter(named);
        let last = self.object.len().checked_sub(1).filter(|at| joins && *at > 0);
        if let Some(at) = number.or(last) {
            self.value = self.object.split_off(at);
        }
    }
}

/// Weighs the words of a phrase. The words of the app's own name go: one looks for nothing by them inside the app.
fn phrase(tokens: &[Token], app: Option<&str>) -> Phrase {
    let mut kept: Vec<&Token> = tokens.iter().collect();
    let app = app.map(words).unwrap_or_default();
    if !app.is_empty()
        && let Some(at) = kept.windows(app.len()).position(|run| run.iter().zip(&app).all(|(t, word)| t.word == *word))
    {
        kept.drain(at..at + app.len());
    }
    while kept.first().is_some_and(|token| (is_article(&token.word) || asks_for_words(&token.word)) && !token.quoted) {
        kept.remove(0);
    }
    // "The page about X", "the list of X".
    if let [kind, joint, _, ..] = kept.as_slice()
        && is_kind(&kind.word)
        && matches!(joint.word.as_str(), "about" | "for" | "of" | "with" | "called" | "named")
        && !kind.quoted
    {
        kept.drain(..2);
    }
    // "X of this phone", "X that the phone has".
    let is_name = |kept: &[&Token]| kept.iter().any(|token| token.quoted || weight(&token.word) >= 1.0);
    while let [before @ .., last] = kept.as_slice()
        && !last.quoted
        && (!before.is_empty() && is_function_word(&last.word) || is_device(&last.word) && is_name(before))
    {
        kept.pop();
    }
    let mut terms: Vec<Term> = kept
        .iter()
        .map(|token| Term {
            word: token.word.clone(),
            stem: stem(&token.word),
            weight: if token.quoted { 1.0 } else { weight(&token.word) },
        })
        .collect();
    // A kind of thing after its name: "the Battery page".
    let matter = |terms: &[Term]| terms.iter().any(|term| term.weight >= MATTER);
    for index in (1..terms.len()).rev() {
        if kept[index].quoted || !is_kind(&kept[index].word) || !matter(&terms[..index]) {
            break;
        }
        terms[index].weight = KIND;
    }
    if terms.len() == 1 && !kept[0].quoted && is_kind(&kept[0].word) && !app.is_empty() {
        // "the Settings app": nothing but the app is meant.
        terms[0].weight = KIND;
    }
    Phrase { terms }
}

/// "Tell me what ...", "find out which ...", "look up ...": before the thing itself.
fn asks_for_words(word: &str) -> bool {
    matches!(word, "me" | "us" | "to" | "what" | "which" | "where" | "how" | "out" | "up" | "for" | "all" | "both")
}

/// How much a word matters.
pub(super) fn weight(word: &str) -> f64 {
    match word {
        word if is_device(word) => 0.3,
        word if is_function_word(word) => 0.1,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn matter(phrase: &Phrase) -> Vec<&str> {
        phrase.terms.iter().filter(|term| term.weight >= 0.5).map(|term| term.stem.as_str()).collect()
    }

    #[rstest]
    #[case("Turn on dark theme in Android Settings.", Intent::Switch(true), &["dark", "them"], &[], &[])]
    #[case("In Settings, switch the hotspot off.", Intent::Switch(false), &["hotspot"], &[], &[])]
    #[case("Disable mobile data on the Network page of Settings", Intent::Switch(false), &["mobil", "data"], &[], &["network"])]
    #[case("Set the screen timeout to 10 minutes", Intent::Choose, &["screen", "timeout"], &["10", "minut"], &[])]
    #[case("Set airplane mode to off", Intent::Switch(false), &["airplan"], &[], &[])]
    #[case("Choose Never for the screen timeout", Intent::Choose, &["screen", "timeout"], &["nev"], &[])]
    #[case("Open the Battery page in Settings", Intent::Visit, &["battery"], &[], &[])]
    #[case("Go to Display and turn on night light", Intent::Switch(true), &["night", "light"], &[], &["display"])]
    #[case("Search for wifi calling in Settings", Intent::Search, &[], &["wifi", "call"], &[])]
    #[case("Type \"hello world\" into the search field", Intent::Write, &[], &["hello", "world"], &["search", "field"])]
    #[case("Rename the printer to Otto", Intent::Write, &["printer", "nam"], &["otto"], &[])]
    #[case("I want to see the storage", Intent::Show, &["storag"], &[], &[])]
    #[case("Make sure that the hotspot is off", Intent::Switch(false), &["hotspot"], &[], &[])]
    #[case("The hotspot should be turned off, please", Intent::Switch(false), &["hotspot"], &[], &[])]
    #[case("I don't want to hear key tones any more", Intent::Switch(false), &["key", "ton"], &[], &[])]
    #[case("Never allow unknown callers", Intent::Switch(false), &["unknown", "caller"], &[], &[])]
    #[case("Could you set the pace to 5 minutes?", Intent::Choose, &["pac"], &["5", "minut"], &[])]
    #[case("Set the pace 5 minutes", Intent::Choose, &["pac"], &["5", "minut"], &[])]
    #[case("Use Brisk as the pace", Intent::Choose, &["pac"], &["brisk"], &[])]
    #[case("Make the pace brisk", Intent::Choose, &["pac"], &["brisk"], &[])]
    #[case("Open the page about lamps", Intent::Visit, &["lamp"], &[], &[])]
    #[case("Tell me which firmware version this phone has", Intent::Show, &["firmwar", "version"], &[], &[])]
    #[case("Check whether the hotspot is on", Intent::Show, &["hotspot"], &[], &[])]
    #[case("I'd prefer the hotspot, could you activate it?", Intent::Switch(true), &["hotspot"], &[], &[])]
    fn a_goal_says_what_to_do_to_what(
        #[case] text: &str,
        #[case] intent: Intent,
        #[case] object: &[&str],
        #[case] value: &[&str],
        #[case] place: &[&str],
    ) {
        let goal = Goal::read(text, Some("Settings"));
        let end = goal.ends.last().unwrap();
        assert_eq!(end.intent, intent);
        let want = |stems: &[&str]| stems.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        assert_eq!(matter(&end.object), want(object).iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(matter(&end.value).len(), value.len());
        assert_eq!(matter(&goal.place), place);
    }

    #[test]
    fn two_ends_are_kept_in_order() {
        let goal = Goal::read("Turn on night light and turn off the hotspot.", None);
        let intents: Vec<Intent> = goal.ends.iter().map(|end| end.intent).collect();
        assert_eq!(intents, [Intent::Switch(true), Intent::Switch(false)]);
    }

    #[test]
    fn it_is_what_was_spoken_of_before() {
        let goal = Goal::read("Search for night light and open it.", None);
        assert_eq!(matter(&goal.ends[1].object), ["night", "light"]);
    }

    #[test]
    fn a_goal_of_nothing_but_an_app_has_no_object() {
        assert!(Goal::read("Open the Settings app.", Some("Settings")).ends[0].object.is_empty());
    }

    #[test]
    fn an_empty_goal_has_no_ends() {
        assert!(Goal::read(" . ", None).ends.is_empty());
    }
}
