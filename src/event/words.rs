//! The words that results are made of. Every one is written in `snake_case`, everywhere.

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident => $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$variant_meta])* $variant),+ }

        impl $name {
            /// All of them, in the order of this list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word as reports write it.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

words! {
    /// Where the phone and the model of a run come from.
    Mode {
        /// Recorded exchanges; no network.
        Replay => "replay",
        /// The embedded phone and the offline model, over real HTTP on loopback.
        Simulated => "simulated",
        /// A real phone and a real model.
        Live => "live",
    }
}

words! {
    /// What answered for the phone. Every result says it.
    Backend {
        /// A real phone.
        Device => "device",
        /// The phone that goalpost embeds.
        Simulated => "simulated",
        /// A recording, or a screen that was saved to a file.
        Fixture => "fixture",
        /// Some other server on this machine.
        Loopback => "loopback",
    }
}

words! {
    /// The part of a case that something belongs to.
    Phase {
        /// Proving that the goal is not reached yet.
        Baseline => "baseline",
        /// An agent at work on the baseline's own goal.
        BaselineAgent => "baseline_agent",
        /// Bringing the phone to the state in which the agent starts.
        Start => "start",
        /// The agent, or the script of a scripted test, at work.
        Agent => "agent",
        /// The verifier at work.
        Verify => "verify",
        /// After the verdict.
        Cleanup => "cleanup",
    }
}

words! {
    /// How an agent loop ended: what it *says*. What is true is the [`Verdict`].
    Claim {
        /// The policy says that the goal is reached.
        Done => "done",
        /// The policy says that the goal can't be reached.
        Blocked => "blocked",
        /// The policy needs something that only a person can give, such as a text to type.
        NeedsInput => "needs_input",
        /// The policy's confidence was below the cut-off.
        Uncertain => "uncertain",
        /// One decision was asked for and none carried out.
        Preview => "preview",
        /// All steps are used up.
        StepLimit => "step_limit",
        /// All decisions are used up.
        DecisionLimit => "decision_limit",
        /// The time is used up.
        TimeLimit => "time_limit",
        /// The same action on the same screen again.
        Stuck => "stuck",
        /// Nothing but waiting for too long.
        LoadingTimeout => "loading_timeout",
        /// The screen changed between decision and input, several times in a row.
        UnstableScreen => "unstable_screen",
        /// The typed text could not be read back.
        InputUnverified => "input_unverified",
        /// The guard forbade an input.
        Refused => "refused",
        /// A step of a scripted test did not do what it was to do.
        ScriptFailed => "script_failed",
    }
}

words! {
    /// What an independent check says of the phone.
    Verdict {
        /// The state is as required.
        Confirmed => "confirmed",
        /// The state is known, and not as required.
        Refuted => "refuted",
        /// It could not be told. Never read as either of the others.
        Inconclusive => "inconclusive",
    }
}

words! {
    /// What became of a case.
    Outcome {
        /// As the goal demands.
        Passed => "passed",
        /// The agent's fault.
        Failed => "failed",
        /// Everything else.
        Errored => "errored",
    }
}

words! {
    /// Why a case ended as it did.
    Kind {
        /// The agent says done and the phone agrees.
        Verified => "verified",
        /// The same, where the state was as required from the start and the goal allows it.
        VerifiedUnchanged => "verified_unchanged",
        /// The agent gave up where giving up was right, and nothing was harmed.
        Declined => "declined",
        /// The agent says done and the phone says no.
        FalseSuccess => "false_success",
        /// The goal is reached but the agent did not say so.
        SilentSuccess => "silent_success",
        /// The goal is not reached and the agent does not say that it is.
        NotReached => "not_reached",
        /// An impossible goal, and what had to hold no longer holds.
        Damaged => "damaged",
        /// An impossible goal, and the agent says done.
        ActedAnyway => "acted_anyway",
        /// The phone, or the way to it, failed.
        DeviceError => "device_error",
        /// The model, or the way to it, failed.
        ModelError => "model_error",
        /// An input was sent and nothing is known of its effect.
        InputUnknown => "input_unknown",
        /// There is no recording of this case.
        FixtureMissing => "fixture_missing",
        /// The recording belongs to another version of the goal or its verifier.
        FixtureStale => "fixture_stale",
        /// The run asked for something else than the recording holds.
        FixtureMismatch => "fixture_mismatch",
        /// A baseline, start or scripted step failed.
        ScriptError => "script_error",
        /// goalpost, a verifier's code or a time-out around them failed.
        HarnessError => "harness_error",
        /// Whether the goal was reached already could not be told.
        BaselineUnknown => "baseline_unknown",
        /// The goal was reached before the agent began.
        AlreadySatisfied => "already_satisfied",
        /// An impossible goal, and what had to hold did not hold from the start.
        BaselineWrong => "baseline_wrong",
        /// The final state could not be told.
        Unverifiable => "unverifiable",
        /// The state changed, and not by the agent.
        NotCaused => "not_caused",
    }
}

words! {
    /// What is known of one input.
    Receipt {
        /// Accepted, and its own effect seen.
        Verified => "verified",
        /// The same, but the effect was seen only after the settle window.
        VerifiedLate => "verified_late",
        /// Accepted; its effect was not seen.
        Dispatched => "dispatched",
        /// Refused by the server, so not carried out.
        Rejected => "rejected",
        /// It never left this machine.
        NotSent => "not_sent",
        /// It was sent, and nothing says whether it was carried out.
        Unknown => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_written_alike_in_text_and_in_json() {
        for claim in Claim::ALL {
            assert_eq!(serde_json::to_string(claim).unwrap(), format!("\"{claim}\""));
        }
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_string(kind).unwrap(), format!("\"{kind}\""));
        }
        for receipt in Receipt::ALL {
            assert_eq!(serde_json::to_string(receipt).unwrap(), format!("\"{receipt}\""));
        }
    }
}
