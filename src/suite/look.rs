//! Which Android the embedded phone looks like.

use std::fmt;
use std::str::FromStr;

/// Which Android the embedded phone looks like, as `--look` says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LookChoice {
    /// `11`.
    Android11,
    /// `15`.
    #[default]
    Android15,
}

impl FromStr for LookChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "11" => Ok(Self::Android11),
            "15" => Ok(Self::Android15),
            _ => Err("an Android that the embedded phone looks like is one of 11, 15".to_owned()),
        }
    }
}

impl fmt::Display for LookChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Android11 => "11",
            Self::Android15 => "15",
        })
    }
}

#[cfg(feature = "phone")]
impl From<LookChoice> for crate::phone::Look {
    fn from(look: LookChoice) -> Self {
        match look {
            LookChoice::Android11 => Self::Android11,
            LookChoice::Android15 => Self::Android15,
        }
    }
}
