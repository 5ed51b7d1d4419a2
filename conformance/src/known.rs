//! Known differences with their reasons: `known.json`.
//!
//! There are four kinds. General differences of an older version of the CLI are removed from both sides before the
//! comparison (`versions`). Differences between the simulator and the reference are listed with their reasons
//! (`simulator`): there are few, and none that would mislead a host. When the simulator runs as an older version, only
//! texts may differ (`simulator_as`). Differences between a session of the SDK and bare pipes are listed too
//! (`through_sdk`).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use crate::lanes::{Lanes, kind};
use crate::scenario::Scenario;

/// The maximum number of differences of the simulator.
const LIMIT: usize = 10;

/// Areas in which the simulator must not differ at all.
const STRICT: [&str; 5] = ["asks", "hooks", "interrupts", "mcp", "queue"];

/// Fields with texts of the CLI: the only fields in which the simulator may differ in every area when it runs as an
/// older version.
const WORDS: [&str; 3] = [
    "user.message.content",
    "assistant.message.content",
    "result/success.result: ",
];

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Known {
    pub(crate) simulator: Vec<Difference>,
    /// Differences in the texts of the simulator as an older version, by version.
    pub(crate) simulator_as: BTreeMap<String, Vec<Difference>>,
    pub(crate) versions: BTreeMap<String, Vec<Rule>>,
    /// Differences between a session of the SDK and bare pipes with the same program.
    pub(crate) through_sdk: Vec<Difference>,
}

/// A difference of the simulator.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Difference {
    /// The scenarios with this difference.
    pub(crate) scenarios: Vec<String>,
    /// The beginning of the sentences that describe it.
    pub(crate) begins: String,
    pub(crate) reason: String,
}

/// A general difference of a version.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct Rule {
    /// The kinds of frames that it does not write; a trailing `*` is a wildcard.
    pub(crate) frames: Vec<String>,
    /// The fields that it does not have, as kind and path; a path applies to every element of a list.
    pub(crate) fields: Vec<String>,
    pub(crate) reason: String,
}

impl Known {
    pub(crate) fn load(directory: &Path) -> Result<Self> {
        let path = directory.join("known.json");
        let text = std::fs::read_to_string(&path)?;
        let known: Self =
            serde_json::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        if known.simulator.len() > LIMIT {
            bail!("the simulator may have {LIMIT} known differences at most");
        }
        if let Some(difference) = known
            .simulator
            .iter()
            .find(|known| known.begins.starts_with("results"))
        {
            bail!(
                "a difference in results cannot be excused: {}",
                difference.begins
            );
        }
        if let Some(difference) = known
            .simulator_as
            .values()
            .flatten()
            .find(|known| !WORDS.iter().any(|place| known.begins.contains(place)))
        {
            bail!(
                "only words of an older version can be excused: {}",
                difference.begins
            );
        }
        Ok(known)
    }

    /// The known reason for a difference of the simulator as a version.
    pub(crate) fn reason(
        &self,
        scenario: &Scenario,
        version: &str,
        difference: &str,
    ) -> Option<&str> {
        let words = self.simulator_as.get(version);
        let words = words.and_then(|words| listed(words, &scenario.name, difference));
        if words.is_some() || STRICT.contains(&scenario.area.as_str()) {
            return words;
        }
        listed(&self.simulator, &scenario.name, difference)
    }

    /// The known reason for a difference of a session of the SDK.
    pub(crate) fn reason_through(&self, scenario: &str, difference: &str) -> Option<&str> {
        listed(&self.through_sdk, scenario, difference)
    }

    /// The lanes without the general differences of a version.
    pub(crate) fn without(&self, version: &str, lanes: &Lanes) -> Lanes {
        let Some(rules) = self.versions.get(version) else {
            return lanes.clone();
        };
        let mut kept = Lanes::default();
        for (name, frames_of) in &lanes.lanes {
            for frames in frames_of {
                let frames: Vec<Value> = frames
                    .iter()
                    .filter(|frame| !rules.iter().any(|rule| drops(rule, &kind(frame))))
                    .map(|frame| strip(rules, frame))
                    .collect();
                if !frames.is_empty() {
                    kept.lanes.entry(name.clone()).or_default().push(frames);
                }
            }
        }
        // If frames differ between versions, so does their order.
        kept
    }
}

fn listed<'a>(all: &'a [Difference], scenario: &str, difference: &str) -> Option<&'a str> {
    let known = all.iter().find(|known| {
        known.scenarios.iter().any(|name| name == scenario) && difference.starts_with(&known.begins)
    })?;
    Some(&known.reason)
}

fn drops(rule: &Rule, kind: &str) -> bool {
    rule.frames.iter().any(|pattern| fits(pattern, kind))
}

fn fits(pattern: &str, kind: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => kind.starts_with(prefix),
        None => pattern == kind,
    }
}

fn strip(rules: &[Rule], frame: &Value) -> Value {
    let mut frame = frame.clone();
    let kind = kind(&frame);
    for field in rules.iter().flat_map(|rule| &rule.fields) {
        if let Some((pattern, path)) = field.split_once(' ')
            && fits(pattern, &kind)
        {
            let path: Vec<&str> = path.split('.').collect();
            remove(&mut frame, &path);
        }
    }
    frame
}

fn remove(value: &mut Value, path: &[&str]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| remove(item, path)),
        Value::Object(fields) => match path {
            [] => {}
            [name] => drop(fields.shift_remove(*name)),
            ["*", rest @ ..] => fields.values_mut().for_each(|value| remove(value, rest)),
            [name, rest @ ..] => {
                if let Some(value) = fields.get_mut(*name) {
                    remove(value, rest);
                }
            }
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn words_of_an_older_version_are_excused_in_every_area() {
        let difference = json!({
            "scenarios": ["a"], "begins": "tool x: user.message.content", "reason": "prose",
        });
        let known: Known = serde_json::from_value(json!({
            "simulator": [{ "scenarios": ["a"], "begins": "exit: ", "reason": "late" }],
            "simulator_as": { "1.0.0": [difference] },
        }))
        .unwrap();
        let of = |area: &str| Scenario {
            area: area.to_owned(),
            name: "a".to_owned(),
            ..Scenario::default()
        };
        let words = "tool x: user.message.content[0]: 1 instead of 2";
        assert_eq!(known.reason(&of("asks"), "1.0.0", words), Some("prose"));
        assert_eq!(known.reason(&of("asks"), "2.0.0", words), None);
        assert_eq!(known.reason(&of("asks"), "1.0.0", "exit: 1"), None);
        assert_eq!(known.reason(&of("tools"), "1.0.0", "exit: 1"), Some("late"));
    }

    #[test]
    fn rules_remove_frames_and_fields() {
        let rule = Rule {
            frames: vec!["system/task_*".to_owned()],
            fields: vec!["result* modelUsage.*.provider".to_owned()],
            reason: String::new(),
        };
        assert!(drops(&rule, "system/task_started"));
        assert!(!drops(&rule, "system/init"));
        let frame = json!({"type": "result", "modelUsage": {"m": {"provider": "x", "n": 1}}});
        assert_eq!(strip(&[rule], &frame)["modelUsage"]["m"], json!({"n": 1}));
    }
}
