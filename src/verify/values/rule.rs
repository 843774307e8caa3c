//! The rule for one value, as a verifier writes it and as it judges.

use regex::{Regex, RegexBuilder};

use super::normaliser::{Normaliser, WORDS};
use super::range::Range;
use crate::event::Verdict;
use crate::plain::printable;
use crate::spec::schema::{Key, Shape};
use crate::spec::{Fault, Node, decode, quote, suggest};

/// The keys of a [`Rule`].
pub(in crate::verify) const VALUE: &[&str] = &["is", "one_of", "contains", "matches", "range", "normalize"];

/// What [`VALUE`] means.
pub(in crate::verify) const VALUE_KEYS: &[Key] = &[
    Key::new("is", Shape::Text, "The value is this."),
    Key::new("one_of", Shape::List(&Shape::Text, 1), "The value is one of these."),
    Key::new("contains", Shape::Text, "The value has this somewhere in it."),
    Key::new("matches", Shape::Text, "A regular expression that describes the whole value."),
    Key::new("range", RANGE, "The value lies between these, both included: numbers, lengths of time or times of day."),
    Key::new("normalize", Shape::List(&Shape::Words(WORDS), 0), "What is made alike before values are compared."),
];

const RANGE: Shape = Shape::Any(&[
    Shape::Map(&[&[
        Key::new("min", Shape::Text, "No less than this: `40`, `5m`, `07:30`."),
        Key::new("max", Shape::Text, "No more than this."),
    ]]),
    Shape::List(&Shape::Text, 2),
]);

/// Characters of a text that is wanted, and texts in a list of them: nobody writes more by hand.
const LONGEST: usize = 10_000;
const MOST: usize = 200;
/// Characters of a regular expression, and bytes of what it is compiled to.
const LONGEST_REGEX: usize = 1_000;
const REGEX_SIZE: usize = 1 << 20;
/// Bytes of a value that a regular expression is tried on. The time it takes is that of both multiplied, and nothing
/// stops it on the way.
const LONGEST_TRIED: usize = 64 << 10;

/// What is wanted of a value.
#[derive(Debug, Clone)]
enum Wanted {
    Is(String),
    OneOf(Vec<String>),
    Contains(String),
    Matches(Regex),
    Range(Range),
}

/// The rule for one value.
#[derive(Debug, Clone)]
pub(in crate::verify) struct Rule {
    wanted: Wanted,
    normalize: Vec<Normaliser>,
    /// What is wanted in words, as it was written.
    words: String,
}

/// What a rule says of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::verify) struct Judged {
    /// Whether it is right; inconclusive where that can't be told.
    pub verdict: Verdict,
    /// What the rule compared.
    pub normalized: Option<String>,
    /// Why it can't be told.
    pub because: Option<String>,
}

impl Rule {
    /// The rule that a value is this text.
    ///
    /// # Errors
    /// What the normalisers say of the text.
    pub(in crate::verify) fn is(text: &str, normalize: &[Normaliser]) -> Result<Self, String> {
        let wanted = Wanted::Is(Normaliser::apply_all(normalize, text)?);
        Ok(Self { wanted, normalize: normalize.to_vec(), words: format!("\"{}\"", printable(text, 60)) })
    }

    /// The rule that a value has this text in it.
    ///
    /// # Errors
    /// What the normalisers say of the text.
    pub(in crate::verify) fn contains(text: &str, normalize: &[Normaliser]) -> Result<Self, String> {
        let alike = Normaliser::apply_all(normalize, text)?;
        if alike.is_empty() {
            return Err(EVERYTHING.to_owned());
        }
        let words = format!("a text with \"{}\"", printable(text, 60));
        Ok(Self { wanted: Wanted::Contains(alike), normalize: normalize.to_vec(), words })
    }

    /// Reads the rule among a check's arguments; none if there is none. `normally` is what is made alike where nothing
    /// is said of that.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub(in crate::verify) fn read(args: &Node, normally: &[Normaliser]) -> Result<Option<Self>, Vec<Fault>> {
        let normalize = args.get("normalize").map_or_else(|| Ok(normally.to_vec()), Normaliser::read_all);
        let mut rules = args.entries().iter().filter(|(key, _)| VALUE[..5].contains(&key.text.as_str()));
        let Some((key, node)) = rules.next() else {
            return match (args.key_span("normalize"), normalize) {
                (_, Err(faults)) => Err(faults),
                (Some(span), _) => Err(vec![Fault::error(span, "there is nothing to normalize for").help(RULES)]),
                (None, _) => Ok(None),
            };
        };
        if let Some((second, _)) = rules.next() {
            let message = format!("{} beside {}: a value has one rule", quote(&second.text), quote(&key.text));
            return Err(vec![
                Fault::error(second.span, message).help("write `all: [..]` or `any: [..]` of two checks"),
            ]);
        }
        let normalize = normalize?;
        let made_alike = |text: &str, at: &Node| {
            if text.chars().count() > LONGEST {
                return Err(vec![Fault::error(at.span, format!("this text has more than {LONGEST} characters"))]);
            }
            Normaliser::apply_all(&normalize, text).map_err(|why| {
                vec![Fault::error(at.span, format!("{} can't be normalized as this rule says: {why}", quote(text)))]
            })
        };
        let quoted = |text: &str| format!("\"{}\"", printable(text, 60));
        let (wanted, words) = match key.text.as_str() {
            "one_of" => {
                let texts: Vec<String> = decode(node)?;
                if texts.is_empty() || texts.len() > MOST {
                    let message = format!("a list of 1 to {MOST} values is wanted, this has {}", texts.len());
                    return Err(vec![Fault::error(node.span, message)]);
                }
                let words: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
                let alike = texts.iter().zip(node.items()).map(|(text, at)| made_alike(text, at));
                (Wanted::OneOf(alike.collect::<Result<_, _>>()?), format!("one of {}", words.join(", ")))
            }
            "contains" => {
                let text: String = decode(node)?;
                let alike = made_alike(&text, node)?;
                if alike.is_empty() {
                    return Err(vec![Fault::error(node.span, EVERYTHING)]);
                }
                (Wanted::Contains(alike), format!("a text with {}", quoted(&text)))
            }
            "matches" => {
                let pattern: String = decode(node)?;
                let folds = normalize.iter().any(|normaliser| normaliser.folds_case());
                let regex = regex(&pattern, folds).map_err(|fault| vec![Fault { span: node.span, ..fault }])?;
                let words = format!("a text like {}", quote(&pattern));
                (Wanted::Matches(regex), words)
            }
            "range" => {
                let range = Range::read(node)?;
                let words = range.words();
                (Wanted::Range(range), words)
            }
            _ => {
                let text: String = decode(node)?;
                (Wanted::Is(made_alike(&text, node)?), quoted(&text))
            }
        };
        Ok(Some(Self { wanted, normalize, words }))
    }

    /// The same for a check that has to have one.
    ///
    /// # Errors
    /// Everything that is wrong with it, or that there is none.
    pub(in crate::verify) fn needed(args: &Node, normally: &[Normaliser]) -> Result<Self, Vec<Fault>> {
        let meant = |name: &str| suggest(name, VALUE.iter().copied()).is_some();
        match Self::read(args, normally)? {
            Some(rule) => Ok(rule),
            // A slip in the key is told as such, and once.
            None if args.entries().iter().any(|(key, _)| meant(&key.text)) => Err(Vec::new()),
            None => Err(vec![Fault::error(args.span, "it does not say what the value has to be").help(RULES)]),
        }
    }

    /// In words, after "is": `"on"`, `one of "a", "b"`, `from 1 to 5`.
    pub(in crate::verify) fn words(&self) -> &str {
        &self.words
    }

    /// Judges a value that may be unknown where it is empty.
    pub(in crate::verify) fn judge(&self, read: &str) -> Judged {
        self.judged(read, false)
    }

    /// Judges a value that is known to be what it is, be it empty.
    pub(in crate::verify) fn judge_known(&self, read: &str) -> Judged {
        self.judged(read, true)
    }

    /// A right value: this one, if it is right, else some other where one can be told. A regular expression tells none.
    pub(in crate::verify) fn right_beside(&self, read: &str) -> Option<String> {
        if self.judge_known(read).verdict == Verdict::Confirmed {
            return Some(read.to_owned());
        }
        match &self.wanted {
            Wanted::Is(text) | Wanted::Contains(text) => Some(text.clone()),
            Wanted::OneOf(texts) => texts.first().cloned(),
            Wanted::Range(range) => range.end(),
            Wanted::Matches(_) => None,
        }
    }

    fn judged(&self, read: &str, empty_is_known: bool) -> Judged {
        let unknown =
            |normalized, because| Judged { verdict: Verdict::Inconclusive, normalized, because: Some(because) };
        if read.is_empty() && !empty_is_known && !self.speaks_of_empty() {
            return unknown(None, "it is empty, of which the rule does not speak".to_owned());
        }
        let mut alike = match Normaliser::apply_all(&self.normalize, read) {
            Ok(alike) => alike,
            Err(why) => return unknown(None, why),
        };
        if alike.is_empty() && !empty_is_known && !self.speaks_of_empty() {
            return unknown(Some(alike), "nothing is left of it, and of that the rule does not speak".to_owned());
        }
        let holds = match &self.wanted {
            Wanted::Is(wanted) => *wanted == alike,
            Wanted::OneOf(wanted) => wanted.contains(&alike),
            Wanted::Contains(wanted) => alike.contains(wanted),
            Wanted::Matches(_) if alike.len() > LONGEST_TRIED => {
                let why =
                    format!("it has {} bytes; a regular expression is tried on up to {LONGEST_TRIED}", alike.len());
                return unknown(None, why);
            }
            Wanted::Matches(regex) => regex.is_match(&alike),
            Wanted::Range(range) => match range.holds(&alike) {
                Ok(holds) => {
                    alike = range.spelled(&alike).unwrap_or(alike);
                    holds
                }
                Err(why) => return unknown(Some(alike), why),
            },
        };
        let verdict = if holds { Verdict::Confirmed } else { Verdict::Refuted };
        Judged { verdict, normalized: Some(alike), because: None }
    }

    /// Whether an empty value would be right, so that an empty one is an answer.
    fn speaks_of_empty(&self) -> bool {
        match &self.wanted {
            Wanted::Is(wanted) => wanted.is_empty(),
            Wanted::OneOf(wanted) => wanted.iter().any(String::is_empty),
            Wanted::Matches(regex) => regex.is_match(""),
            Wanted::Contains(_) | Wanted::Range(_) => false,
        }
    }
}

const EVERYTHING: &str = "every text contains the empty one";

/// What a check without a rule is answered with.
const RULES: &str = "say it by `is`, `one_of`, `contains`, `matches` or `range`";

/// Compiles a regular expression that has to describe a whole text.
fn regex(pattern: &str, folds_case: bool) -> Result<Regex, Fault> {
    let fault = |message: String| Fault::error(crate::spec::Span::default(), message);
    if pattern.is_empty() {
        return Err(fault("this regular expression is empty".to_owned()));
    }
    if pattern.chars().count() > LONGEST_REGEX {
        return Err(fault(format!("this regular expression has more than {LONGEST_REGEX} characters")));
    }
    let build = |pattern: &str| {
        RegexBuilder::new(pattern)
            .case_insensitive(folds_case)
            .size_limit(REGEX_SIZE)
            .dfa_size_limit(REGEX_SIZE)
            .nest_limit(50)
            .build()
    };
    let told = |error: &regex::Error| match error {
        regex::Error::CompiledTooBig(_) => {
            fault("this regular expression becomes too large".to_owned()).help("use smaller counts of repetition")
        }
        error => {
            let text = error.to_string();
            let why = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
            fault(format!("this is not a regular expression: {}", printable(why, 200)))
        }
    };
    // By itself first: what is wrong with it is to be wrong with what was written.
    build(pattern).map_err(|error| told(&error))?;
    build(&format!("^(?:{pattern})$")).or_else(|_| build(&format!("^(?:{pattern}\n)$"))).map_err(|error| told(&error))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::spec::{Source, yaml};
    use Verdict::{Confirmed as T, Inconclusive as U, Refuted as F};

    fn read(yaml: &str) -> Result<Rule, Vec<String>> {
        let node = yaml::read(&Source::new("x", yaml), yaml::Limits::default()).unwrap();
        Rule::needed(&node, &[]).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    #[rstest]
    #[case("is: a", "a", T)]
    #[case("is: a", "A", F)]
    #[case("{ is: a, normalize: [lowercase] }", "A", T)]
    #[case("is: a", "", U)]
    #[case("is: ''", "", T)]
    #[case("is: ''", "a", F)]
    #[case("{ is: a, normalize: [trim] }", " ", U)]
    #[case("one_of: [a, b]", "b", T)]
    #[case("one_of: [a, b]", "c", F)]
    #[case("one_of: [a, '']", "", T)]
    #[case("contains: b", "abc", T)]
    #[case("contains: b", "ac", F)]
    #[case("contains: b", "", U)]
    #[case("matches: '[0-9]+'", "15", T)]
    #[case("matches: '5'", "15", F)]
    #[case("matches: 'a|b'", "ab", F)]
    #[case("matches: '.*'", "", T)]
    #[case("matches: '.+'", "", U)]
    #[case("{ matches: 'Pix.*', normalize: [unicode] }", "Pixel 8", T)]
    #[case("{ matches: 'Pix.*', normalize: [trim] }", "pixel 8", F)]
    #[case("matches: 'a'", "a\n", F)]
    #[case("matches: '(?x)a # the letter'", "a", T)]
    #[case("range: [1, 5]", "5", T)]
    #[case("range: [1, 5]", "5.01", F)]
    #[case("range: { min: 1000 }", "1,234", T)]
    #[case("range: [1, 5]", "three", U)]
    #[case("range: [1, 5]", "null", U)]
    #[case("range: [1, 5]", "NaN", U)]
    #[case("range: [4m, 6m]", "5 minutes", T)]
    #[case("range: [4m, 6m]", "5 seconds", F)]
    #[case("range: [4m, 6m]", "05:00", T)]
    #[case("range: [4m, 6m]", "5", U)]
    #[case("range: ['07:00', '08:00']", "7:30 AM", T)]
    #[case("range: ['07:00', '08:00']", "7:30 PM", F)]
    #[case("{ is: 5 minutes, normalize: [duration] }", "5 seconds", F)]
    #[case("{ is: 5, normalize: [number] }", "5 seconds", U)]
    fn a_value_is_right_wrong_or_unknown(#[case] rule: &str, #[case] value: &str, #[case] verdict: Verdict) {
        let judged = read(rule).unwrap().judge(value);
        assert_eq!(judged.verdict, verdict, "{judged:?}");
        assert_eq!(judged.because.is_some(), verdict == U);
    }

    #[test]
    fn a_regular_expression_is_not_tried_on_what_would_take_for_ever() {
        let judged = read("matches: '(?:[ab]*a[ab]{900}){1,6}c'").unwrap().judge(&"ab".repeat(1_000_000));
        assert_eq!(judged.verdict, U);
        assert_eq!(
            judged.because.as_deref(),
            Some("it has 2000000 bytes; a regular expression is tried on up to 65536")
        );
    }

    #[rstest]
    #[case(
        "{}",
        "1:1: it does not say what the value has to be (say it by `is`, `one_of`, `contains`, `matches` or `range`)"
    )]
    #[case("normalize: [trim]", "1:1: there is nothing to normalize for")]
    #[case("{ is: a, one_of: [b] }", "1:10: `one_of` beside `is`: a value has one rule")]
    #[case("{ is: a, normalize: [lowecase] }", "1:22: unknown normaliser `lowecase` (did you mean `lowercase`?")]
    #[case("{ is: a, normalize: trim }", "1:21: expected a list, found `trim` (write `[trim]`)")]
    #[case("{ is: abc, normalize: [number] }", "1:7: `abc` can't be normalized as this rule says: it is not a number")]
    #[case("one_of: []", "1:9: a list of 1 to 200 values is wanted, this has 0")]
    #[case("contains: ''", "1:11: every text contains the empty one")]
    #[case("matches: '('", "1:10: this is not a regular expression: unclosed group")]
    #[case("matches: 'a{1000}{1000}{1000}'", "1:10: this regular expression becomes too large")]
    #[case("matches: '((((a{9}){9}){9}){9}){9}'", "1:10: this regular expression becomes too large")]
    #[case("matches: ''", "1:10: this regular expression is empty")]
    #[case("range: 5", "1:8: expected keys with values, found `5` (write `{ min: 1, max: 5 }` or `[1, 5]`)")]
    #[case("range: {}", "1:8: any value would do; say `min` or `max`")]
    #[case("range: [1]", "1:8: a range has two ends, this list has 1")]
    #[case("range: [5, 1]", "1:12: `max` is less than `min`")]
    #[case("range: [1, x]", "1:12: `x` is not a number, as the other end is")]
    #[case("range: [1, 5m]", "1:12: `5m` is not a number, as the other end is")]
    #[case("range: [a, b]", "1:9: `a` is no number, no length of time and no time of day")]
    #[case("range: [-1e999, 1]", "1:9: `-1e999` is no number")]
    #[case("range: { min: 1, mx: 2 }", "1:18: unknown key `mx` (did you mean `max`?")]
    fn a_wrong_rule_is_told_with_its_place(#[case] rule: &str, #[case] said: &str) {
        let faults = read(rule).unwrap_err();
        assert!(faults.iter().any(|fault| fault.starts_with(said)), "{faults:?}");
    }

    #[test]
    fn what_nobody_writes_by_hand_is_refused() {
        for rule in [
            format!("matches: '{}'", "a".repeat(1001)),
            format!("is: '{}'", "a".repeat(10_001)),
            format!("one_of: [{}]", "a, ".repeat(300)),
        ] {
            assert!(read(&rule).unwrap_err()[0].contains("than") || rule.starts_with("one_of"), "{rule}");
        }
    }

    proptest! {
        #[test]
        fn one_of_is_any_of_is(value in "[ab ]{0,3}", wanted in prop::collection::vec("[ab]{1,3}", 1..4)) {
            let several = read(&format!("one_of: [{}]", wanted.join(", "))).unwrap().judge(&value).verdict;
            let each = wanted.iter().map(|one| read(&format!("is: {one}")).unwrap().judge(&value).verdict);
            prop_assert_eq!(several, crate::verify::logic::any(each));
        }

        #[test]
        fn a_range_is_both_its_halves(value in "-?[0-9]{1,4}(\\.[0-9])?|x", a in -100_i32..100, b in -100_i32..100) {
            let (min, max) = (a.min(b), a.max(b));
            let of = |rule: String| read(&rule).unwrap().judge(&value).verdict;
            let both = [of(format!("range: {{ min: {min} }}")), of(format!("range: {{ max: {max} }}"))];
            prop_assert_eq!(of(format!("range: [{min}, {max}]")), crate::verify::logic::all(both));
        }

        #[test]
        fn a_range_to_itself_is_the_number(value in -999_i32..999, at in -999_i32..999) {
            let range = read(&format!("range: [{at}, {at}]")).unwrap().judge(&value.to_string()).verdict;
            let is = read(&format!("{{ is: {at}, normalize: [number] }}")).unwrap().judge(&value.to_string()).verdict;
            prop_assert_eq!(range, is);
        }
    }
}
