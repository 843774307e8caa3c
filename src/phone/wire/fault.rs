//! Faults: what real services, gateways and phones have been seen to do wrong, each a named switch.
//!
//! A fault is data: a kind, optionally one endpoint, how often, and for what share of the requests. It can be set when
//! the phone starts and while it runs, and is written like
//! `status=429:2@tap*1` (429 with `Retry-After: 2` on the next tap) or `empty_arrays%30`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::endpoint::{Endpoint, UnknownEndpoint};
use super::state::DeviceState;

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// Refused with this status, not executed.
    Status {
        /// The status.
        status: u16,
        /// Seconds for a `Retry-After` header.
        retry_after: Option<u32>,
    },
    /// Executed, then answered with this status as if it had not been.
    StatusAfter(u16),
    /// A gateway in front answers with a page of HTML and this status; not executed.
    Gateway(u16),
    /// The connection is closed before anything is executed.
    Dropped,
    /// Executed, then the connection is closed without a reply.
    ReplyLost,
    /// Executed, then the connection is closed in the middle of the reply.
    ReplyCut,
    /// Answered 200 with an error in the body; not executed.
    ErrorInside,
    /// Executed at once, answered after this long by the phone's clock.
    Slow(Duration),
    /// Executed; the reply never comes and the connection stays open. Only real time-outs end it.
    Hang,
    /// Answered as if executed, and not executed: a swipe some lists ignore, a tap lost in a transition.
    Swallowed,
    /// Executed, then the device enters this state for this long.
    Becomes(DeviceState, Duration),
    /// After an action the tree of the screen before it is served for this long.
    StaleTree(Duration),
    /// `ui-state` fails as it does while windows change.
    NullRoot,
    /// A root without children: a secure window, or a service that has just started.
    EmptyTree,
    /// `screen_bounds` of 0×0; the display metrics are right.
    ZeroBounds,
    /// Nodes without `isVisibleToUser`.
    NoVisibility,
    /// Nodes at the lower edge have their top below their bottom.
    InvertedRects,
    /// Empty arrays arrive as `[]`, not as the `null` that they usually are here.
    EmptyArrays,
    /// `phone_state` without its optional members.
    BarePhoneState,
    /// No `ime_tree` at all.
    NoImeTree,
    /// The screenshot is a JSON object that wraps base64, called an image.
    WrongScreenshot,
    /// The screenshot is black, as that of a secure window.
    BlackScreenshot,
}

/// One row of the list of faults: how a kind is written and what it means.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FaultName {
    /// The name, as `reply_lost`.
    pub name: &'static str,
    /// What follows the `=`; empty if nothing does.
    pub value: &'static str,
    /// What happens.
    pub about: &'static str,
    read: fn(&str) -> Option<FaultKind>,
}

macro_rules! plain {
    ($kind:ident) => {
        |value| value.is_empty().then_some(FaultKind::$kind)
    };
}

/// All faults there are.
pub static FAULTS: &[FaultName] = &[
    FaultName {
        name: "status",
        value: "STATUS[:RETRY_AFTER_S]",
        about: "refused with a status, not executed",
        read: status,
    },
    FaultName {
        name: "status_after",
        value: "STATUS",
        about: "executed, then answered with an error",
        read: |v| code(v).map(FaultKind::StatusAfter),
    },
    FaultName {
        name: "gateway",
        value: "STATUS",
        about: "a page of HTML instead of a reply, not executed",
        read: |v| code(v).map(FaultKind::Gateway),
    },
    FaultName { name: "dropped", value: "", about: "connection closed, not executed", read: plain!(Dropped) },
    FaultName {
        name: "reply_lost",
        value: "",
        about: "executed, connection closed without a reply",
        read: plain!(ReplyLost),
    },
    FaultName {
        name: "reply_cut",
        value: "",
        about: "executed, connection closed within the reply",
        read: plain!(ReplyCut),
    },
    FaultName {
        name: "error_inside",
        value: "",
        about: "200 with an error in the body, not executed",
        read: plain!(ErrorInside),
    },
    FaultName {
        name: "slow",
        value: "MS",
        about: "executed at once, answered after a while",
        read: |v| millis(v).map(FaultKind::Slow),
    },
    FaultName { name: "hang", value: "", about: "executed, never answered", read: plain!(Hang) },
    FaultName { name: "swallowed", value: "", about: "answered as done, not executed", read: plain!(Swallowed) },
    FaultName {
        name: "becomes",
        value: "STATE[:MS]",
        about: "executed, then the device leaves `ready`",
        read: becomes,
    },
    FaultName {
        name: "stale_tree",
        value: "MS",
        about: "after an action the old screen is served for a while",
        read: |v| millis(v).map(FaultKind::StaleTree),
    },
    FaultName { name: "null_root", value: "", about: "ui-state fails: no active window", read: plain!(NullRoot) },
    FaultName { name: "empty_tree", value: "", about: "a root without children", read: plain!(EmptyTree) },
    FaultName { name: "zero_bounds", value: "", about: "screen_bounds of 0x0", read: plain!(ZeroBounds) },
    FaultName { name: "no_visibility", value: "", about: "nodes without isVisibleToUser", read: plain!(NoVisibility) },
    FaultName {
        name: "inverted_rects",
        value: "",
        about: "rectangles upside down at the lower edge",
        read: plain!(InvertedRects),
    },
    FaultName {
        name: "empty_arrays",
        value: "",
        about: "[] instead of null for empty arrays",
        read: plain!(EmptyArrays),
    },
    FaultName {
        name: "bare_phone_state",
        value: "",
        about: "phone_state without optional members",
        read: plain!(BarePhoneState),
    },
    FaultName { name: "no_ime_tree", value: "", about: "ui-state without ime_tree", read: plain!(NoImeTree) },
    FaultName { name: "wrong_screenshot", value: "", about: "JSON instead of an image", read: plain!(WrongScreenshot) },
    FaultName { name: "black_screenshot", value: "", about: "a black image", read: plain!(BlackScreenshot) },
];

fn code(value: &str) -> Option<u16> {
    value.parse().ok().filter(|status| (200..600).contains(status))
}

fn millis(value: &str) -> Option<Duration> {
    value.parse::<u32>().ok().map(|ms| Duration::from_millis(ms.into()))
}

fn status(value: &str) -> Option<FaultKind> {
    let (status, retry_after) = match value.split_once(':') {
        Some((status, seconds)) => (status, Some(seconds.parse().ok()?)),
        None => (value, None),
    };
    Some(FaultKind::Status { status: code(status)?, retry_after })
}

fn becomes(value: &str) -> Option<FaultKind> {
    let (state, time) = value.split_once(':').unwrap_or((value, "10000"));
    Some(FaultKind::Becomes(DeviceState::named(state), millis(time)?)).filter(|_| !state.is_empty())
}

impl FaultKind {
    /// Whether it can hit this endpoint at all.
    pub(crate) fn concerns(&self, endpoint: Endpoint) -> bool {
        match self {
            Self::StaleTree(_) | Self::Swallowed => endpoint.is_action(),
            Self::NullRoot
            | Self::EmptyTree
            | Self::ZeroBounds
            | Self::NoVisibility
            | Self::InvertedRects
            | Self::BarePhoneState
            | Self::NoImeTree => endpoint == Endpoint::UiState,
            Self::EmptyArrays => {
                matches!(
                    endpoint,
                    Endpoint::UiState | Endpoint::ListDevices | Endpoint::ListApps | Endpoint::ListPackages
                )
            }
            Self::WrongScreenshot | Self::BlackScreenshot => {
                matches!(endpoint, Endpoint::Screenshot | Endpoint::Capture)
            }
            _ => true,
        }
    }

    /// Its name in [`FAULTS`].
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Status { .. } => "status",
            Self::StatusAfter(_) => "status_after",
            Self::Gateway(_) => "gateway",
            Self::Dropped => "dropped",
            Self::ReplyLost => "reply_lost",
            Self::ReplyCut => "reply_cut",
            Self::ErrorInside => "error_inside",
            Self::Slow(_) => "slow",
            Self::Hang => "hang",
            Self::Swallowed => "swallowed",
            Self::Becomes(..) => "becomes",
            Self::StaleTree(_) => "stale_tree",
            Self::NullRoot => "null_root",
            Self::EmptyTree => "empty_tree",
            Self::ZeroBounds => "zero_bounds",
            Self::NoVisibility => "no_visibility",
            Self::InvertedRects => "inverted_rects",
            Self::EmptyArrays => "empty_arrays",
            Self::BarePhoneState => "bare_phone_state",
            Self::NoImeTree => "no_ime_tree",
            Self::WrongScreenshot => "wrong_screenshot",
            Self::BlackScreenshot => "black_screenshot",
        }
    }
}

/// A fault as it is set: what, where, how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    kind: FaultKind,
    endpoint: Option<Endpoint>,
    times: Option<u32>,
    percent: u8,
}

impl Fault {
    /// This fault, on every request it can hit, until it is cleared.
    #[must_use]
    pub fn new(kind: FaultKind) -> Self {
        Self { kind, endpoint: None, times: None, percent: 100 }
    }

    /// A refusal with this status, not executed.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self::new(FaultKind::Status { status, retry_after: None })
    }

    /// On this endpoint only.
    #[must_use]
    pub fn on(mut self, endpoint: Endpoint) -> Self {
        self.endpoint = Some(endpoint);
        self
    }

    /// Once.
    #[must_use]
    pub fn once(self) -> Self {
        self.times(1)
    }

    /// This many times.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// On this many percent of the requests, drawn from the phone's seed.
    #[must_use]
    pub fn percent(mut self, percent: u8) -> Self {
        self.percent = percent.min(100);
        self
    }
}

/// Why a fault could not be read from its written form.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadFault {
    /// No fault has this name.
    #[error("no fault is called {name:?}; there are: {names}", name = .0, names = FAULTS.iter().map(|f| f.name).collect::<Vec<_>>().join(", "))]
    Name(String),
    /// The value after `=` does not fit the name.
    #[error("{name} takes {}, not {value:?}", if .expected.is_empty() { "no value" } else { .expected })]
    Value {
        /// The fault's name.
        name: &'static str,
        /// What the value should look like.
        expected: &'static str,
        /// The value found.
        value: String,
    },
    /// What follows `@` is no endpoint.
    #[error(transparent)]
    Endpoint(#[from] UnknownEndpoint),
    /// What follows `*` or `%` is no number.
    #[error("{0:?} is no number: write how often after *, a share from 0 to 100 after %")]
    Number(String),
}

impl FromStr for Fault {
    type Err = BadFault;

    /// Reads `NAME[=VALUE][@ENDPOINT][*TIMES][%PERCENT]`.
    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let (rest, percent) = cut(written, '%')?;
        let (rest, times) = cut(rest, '*')?;
        let (rest, endpoint) = match rest.split_once('@') {
            Some((rest, endpoint)) => (rest, Some(endpoint.parse()?)),
            None => (rest, None),
        };
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let known = FAULTS.iter().find(|known| known.name == name).ok_or_else(|| BadFault::Name(name.to_owned()))?;
        let kind = (known.read)(value).ok_or_else(|| BadFault::Value {
            name: known.name,
            expected: known.value,
            value: value.to_owned(),
        })?;
        let percent = match percent {
            Some(n) => u8::try_from(n).ok().filter(|n| *n <= 100).ok_or_else(|| BadFault::Number(n.to_string()))?,
            None => 100,
        };
        Ok(Self { kind, endpoint, times, percent })
    }
}

fn cut(written: &str, mark: char) -> Result<(&str, Option<u32>), BadFault> {
    match written.split_once(mark) {
        Some((rest, number)) => {
            number.parse().map(|n| (rest, Some(n))).map_err(|_| BadFault::Number(number.to_owned()))
        }
        None => Ok((written, None)),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if let Some(endpoint) = self.endpoint {
            write!(f, "@{endpoint}")?;
        }
        Ok(())
    }
}

/// The faults that are set.
#[derive(Debug)]
pub(crate) struct Switches {
    set: Vec<Fault>,
    random: u64,
}

impl Switches {
    pub(crate) fn new(faults: Vec<Fault>, seed: u64) -> Self {
        Self { set: faults, random: seed }
    }

    pub(crate) fn add(&mut self, fault: Fault) {
        self.set.push(fault);
    }

    pub(crate) fn clear(&mut self) {
        self.set.clear();
    }

    /// What goes wrong with a request to `endpoint`, in the order it was set. Uses up what is set for a number of times.
    pub(crate) fn draw(&mut self, endpoint: Endpoint) -> Vec<FaultKind> {
        let mut drawn = Vec::new();
        for fault in &mut self.set {
            let hits = fault.endpoint.is_none_or(|only| only == endpoint) && fault.kind.concerns(endpoint);
            if !hits || (fault.percent < 100 && split_mix(&mut self.random) % 100 >= u64::from(fault.percent)) {
                continue;
            }
            match &mut fault.times {
                Some(0) => continue,
                Some(left) => *left -= 1,
                None => {}
            }
            drawn.push(fault.kind.clone());
        }
        self.set.retain(|fault| fault.times != Some(0));
        drawn
    }
}

/// SplitMix64: small, seedable, good enough to draw faults and ids.
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn a_written_fault_says_what_where_and_how_often() {
        let fault: Fault = "status=429:2@tap*1".parse().unwrap();
        let kind = FaultKind::Status { status: 429, retry_after: Some(2) };
        assert_eq!(fault, Fault::new(kind).on(Endpoint::Tap).once());
        assert_eq!("empty_arrays%30".parse::<Fault>().unwrap(), Fault::new(FaultKind::EmptyArrays).percent(30));
        assert_eq!(
            "becomes=rebooting:500@swipe".parse::<Fault>().unwrap(),
            Fault::new(FaultKind::Becomes(DeviceState::Rebooting, Duration::from_millis(500))).on(Endpoint::Swipe)
        );
    }

    #[rstest]
    #[case::name("reply_lots")]
    #[case::missing_value("status")]
    #[case::needless_value("reply_lost=1")]
    #[case::no_status("status=42")]
    #[case::endpoint("reply_lost@tab")]
    #[case::times("reply_lost*x")]
    #[case::share("reply_lost%101")]
    #[case::nothing("")]
    fn a_fault_nobody_knows_is_an_error(#[case] written: &str) {
        assert!(written.parse::<Fault>().is_err());
    }

    #[test]
    fn every_fault_is_listed_by_its_own_name() {
        for known in FAULTS {
            let value = match known.value {
                "" => "",
                "MS" => "5",
                "STATE[:MS]" => "stopped",
                _ => "503",
            };
            assert_eq!((known.read)(value).unwrap().name(), known.name);
        }
    }

    #[test]
    fn a_fault_set_once_hits_the_first_request_it_concerns() {
        let mut switches = Switches::new(vec![Fault::status(503).on(Endpoint::Tap).once()], 0);
        assert!(switches.draw(Endpoint::Swipe).is_empty());
        assert_eq!(switches.draw(Endpoint::Tap).len(), 1);
        assert!(switches.draw(Endpoint::Tap).is_empty());
    }

    #[test]
    fn a_share_of_requests_is_hit_and_the_seed_decides_which() {
        let hits = |seed| {
            let mut switches = Switches::new(vec![Fault::status(503).percent(30)], seed);
            (0..1000).map(|_| switches.draw(Endpoint::Tap).len()).collect::<Vec<_>>()
        };
        assert_eq!(hits(7), hits(7));
        assert_ne!(hits(7), hits(8));
        let total: usize = hits(7).iter().sum();
        assert!((200..400).contains(&total), "{total}");
    }

    #[test]
    fn a_quirk_of_the_tree_leaves_taps_alone() {
        let mut switches = Switches::new(vec![Fault::new(FaultKind::ZeroBounds)], 0);
        assert!(switches.draw(Endpoint::Tap).is_empty());
        assert_eq!(switches.draw(Endpoint::UiState), [FaultKind::ZeroBounds]);
    }
}
