//! Rules of the host: what is decided before a person is asked.

use serde::{Deserialize, Serialize};

use super::bounds::bounds;

/// What a rule does with the calls it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum RuleBehavior {
    Allow,
    Deny,
    /// Always a person, whatever other rules say.
    Ask,
}

/// Where a rule holds.
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
    /// Who made it.
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

/// What a rule would have decided about past requests. Nothing is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleTrial {
    /// How many requests were looked at.
    pub considered: u32,
    pub matches: Vec<RuleMatch>,
}

/// A past request that the tried rule matches.
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
    /// What was decided then: `allowed`, `denied`, `withdrawn`, `open`.
    pub decided: String,
    /// No rule may allow it: the CLI wants a person.
    pub needs_person: bool,
}
