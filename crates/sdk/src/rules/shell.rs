//! Safe parsing of shell commands.
//!
//! For allow rules, a command must be a single simple command; anything that could run, read or write more is rejected.
//! For deny rules, a command is split as much as possible, and every part counts.

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

/// Returns whether a tool runs commands.
pub(super) fn is_shell(tool: &str) -> bool {
    matches!(tool, "Bash" | "Monitor")
}

/// Returns the command, if the tool is a shell.
pub(super) fn command<'a>(tool: &str, input: &'a Value) -> Option<&'a str> {
    is_shell(tool)
        .then(|| input.get("command")?.as_str())
        .flatten()
}

/// Returns whether a command names a path that always requires a permission request, or one on another machine.
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
