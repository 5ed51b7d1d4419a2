//! Which CLI answers which request.
//!
//! 2.1.325 answers every request, with an error those it does not know.
//! 2.1.38 says nothing at all to a request it does not know, so a host that waits would wait for ever. Both were tried.

use super::HostRequest;
use crate::command::CliVersion;

/// From here on every request is answered.
const ANSWERS_ALL: CliVersion = CliVersion::new(2, 1, 325);

/// What 2.1.38 answers.
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
    /// Returns whether this version is known to answer the request, be it with an error.
    pub fn is_answered_by(&self, version: &CliVersion) -> bool {
        Self::is_subtype_answered_by(self.tag(), version)
    }

    /// Returns whether this version is known to answer a request of this subtype, be it with an error.
    pub fn is_subtype_answered_by(subtype: &str, version: &CliVersion) -> bool {
        *version >= ANSWERS_ALL || ANSWERED_BEFORE.contains(&subtype)
    }
}
