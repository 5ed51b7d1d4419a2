//! Script files: scripts for the messages that carry none of their own.

use std::path::Path;

use serde_json::Value;

use super::{Reply, Script, ScriptError, reply_from};

/// A script file.
///
/// It holds a script, which is played for every message without an inline one, or an object:
/// `start` is a list of blocks played before anything is read, `turns` a list of scripts for the
/// first, second, … message without an inline script, and `repeat` begins again when they are
/// used up (else plain answers follow).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScriptFile {
    pub start: Reply,
    pub turns: Vec<Script>,
    pub repeat: bool,
}

impl ScriptFile {
    /// Reads a script file.
    pub fn load(path: &Path) -> Result<Self, ScriptError> {
        let json = std::fs::read_to_string(path)
            .map_err(|error| ScriptError::new(format!("{}: {error}", path.display())))?;
        Self::parse(&json)
    }

    /// Reads a script file's text.
    pub fn parse(json: &str) -> Result<Self, ScriptError> {
        let value: Value = serde_json::from_str(json)
            .map_err(|error| ScriptError::new(format!("not JSON: {error}")))?;
        match value {
            Value::Object(fields) => Self::from_fields(fields),
            script => Ok(Self {
                start: Reply::new(),
                turns: vec![Script::from_value(script)?],
                repeat: true,
            }),
        }
    }

    fn from_fields(fields: serde_json::Map<String, Value>) -> Result<Self, ScriptError> {
        let mut file = Self::default();
        for (name, value) in fields {
            match (name.as_str(), value) {
                ("start", Value::Array(blocks)) => file.start = reply_from(blocks, 0)?,
                ("turns", Value::Array(turns)) => file.turns = turns_from(turns)?,
                ("repeat", Value::Bool(repeat)) => file.repeat = repeat,
                ("start" | "turns", _) => {
                    return Err(ScriptError::new(format!("`{name}` must be a list")));
                }
                ("repeat", _) => {
                    return Err(ScriptError::new("`repeat` must be true or false"));
                }
                _ => {
                    return Err(ScriptError::new(format!(
                        "unknown field `{name}`, expected `start`, `turns` or `repeat`"
                    )));
                }
            }
        }
        Ok(file)
    }

    /// The script of the message number `turn` (from 0) among those without an inline script.
    pub fn turn(&self, turn: usize) -> Option<&Script> {
        if self.repeat && !self.turns.is_empty() {
            return self.turns.get(turn % self.turns.len());
        }
        self.turns.get(turn)
    }
}

fn turns_from(turns: Vec<Value>) -> Result<Vec<Script>, ScriptError> {
    turns
        .into_iter()
        .enumerate()
        .map(|(index, turn)| {
            Script::from_value(turn)
                .map_err(|error| ScriptError::new(format!("turn {}: {}", index + 1, error.0)))
        })
        .collect()
}
