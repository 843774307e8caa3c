//! The names of faults, and what is written after them.

use std::time::Duration;

use super::fault::FaultKind;
use super::lifecycle::CAPABILITIES;
use super::state::DeviceState;

/// Trees are made no deeper than this: beyond the limits of parsers, within those of this server's stack.
const DEEPEST: u16 = 200;

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
        name: "deduplicated",
        value: "",
        about: "an Idempotency-Key seen before is answered as done, not executed again",
        read: plain!(Deduplicated),
    },
    FaultName {
        name: "short_swipes_lost",
        value: "MS",
        about: "swipes no longer than this are answered as done, not executed",
        read: |v| millis(v).map(FaultKind::ShortSwipesLost),
    },
    FaultName {
        name: "unknown_members_taken",
        value: "",
        about: "members of a body that nobody knows are ignored",
        read: plain!(UnknownMembersTaken),
    },
    FaultName {
        name: "becomes",
        value: "STATE[:MS]",
        about: "executed, then the device leaves `ready` for a while",
        read: becomes,
    },
    FaultName {
        name: "stale_tree",
        value: "MS",
        about: "after an action the old screen is served for a while",
        read: |v| millis(v).map(FaultKind::StaleTree),
    },
    FaultName { name: "null_root", value: "", about: "ui-state fails: no active window", read: plain!(NullRoot) },
    FaultName {
        name: "service_down",
        value: "",
        about: "ui-state fails: no accessibility service",
        read: plain!(ServiceDown),
    },
    FaultName { name: "empty_tree", value: "", about: "a root without children", read: plain!(EmptyTree) },
    FaultName {
        name: "ticking_text",
        value: "",
        about: "a text in the tree differs in each reply",
        read: plain!(TickingText),
    },
    FaultName {
        name: "lone_surrogates",
        value: "",
        about: "texts with half a surrogate pair",
        read: plain!(LoneSurrogates),
    },
    FaultName {
        name: "deep_tree",
        value: "LEVELS",
        about: "all below the root lies so much deeper",
        read: |v| v.parse().ok().filter(|levels| (1..=DEEPEST).contains(levels)).map(FaultKind::DeepTree),
    },
    FaultName { name: "screen_size", value: "WIDTHxHEIGHT", about: "ui-state tells another screen size", read: size },
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
    FaultName {
        name: "lacks",
        value: "CAPABILITY",
        about: "the device has not this capability, and refuses what needs it",
        read: |v| capability(v).map(FaultKind::Lacks),
    },
    FaultName {
        name: "untold",
        value: "CAPABILITY",
        about: "the capabilities do not mention this one",
        read: |v| capability(v).map(FaultKind::Untold),
    },
    FaultName {
        name: "other_keyboard",
        value: "",
        about: "clipboard refused: the service's keyboard is not selected",
        read: plain!(OtherKeyboard),
    },
    FaultName {
        name: "no_timezone",
        value: "",
        about: "the time zone is missing in its reply",
        read: plain!(NoTimezone),
    },
    FaultName {
        name: "null_values",
        value: "",
        about: "location, timezone, language, clipboard and time read as null",
        read: plain!(NullValues),
    },
    FaultName { name: "wrong_screenshot", value: "", about: "JSON instead of an image", read: plain!(WrongScreenshot) },
    FaultName { name: "black_screenshot", value: "", about: "a black image", read: plain!(BlackScreenshot) },
    FaultName {
        name: "no_browser_transport",
        value: "RETRY_AFTER_S",
        about: "scripts are answered 503 CDP_TRANSPORT_UNAVAILABLE, not executed",
        read: |v| v.parse().ok().map(FaultKind::NoBrowserTransport),
    },
];

impl FaultName {
    /// The kind with this name and value; none if the value does not fit.
    pub(crate) fn read(&self, value: &str) -> Option<FaultKind> {
        (self.read)(value)
    }
}

fn capability(value: &str) -> Option<&'static str> {
    CAPABILITIES.iter().map(|(name, _)| *name).find(|name| *name == value)
}

fn size(value: &str) -> Option<FaultKind> {
    let (width, height) = value.split_once('x')?;
    let side = |text: &str| text.parse().ok().filter(|side| *side > 0);
    Some(FaultKind::ScreenSize(side(width)?, side(height)?))
}

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
