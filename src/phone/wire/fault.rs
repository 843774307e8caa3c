//! Faults: what real services, gateways and phones have been seen to do wrong, each a named switch.
//!
//! A fault is data: a kind, optionally one endpoint, how often, and for what share of the requests. It can be set when
//! the phone starts and while it runs, and is written like
//! `status=429:2@tap*1` (429 with `Retry-After: 2` on the next tap) or `empty_arrays%30`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::endpoint::{Endpoint, UnknownEndpoint};
use super::names::FAULTS;
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
    /// Answered as if executed, and not executed: an input whose `Idempotency-Key` one that was executed has had.
    Deduplicated,
    /// Members of a body that nobody knows are ignored, not refused.
    UnknownMembersTaken,
    /// Executed, then the device enters this state for this long.
    Becomes(DeviceState, Duration),
    /// Answered as if executed, and not executed: swipes no longer than this, which some lists ignore.
    ShortSwipesLost(Duration),
    /// After an action the tree of the screen before it is served for this long.
    StaleTree(Duration),
    /// `ui-state` fails as it does while windows change.
    NullRoot,
    /// `ui-state` fails because the accessibility service is down.
    ServiceDown,
    /// A root without children: a secure window, or a service that has just started.
    EmptyTree,
    /// A text in the tree is another one in each reply, as that of a clock or a counter.
    TickingText,
    /// Texts hold half a surrogate pair, which JSON can write and no string can hold.
    LoneSurrogates,
    /// Everything below the root lies this many levels deeper.
    DeepTree(u16),
    /// `screen_bounds` and display metrics of another size: width, height.
    ScreenSize(u16, u16),
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
    /// The device has not this capability: it says so, and refuses what needs it.
    Lacks(&'static str),
    /// The capabilities do not mention this one; what needs it works.
    Untold(&'static str),
    /// The clipboard is refused, because the service's keyboard is not the selected one.
    OtherKeyboard,
    /// The reply about the time zone lacks it.
    NoTimezone,
    /// What is read of the phone's environment is null.
    NullValues,
    /// The screenshot is a JSON object that wraps base64, called an image.
    WrongScreenshot,
    /// The screenshot is black, as that of a secure window.
    BlackScreenshot,
    /// The browser cannot be reached: 503 `CDP_TRANSPORT_UNAVAILABLE` with `Retry-After` of this many seconds; the
    /// script is not executed.
    NoBrowserTransport(u32),
}

impl FaultKind {
    /// Whether it can hit this endpoint at all.
    pub(crate) fn concerns(&self, endpoint: Endpoint) -> bool {
        match self {
            Self::StaleTree(_) | Self::Swallowed => endpoint.is_action(),
            Self::ShortSwipesLost(_) => endpoint == Endpoint::Swipe,
            Self::NullRoot
            | Self::ServiceDown
            | Self::EmptyTree
            | Self::TickingText
            | Self::LoneSurrogates
            | Self::DeepTree(_)
            | Self::ScreenSize(..)
            | Self::ZeroBounds
            | Self::NoVisibility
            | Self::InvertedRects
            | Self::BarePhoneState
            | Self::NoImeTree => endpoint == Endpoint::UiState,
            Self::Lacks(what) => endpoint == Endpoint::Capabilities || endpoint.capability() == Some(what),
            Self::Untold(_) => endpoint == Endpoint::Capabilities,
            Self::OtherKeyboard => endpoint.capability() == Some("clipboard"),
            Self::NoTimezone => endpoint == Endpoint::GetTimezone,
            Self::NullValues => {
                matches!(
                    endpoint,
                    Endpoint::GetLocation
                        | Endpoint::GetTimezone
                        | Endpoint::GetLanguage
                        | Endpoint::GetClipboard
                        | Endpoint::Time
                )
            }
            Self::EmptyArrays => {
                matches!(
                    endpoint,
                    Endpoint::UiState
                        | Endpoint::ListDevices
                        | Endpoint::ListApps
                        | Endpoint::ListPackages
                        | Endpoint::ListFiles
                )
            }
            Self::NoBrowserTransport(_) => endpoint == Endpoint::ExecuteScript,
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
            Self::Deduplicated => "deduplicated",
            Self::ShortSwipesLost(_) => "short_swipes_lost",
            Self::UnknownMembersTaken => "unknown_members_taken",
            Self::Becomes(..) => "becomes",
            Self::StaleTree(_) => "stale_tree",
            Self::NullRoot => "null_root",
            Self::ServiceDown => "service_down",
            Self::EmptyTree => "empty_tree",
            Self::TickingText => "ticking_text",
            Self::LoneSurrogates => "lone_surrogates",
            Self::DeepTree(_) => "deep_tree",
            Self::ScreenSize(..) => "screen_size",
            Self::ZeroBounds => "zero_bounds",
            Self::NoVisibility => "no_visibility",
            Self::InvertedRects => "inverted_rects",
            Self::EmptyArrays => "empty_arrays",
            Self::BarePhoneState => "bare_phone_state",
            Self::NoImeTree => "no_ime_tree",
            Self::Lacks(_) => "lacks",
            Self::Untold(_) => "untold",
            Self::OtherKeyboard => "other_keyboard",
            Self::NoTimezone => "no_timezone",
            Self::NullValues => "null_values",
            Self::WrongScreenshot => "wrong_screenshot",
            Self::BlackScreenshot => "black_screenshot",
            Self::NoBrowserTransport(_) => "no_browser_transport",
        }
    }

    /// What is written after its name and a `=`.
    fn value(&self) -> Option<String> {
        Some(match self {
            Self::Status { status, retry_after: None } | Self::StatusAfter(status) | Self::Gateway(status) => {
                status.to_string()
            }
            Self::Status { status, retry_after: Some(seconds) } => format!("{status}:{seconds}"),
            Self::Slow(time) | Self::StaleTree(time) | Self::ShortSwipesLost(time) => time.as_millis().to_string(),
            Self::NoBrowserTransport(seconds) => seconds.to_string(),
            Self::Becomes(state, time) => format!("{state}:{}", time.as_millis()),
            Self::DeepTree(levels) => levels.to_string(),
            Self::ScreenSize(width, height) => format!("{width}x{height}"),
            Self::Lacks(capability) | Self::Untold(capability) => (*capability).to_owned(),
            _ => return None,
        })
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
        let kind = known.read(value).ok_or_else(|| BadFault::Value {
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
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if let Some(value) = self.kind.value() {
            write!(f, "={value}")?;
        }
        if let Some(endpoint) = self.endpoint {
            write!(f, "@{endpoint}")?;
        }
        if let Some(times) = self.times {
            write!(f, "*{times}")?;
        }
        if self.percent < 100 {
            write!(f, "%{}", self.percent)?;
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

    /// What the seed has come to, to draw from.
    pub(crate) fn random(&mut self) -> &mut u64 {
        &mut self.random
    }

    /// All of them, as they are written.
    pub(crate) fn written(&self) -> Vec<String> {
        self.set.iter().map(ToString::to_string).collect()
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
    #[case::capability("lacks=wings")]
    #[case::share("reply_lost%101")]
    #[case::nothing("")]
    fn a_fault_nobody_knows_is_an_error(#[case] written: &str) {
        assert!(written.parse::<Fault>().is_err());
    }

    #[test]
    fn every_fault_is_listed_by_its_own_name_and_written_as_it_is_read() {
        for known in FAULTS {
            let value = match known.value {
                "" => "",
                "MS" | "LEVELS" | "RETRY_AFTER_S" => "=5",
                "CAPABILITY" => "=clipboard",
                "STATE[:MS]" => "=stopped:70",
                "WIDTHxHEIGHT" => "=720x1280",
                _ => "=503",
            };
            let written = format!("{}{value}%30", known.name);
            let fault: Fault = written.parse().unwrap();
            assert_eq!((fault.kind.name(), fault.to_string()), (known.name, written));
        }
        let written = "status=429:2@tap*3%50";
        assert_eq!(written.parse::<Fault>().unwrap().to_string(), written);
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
