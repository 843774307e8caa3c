//! Installed apps.

use serde::{Deserialize, Serialize};

/// An app that is installed on the phone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct App {
    /// The package name, `com.android.settings`.
    #[serde(rename = "packageName")]
    pub package: String,
    /// The name people see, `Settings`.
    pub label: String,
}
