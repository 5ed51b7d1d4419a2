//! Whether a process starts with its project's settings.

/// The setting that keeps a person's choice, and its only value.
pub(crate) const PROJECT_SETTINGS: &str = "projectSettings";
pub(crate) const LEAVE_OUT: &str = "leaveOut";
