//! Which CLI responds to which request.
//!
//! 2.1.325 responds to every request, with an error if it does not support it.
//! 2.1.38 sends nothing for a request that it does not support, so waiting for a response would never end.
//! Both were verified.

use super::HostRequest;
use crate::command::CliVersion;

/// The first version that responds to every request.
const ANSWERS_ALL: CliVersion = CliVersion::new(2, 1, 325);

/// The requests that 2.1.38 responds to.
const ANSWERED_BEFORE: &[&str] = &[
    "initialize",
    "interrupt",
    "set_permission_mode",
    "set_model",
    "set_max_thinking_tokens",
    "mcp_status",
    "mcp_set_servers",
    "mcp_reconnect",
    "mcp_toggle",
    "mcp_message",
    "rewind_files",
];

impl HostRequest {
    /// Returns whether this version is known to respond to the request, even if only with an error.
    pub fn is_answered_by(&self, version: &CliVersion) -> bool {
        Self::is_subtype_answered_by(self.tag(), version)
    }

    /// Returns whether this version is known to respond to a request of this subtype, even if only with an error.
    pub fn is_subtype_answered_by(subtype: &str, version: &CliVersion) -> bool {
        *version >= ANSWERS_ALL || ANSWERED_BEFORE.contains(&subtype)
    }
}
