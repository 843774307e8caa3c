//! The app under test would be here.
