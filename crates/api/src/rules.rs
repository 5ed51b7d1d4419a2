//! Rules of the server, which are checked before a person is asked.

use serde::{Deserialize, Serialize};

use super::bounds::bounds;

/// The effect of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum RuleBehavior {
    Allow,
    Deny,
    /// Always asks a person, regardless of other rules.
    Ask,
}

/// The scope of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum RuleScope {
    /// In every session.
    Host,
    /// In the sessions of one project.
    Project { path: String },
    /// In one session.
    Session { id: String },
}

/// A rule in the syntax of the CLI, such as `Bash(git *)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    pub id: String,
    pub behavior: RuleBehavior,
    pub rule: String,
    pub scope: RuleScope,
    pub created_at: u64,
    /// The creator.
    pub by: String,
}

/// Adds a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRule {
    pub behavior: RuleBehavior,
    pub rule: String,
    pub scope: RuleScope,
}

bounds! { NewRule {} }

/// The decisions that a rule would have made about past requests. Nothing is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleTrial {
    /// The number of checked requests.
    pub considered: u32,
    pub matches: Vec<RuleMatch>,
}

/// A past request that the rule matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleMatch {
    pub session: String,
    pub title: String,
    pub at: u64,
    pub tool: String,
    /// The command, the path, or the beginning of the input.
    pub summary: String,
    /// The actual decision: `allowed`, `denied`, `withdrawn`, `open`.
    pub decided: String,
    /// No rule can allow it: the CLI requires a person.
    pub needs_person: bool,
}
