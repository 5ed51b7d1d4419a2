//! Reading commands of a shell, as far as is safe.
//!
//! To allow, a command must be one simple command and nothing else; anything that could run, read or write more is refused.
//! To deny, a command is taken apart as freely as possible, and every part counts.

mod directories;
mod hidden;
mod parts;
mod places;
mod simple;
mod text;
mod variables;
mod wrappers;

use std::path::PathBuf;

use serde_json::Value;

use super::Surroundings;

pub use directories::ShellDirectories;
pub(super) use hidden::hides_a_name;
pub(super) use parts::any_part;
pub(super) use places::places;
pub(super) use simple::{Simple, simple};

/// Whether a tool runs commands.
pub(super) fn is_shell(tool: &str) -> bool {
    matches!(tool, "Bash" | "Monitor")
}

/// Returns the command, if the tool is a shell.
pub(super) fn command<'a>(tool: &str, input: &'a Value) -> Option<&'a str> {
    is_shell(tool)
        .then(|| input.get("command")?.as_str())
        .flatten()
}

/// Whether a command names a place that is asked about whatever the rules say, or one of another machine.
pub(super) fn is_guarded(command: &str, surroundings: &Surroundings) -> bool {
    let cwd = [surroundings.cwd().to_owned()];
    let directories = surroundings.shell().known().unwrap_or(&cwd);
    let is_guarded = |place: &PathBuf| {
        place.as_os_str().as_encoded_bytes().starts_with(b"//")
            || surroundings.guards(place)
            || directories
                .iter()
                .any(|directory| surroundings.guards(&directory.join(place)))
    };
    places(command).is_none_or(|places| places.iter().any(is_guarded))
}
