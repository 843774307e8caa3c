//! What a verdict rests on.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::words::Verdict;

/// One thing that was read, and what the rule made of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The rule in words: `switch "Dark theme" in com.android.settings is on`.
    pub rule: String,
    /// What the rule says of what was read.
    pub verdict: Verdict,
    /// What was read, as it was read: an element's label and state, a package name.
    pub read: Option<String>,
    /// What the rule compared, where that is not what was read: after the rule's normalisers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalized: Option<String>,
    /// Where: an element's path in its observation, or a channel of the phone.
    pub at: Option<String>,
    /// The fingerprint of the observation it came from.
    pub observation: Option<String>,
    /// When it was read.
    pub when: Timestamp,
    /// Why, in a sentence, where the verdict is not plain from the rest.
    pub because: Option<String>,
}
