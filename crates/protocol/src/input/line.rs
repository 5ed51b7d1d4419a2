//! The last look before a line goes out.

use std::fmt;

use bytes::Bytes;

use super::Input;
use crate::raw::RawJson;
use crate::wire::Wire;

/// A line that the CLI would end itself over, and which was therefore not written.
///
/// The constructors of [`Input`] cannot make one; a line that was read, or changed by way of `extra`, may be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FatalLine {
    /// Not an object.
    NotAnObject,
    /// A prompt whose role is not `user`.
    RoleIsNotUser,
    /// A request without what is asked.
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
    /// Writes the message as one line, with its line break.
    ///
    /// Looks at the finished text once more, as the CLI will, so that no way of building a message can end it.
    pub fn to_line(&self) -> Result<Bytes, FatalLine> {
        let mut text = self.to_json();
        check(&text)?;
        text.push('\n');
        Ok(Bytes::from(text))
    }
}

fn check(text: &str) -> Result<(), FatalLine> {
    let line = RawJson::trusted(text);
    if !text.starts_with('{') {
        return Err(FatalLine::NotAnObject);
    }
    let kind = line
        .get("type")
        .and_then(|kind| kind.as_string())
        .unwrap_or_default();
    match kind.as_str() {
        "user" if !has_user_role(&line) => Err(FatalLine::RoleIsNotUser),
        "control_request" if !has_request(&line) => Err(FatalLine::MissingRequest),
        _ => Ok(()),
    }
}

fn has_user_role(line: &RawJson) -> bool {
    let role = line.get("message").and_then(|message| message.get("role"));
    role.and_then(|role| role.as_string()).as_deref() == Some("user")
}

fn has_request(line: &RawJson) -> bool {
    line.get("request")
        .is_some_and(|request| request.as_str().starts_with('{'))
}
