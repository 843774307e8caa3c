//! One seeded map from words to nonsense that can be pronounced.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

// Words that are kept. They say how things are related and what is to be done, never to what. There is no noun among
// them that stands on a screen, and no adjective: "app", "Settings", "page" and "mode" become nonsense like "theme".

/// Function words, on and off among them: without them a sentence has no grammar, and no phone has them for itself.
const FUNCTION: &str = "a about after all also an and any are as at be been before but by can could did do does doesn \
    don down each for from had has have if in inside into is isn it its ll me more most my near no not now of off on \
    onto or other our out over own per please re since so some such than that the their them then there these they \
    this those through to under until up us ve via was we were what when where which while who will with within \
    without would you your";
/// Numbers in words; digits are kept anyway.
const NUMBERS: &str = "one two three four five six seven eight nine ten fifteen twenty thirty sixty zero";
/// Verbs, in the forms in which goals ask and buttons answer. OK is what a button says for "do it".
const VERBS: &str = "activate add adjust allow apply ask bring cancel change check choose clear click close confirm \
    connect continue deactivate disable enable enter find go launch look make navigate ok open pick press read remove \
    rename save scroll search see select set show start stop swipe switch tap tell toggle turn type use visit wait \
    write";

/// A map, the same for each seed.
pub(crate) struct Nonsense {
    seed: u64,
    kept: HashSet<&'static str>,
    made: Mutex<Made>,
}

#[derive(Default)]
struct Made {
    by_word: HashMap<String, String>,
    /// Nonsense is not replaced again.
    own: HashSet<String>,
}

impl Nonsense {
    pub(crate) fn of(seed: u64) -> Self {
        let kept = [FUNCTION, NUMBERS, VERBS].into_iter().flat_map(str::split_whitespace).collect();
        Self { seed, kept, made: Mutex::default() }
    }

    /// The nonsense for a word; none if it stays.
    pub(crate) fn other(&self, word: &str) -> Option<String> {
        if self.kept.contains(word) {
            return None;
        }
        // A compound is made of its parts, as "Wi-Fi" is.
        if word == "wifi" {
            return Some(format!("{}{}", self.other("wi")?, self.other("fi")?));
        }
        let mut made = self.made.lock().unwrap();
        if made.own.contains(word) {
            return None;
        }
        // The plural of a word is the plural of its nonsense.
        let singular = word.strip_suffix('s').filter(|one| one.len() > 2 && !one.ends_with(['s', 'u', 'i', 'e']));
        let one = singular.unwrap_or(word);
        let other = match made.by_word.get(one) {
            Some(other) => other.clone(),
            None => {
                let mut salt = 0;
                let mut other = self.nonsense(one, salt);
                while made.own.contains(&other) || self.kept.contains(other.as_str()) {
                    salt += 1;
                    other = self.nonsense(one, salt);
                }
                made.by_word.insert(one.to_owned(), other.clone());
                made.own.extend([other.clone(), format!("{other}s")]);
                other
            }
        };
        Some(if singular.is_some() { format!("{other}s") } else { other })
    }

    /// Three syllables, the last one closed so that no ending of a real word comes about.
    fn nonsense(&self, word: &str, salt: u64) -> String {
        const CONSONANTS: &[u8] = b"bdfgklmnprtvz";
        const VOWELS: &[u8] = b"aiou";
        const ENDS: &[u8] = b"bkmnprt";
        let mut state = word.bytes().fold(self.seed ^ salt.rotate_left(32), |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(5)
        });
        let mut pick = |from: &[u8]| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            char::from(from[usize::try_from((mixed ^ (mixed >> 27)) % from.len() as u64).unwrap()])
        };
        let mut made = String::new();
        for _ in 0..3 {
            made.push(pick(CONSONANTS));
            made.push(pick(VOWELS));
        }
        made.push(pick(ENDS));
        made
    }
}
