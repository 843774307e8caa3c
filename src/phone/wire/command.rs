//! What a request asks the phone to do, decoded and checked.

use std::time::Duration;

use super::body::Fields;
use super::endpoint::Endpoint;
use super::problem::{Flaw, Problem};
use crate::phone::{Android, NoSuchApp, Swipe};

/// Longest swipe with its hold that the service takes, in milliseconds; longer swipes without a hold end here too.
const LONGEST_GESTURE: i64 = 9_000;

/// How long a committed text takes until the phone is quiet.
const COMMIT: Duration = Duration::from_millis(300);

/// A change of the phone, asked for by one request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// A tap at a pixel.
    Tap {
        /// Pixels from the left.
        x: i32,
        /// Pixels from the top.
        y: i32,
    },
    /// A finger drawn over the screen.
    Swipe(Swipe),
    /// A global action, by its Android number.
    Global(i32),
    /// A key, by its Android key code.
    Key(i32),
    /// Text typed into the focused field.
    Write {
        /// The text.
        text: String,
        /// Whether the field is emptied first.
        clear: bool,
        /// Whether the reply waits until the phone is quiet.
        committed: bool,
    },
    /// Emptying the focused field.
    Clear,
    /// Starting an app.
    StartApp {
        /// Its package.
        package: String,
        /// The activity; its main one if none.
        activity: Option<String>,
    },
    /// Stopping an app.
    StopApp {
        /// Its package.
        package: String,
        /// Whether its data go too.
        clear_data: bool,
    },
}

impl Command {
    /// The command of a request whose body has the declared members; none if the endpoint only reads.
    ///
    /// # Errors
    ///
    /// 422 for members that contradict each other.
    pub(crate) fn decode(endpoint: Endpoint, package: &str, body: &Fields) -> Result<Option<Self>, Problem> {
        let pixel = |name| body.integer(name).map_or(0, saturate);
        let command = match endpoint {
            Endpoint::Tap => {
                humanized(body)?;
                Self::Tap { x: pixel("x"), y: pixel("y") }
            }
            Endpoint::Swipe => {
                let (duration, hold) = (body.integer("duration").unwrap_or(0), body.integer("holdMs").unwrap_or(0));
                if humanized(body)? && hold > 0 {
                    return Err(flaw("holdMs", "holdMs cannot be combined with humanize"));
                }
                if hold > 0 && duration.saturating_add(hold) > LONGEST_GESTURE {
                    return Err(flaw("holdMs", "duration + holdMs must not exceed 9000"));
                }
                let millis = |ms: i64| Duration::from_millis(ms.clamp(0, LONGEST_GESTURE).unsigned_abs());
                Self::Swipe(Swipe {
                    from: (pixel("startX"), pixel("startY")),
                    to: (pixel("endX"), pixel("endY")),
                    duration: millis(duration),
                    hold: millis(hold),
                })
            }
            Endpoint::Global => Self::Global(pixel("action")),
            Endpoint::Key => Self::Key(pixel("key")),
            Endpoint::Write => {
                humanized(body)?;
                Self::Write {
                    text: body.text("text").unwrap_or_default().to_owned(),
                    clear: body.boolean("clear").unwrap_or(false),
                    committed: body.text("completionMode") == Some("committed"),
                }
            }
            Endpoint::Clear => Self::Clear,
            Endpoint::StartApp => {
                let activity = body.text("activity").filter(|name| !name.is_empty()).map(str::to_owned);
                Self::StartApp { package: package.to_owned(), activity }
            }
            Endpoint::StopApp => {
                let clear_data = body.boolean("clearData").unwrap_or(false);
                Self::StopApp { package: package.to_owned(), clear_data }
            }
            _ => return Ok(None),
        };
        Ok(Some(command))
    }

    /// How long the finger is on the glass before the phone has it all.
    pub(crate) fn gesture(&self) -> Duration {
        match self {
            Self::Swipe(swipe) => swipe.duration + swipe.hold,
            _ => Duration::ZERO,
        }
    }

    /// How long the reply waits for the phone after it.
    pub(crate) fn wait(&self) -> Duration {
        match self {
            Self::Write { committed: true, .. } => COMMIT,
            _ => Duration::ZERO,
        }
    }

    /// Does it; the number of the input.
    pub(crate) fn perform(&self, phone: &mut Android) -> Result<u64, NoSuchApp> {
        Ok(match self {
            Self::Tap { x, y } => phone.tap(*x, *y),
            Self::Swipe(swipe) => phone.swipe(*swipe),
            Self::Global(action) => phone.global(*action),
            Self::Key(code) => phone.key(*code),
            Self::Write { text, clear, .. } => phone.type_text(text, *clear),
            Self::Clear => phone.clear_field(),
            Self::StartApp { package, activity } => phone.start_app(package, activity.as_deref())?,
            Self::StopApp { package, clear_data } => phone.stop_app(package, *clear_data)?,
        })
    }
}

/// `stealth` is the old name of `humanize`; sent together they must agree.
fn humanized(body: &Fields) -> Result<bool, Problem> {
    match (body.boolean("humanize"), body.boolean("stealth")) {
        (Some(a), Some(b)) if a != b => Err(flaw("stealth", "stealth is the old name of humanize and must equal it")),
        (a, b) => Ok(a.or(b).unwrap_or(false)),
    }
}

fn flaw(member: &str, message: &str) -> Problem {
    Problem::invalid(vec![Flaw::new(format!("body.{member}"), message, None)])
}

fn saturate(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX })
}
