//! The states of a device, and what the service says while it is not ready (mobilerun-api 2.3).

use std::fmt;

macro_rules! states {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)+) => {
        /// The state of a device.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        #[non_exhaustive]
        pub enum DeviceState {
            $($(#[$doc])* $variant,)+
            /// A state that clients have not heard of.
            Other(String),
        }

        /// The names of the states that are known, in the order of the enum.
        pub(crate) const STATES: &[&str] = &[$($name,)+];

        impl DeviceState {
            /// The state with this name.
            #[must_use]
            pub fn named(name: &str) -> Self {
                match name {
                    $($name => Self::$variant,)+
                    other => Self::Other(other.to_owned()),
                }
            }

            /// Its name on the wire.
            #[must_use]
            pub fn name(&self) -> &str {
                match self {
                    $(Self::$variant => $name,)+
                    Self::Other(name) => name,
                }
            }
        }
    };
}

states! {
    /// Usable.
    #[default]
    Ready "ready";
    /// Being made.
    Creating "creating";
    /// Made, not yet usable.
    Assigned "assigned";
    /// Restarting.
    Rebooting "rebooting";
    /// Moving to another host.
    Migrating "migrating";
    /// Being wiped.
    Resetting "resetting";
    /// Parked; its data is kept.
    Stopped "stopped";
    /// In the provider's hands.
    Maintenance "maintenance";
    /// A personal phone that is not connected.
    Disconnected "disconnected";
    /// Gone for good.
    Terminated "terminated";
    /// Nobody knows.
    Unknown "unknown";
}

impl fmt::Display for DeviceState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_found_by_its_name() {
        for name in STATES {
            assert_eq!(DeviceState::named(name).name(), *name);
            assert!(!matches!(DeviceState::named(name), DeviceState::Other(_)));
        }
        assert_eq!(DeviceState::named("pondering"), DeviceState::Other("pondering".into()));
    }
}
