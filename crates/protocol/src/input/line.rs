//! The final check of a line before it is written.

use std::fmt;

use bytes::Bytes;

use super::Input;
use crate::json::{self, Member};
use crate::wire::{Reader, Wire};

/// A line on which the CLI would exit, and which was therefore not written.
///
/// The constructors of [`Input`] cannot create one; it can result from parsing, or from changing `extra`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FatalLine {
    /// Not an object.
    NotAnObject,
    /// A prompt whose role is not `user`.
    RoleIsNotUser,
    /// A request without its `request` member.
    MissingRequest,
}

impl fmt::Display for FatalLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAnObject => "the line is not a JSON object",
            Self::RoleIsNotUser => "the role of a prompt must be `user`",
            Self::MissingRequest => "a control request must have a `request`",
        })
    }
}

impl std::error::Error for FatalLine {}

impl Input {
    /// Returns the message as one line, with its line break.
    ///
    /// The final text is checked again as the CLI parses it, so that no message can make it exit.
    pub fn to_line(&self) -> Result<Bytes, FatalLine> {
        let mut text = self.to_json();
        check(&text)?;
        text.push('\n');
        Ok(Bytes::from(text))
    }
}

fn check(text: &str) -> Result<(), FatalLine> {
    let members = json::members(text).map_err(|_| FatalLine::NotAnObject)?;
    match string_of(&members, "type").as_deref() {
        Some("user") if !has_user_role(&members) => Err(FatalLine::RoleIsNotUser),
        Some("control_request") if !has_request(&members) => Err(FatalLine::MissingRequest),
        _ => Ok(()),
    }
}

fn has_user_role(line: &[Member<'_>]) -> bool {
    let message = raw_of(line, "message").and_then(|message| json::members(message).ok());
    message.is_some_and(|message| string_of(&message, "role").as_deref() == Some("user"))
}

fn has_request(line: &[Member<'_>]) -> bool {
    raw_of(line, "request").is_some_and(|request| request.starts_with('{'))
}

/// As in the CLI, the last of several equal keys counts.
fn raw_of<'a>(members: &[Member<'a>], key: &str) -> Option<&'a str> {
    members
        .iter()
        .rev()
        .find(|member| member.key == key)
        .map(|member| member.raw)
}

fn string_of(members: &[Member<'_>], key: &str) -> Option<String> {
    String::read(raw_of(members, key)?, &mut Reader::default()).ok()
}
