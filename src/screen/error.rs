//! Why a reply is no screen.

/// A `ui-state` reply that cannot be turned into an observation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScreenError {
    /// The bytes are not JSON.
    #[error("the phone's ui-state is not JSON: expected {expected} at byte {offset}")]
    NotJson {
        /// Where, in bytes from the start.
        offset: usize,
        /// What should have been there.
        expected: &'static str,
    },
    /// `a11y_tree` is absent or no object.
    #[error("the phone's ui-state has no accessibility tree (a window change or a secure window?): read it again")]
    NoTree,
    /// `phone_state` is absent or no object.
    #[error("the phone's ui-state has no phone_state: read it again")]
    NoPhoneState,
    /// `screen_bounds` is absent or not two integers of at least 1.
    #[error("the phone's ui-state has no usable screen size in device_context.screen_bounds")]
    NoScreenSize,
    /// Too deep or too large to be a screen.
    #[error("the phone's accessibility tree is beyond all bounds: {what}")]
    TooLarge {
        /// Which bound was passed.
        what: &'static str,
    },
}
