//! Script files: scripts for messages without an inline script.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::{CommandOutcome, Condition, Outcome, Reply, Scenario, Script, ScriptError, reply_from};

/// A script file.
///
/// It contains a script, which is played for every message without an inline one, or an object: `start` is a list of
/// blocks that are played before any input is read, `turns` a list of scripts for the first, second, … message without
/// an inline script, and `repeat` restarts the turns after the last one. `scenarios` is a list of scenarios for
/// messages without a turn, and `agents` one for the prompts of subagents; the first match is played. Plain replies
/// follow. `commands` contains the outcomes of Bash commands without an outcome in their call, by the whole command;
/// the first whose conditions hold is used.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScriptFile {
    pub start: Reply,
    pub turns: Vec<Script>,
    pub repeat: bool,
    pub scenarios: Vec<Scenario>,
    pub agents: Vec<Scenario>,
    pub commands: BTreeMap<String, Vec<CommandOutcome>>,
}

impl ScriptFile {
    /// Reads a script file.
    pub fn load(path: &Path) -> Result<Self, ScriptError> {
        let json = std::fs::read_to_string(path)
            .map_err(|error| ScriptError::new(format!("{}: {error}", path.display())))?;
        Self::parse(&json)
    }

    /// Parses the text of a script file.
    pub fn parse(json: &str) -> Result<Self, ScriptError> {
        let value: Value = serde_json::from_str(json)
            .map_err(|error| ScriptError::new(format!("not JSON: {error}")))?;
        match value {
            Value::Object(fields) => Self::from_fields(fields),
            script => Ok(Self {
                start: Reply::new(),
                turns: vec![Script::from_value(script)?],
                repeat: true,
                ..Self::default()
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
                ("scenarios", Value::Array(list)) => file.scenarios = scenarios_from(list)?,
                ("agents", Value::Array(list)) => file.agents = scenarios_from(list)?,
                ("commands", Value::Object(list)) => file.commands = commands_from(list)?,
                ("commands", _) => {
                    return Err(ScriptError::new("`commands` must be an object"));
                }
                ("start" | "turns" | "scenarios" | "agents", _) => {
                    return Err(ScriptError::new(format!("`{name}` must be a list")));
                }
                ("repeat", _) => {
                    return Err(ScriptError::new("`repeat` must be true or false"));
                }
                _ => {
                    return Err(ScriptError::new(format!(
                        "unknown field `{name}`, expected `start`, `turns`, `repeat`, `scenarios`, `agents` or `commands`"
                    )));
                }
            }
        }
        Ok(file)
    }

    /// Returns the outcome of a Bash command for the current files.
    pub fn command(&self, command: &str, holds: impl Fn(&Condition) -> bool) -> Option<Outcome> {
        let outcomes = self.commands.get(command)?.iter();
        let fits = |outcome: &&CommandOutcome| outcome.when.iter().all(&holds);
        Some(outcomes.into_iter().find(fits)?.outcome.clone())
    }

    /// Returns the script of the message number `turn` (from 0) among those without an inline script.
    pub fn turn(&self, turn: usize) -> Option<&Script> {
        if self.repeat && !self.turns.is_empty() {
            return self.turns.get(turn % self.turns.len());
        }
        self.turns.get(turn)
    }
}

/// Returns the first scenario whose keywords and conditions match.
pub fn scenario<'a>(
    scenarios: &'a [Scenario],
    message: &str,
    holds: impl Fn(&Condition) -> bool,
) -> Option<&'a Scenario> {
    scenarios
        .iter()
        .find(|scenario| scenario.matches(message) && scenario.when.iter().all(&holds))
}

fn commands_from(
    list: serde_json::Map<String, Value>,
) -> Result<BTreeMap<String, Vec<CommandOutcome>>, ScriptError> {
    list.into_iter()
        .map(|(command, outcomes)| {
            let fault = |what: &str| ScriptError::new(format!("command `{command}`: {what}"));
            let Value::Array(outcomes) = outcomes else {
                return Err(fault("must be a list of outcomes"));
            };
            let outcomes = outcomes.into_iter().map(CommandOutcome::from_value);
            let outcomes = outcomes
                .collect::<Result<_, _>>()
                .map_err(|error| fault(&error.0))?;
            Ok((command, outcomes))
        })
        .collect()
}

fn scenarios_from(list: Vec<Value>) -> Result<Vec<Scenario>, ScriptError> {
    list.into_iter()
        .enumerate()
        .map(|(index, value)| {
            Scenario::from_value(value)
                .map_err(|error| ScriptError::new(format!("scenario {}: {}", index + 1, error.0)))
        })
        .collect()
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
