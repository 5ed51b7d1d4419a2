//! Scenarios: scripts that are selected by the keywords of a message and the state of the files, and the output of
//! commands in each state.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Block, Outcome, Script, ScriptError};

/// The placeholder for the first line of the message in the texts of a scenario.
const PROMPT: &str = "{{prompt}}";

/// A script for messages with one of its keywords, while its conditions hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// A keyword matches the beginning of a word, ignoring case. Without keywords, every message matches.
    pub keywords: Vec<String>,
    pub when: Vec<Condition>,
    pub script: Script,
    /// Replaces the rest of the script after a denied call.
    pub denied: Option<Script>,
}

/// A condition on the content of a file.
///
/// Without `contains` and `lacks`, the file only has to exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// A path, relative to the working directory.
    pub file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
    /// Also holds if the file does not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<String>,
}

impl Condition {
    /// Returns whether the condition holds for this content; `None` is a missing file.
    pub fn holds(&self, content: Option<&str>) -> bool {
        let contains = |text: &String| content.is_some_and(|content| content.contains(text));
        match (&self.contains, &self.lacks) {
            (None, None) => content.is_some(),
            (wanted, unwanted) => {
                wanted.as_ref().is_none_or(contains) && !unwanted.as_ref().is_some_and(contains)
            }
        }
    }
}

/// The output of a command while its conditions hold.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandOutcome {
    pub when: Vec<Condition>,
    pub outcome: Outcome,
}

impl CommandOutcome {
    pub(super) fn from_value(mut value: Value) -> Result<Self, ScriptError> {
        let malformed = |error: serde_json::Error| ScriptError::new(error.to_string());
        let when = value
            .as_object_mut()
            .and_then(|fields| fields.remove("when"));
        Ok(Self {
            when: when
                .map_or(Ok(Vec::new()), serde_json::from_value)
                .map_err(malformed)?,
            outcome: serde_json::from_value(value).map_err(malformed)?,
        })
    }
}

impl Scenario {
    pub(super) fn from_value(value: Value) -> Result<Self, ScriptError> {
        let Value::Object(fields) = value else {
            return Err(ScriptError::new("a scenario must be an object"));
        };
        Self::from_fields(fields)
    }

    fn from_fields(mut fields: Map<String, Value>) -> Result<Self, ScriptError> {
        let mut script = |name: &str| fields.remove(name).map(Script::from_value).transpose();
        let (given, denied) = (script("script")?, script("denied")?);
        let given = given.ok_or_else(|| ScriptError::new("a scenario needs a `script`"))?;
        let mut scenario = Self {
            keywords: Vec::new(),
            when: Vec::new(),
            script: given,
            denied,
        };
        for (name, value) in fields {
            let malformed = |error| ScriptError::new(format!("`{name}`: {error}"));
            match name.as_str() {
                "keywords" => {
                    scenario.keywords = serde_json::from_value(value).map_err(malformed)?;
                }
                "when" => scenario.when = serde_json::from_value(value).map_err(malformed)?,
                _ => {
                    return Err(ScriptError::new(format!(
                        "unknown field `{name}`, expected `keywords`, `when`, `script` or `denied`"
                    )));
                }
            }
        }
        Ok(scenario)
    }

    /// Returns whether the text of a message selects this scenario.
    pub fn matches(&self, message: &str) -> bool {
        let message = message.to_lowercase();
        let mut words = message.split(|c: char| !c.is_alphanumeric());
        self.keywords.is_empty()
            || words.any(|word| {
                self.keywords
                    .iter()
                    .any(|keyword| word.starts_with(&keyword.to_lowercase()))
            })
    }
}

impl Script {
    /// Replaces `{{prompt}}` in texts with the first line of the message.
    #[must_use]
    pub fn with_prompt(mut self, message: &str) -> Self {
        let line = message.trim().lines().next().unwrap_or_default();
        for block in self.replies.iter_mut().flatten() {
            match block {
                Block::Text(text) => text.text = text.text.replace(PROMPT, line),
                Block::Thinking(block) => block.thinking = block.thinking.replace(PROMPT, line),
                _ => {}
            }
        }
        self
    }
}
