//! Compares how an official SDK starts the CLI with the scenario of that SDK.
//!
//! The scenarios of the area `sdks` have the flags, variables and first request of each SDK, so that the simulator is
//! compared with the real CLI under the conditions of those clients. Changes in a new release of an SDK are detected
//! here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::Scratch;
use crate::scenario::{Scenario, Step};

/// Variables that every shell sets itself, including the wrapper's.
const OF_THE_SHELL: [&str; 4] = ["PWD", "OLDPWD", "SHLVL", "_"];

/// A wrapper that replaces the CLI and records how it was started.
pub(super) struct Wrapper {
    directory: PathBuf,
}

impl Wrapper {
    /// Creates a wrapper of a program in a separate directory.
    pub(super) fn new(scratch: &Scratch, program: &Path) -> Result<Self> {
        use std::os::unix::fs::PermissionsExt;
        let directory = scratch.root.path().join("launch");
        fs::create_dir(&directory)?;
        let wrapper = Self { directory };
        let (folder, program) = (wrapper.directory.display(), program.display());
        let script = format!(
            "#!/bin/sh\n\
             printf '%s\\n' \"$@\" > '{folder}/arguments'\n\
             env -0 > '{folder}/variables'\n\
             tee '{folder}/input' | '{program}' \"$@\"\n"
        );
        fs::write(wrapper.path(), script)?;
        fs::set_permissions(wrapper.path(), fs::Permissions::from_mode(0o755))?;
        Ok(wrapper)
    }

    pub(super) fn path(&self) -> PathBuf {
        self.directory.join("claude")
    }

    /// Compares how the program was started with a scenario. `around` is the environment of the SDK itself.
    pub(super) fn differences(
        &self,
        around: &[(String, String)],
        scenario: &Scenario,
    ) -> Result<Vec<String>> {
        let read = |name: &str| {
            fs::read_to_string(self.directory.join(name))
                .with_context(|| format!("the SDK has not started the CLI: no {name}"))
        };
        let launch = Launch {
            flags: read("arguments")?.lines().map(str::to_owned).collect(),
            variables: set_by_the_sdk(&read("variables")?, around),
            introduction: introduction(&read("input")?)?,
        };
        Ok(launch.differences(scenario))
    }
}

/// The start of the CLI by an SDK.
struct Launch {
    flags: Vec<String>,
    variables: BTreeMap<String, String>,
    /// The fields of its first request.
    introduction: Value,
}

impl Launch {
    fn differences(&self, scenario: &Scenario) -> Vec<String> {
        let expected = scenario.steps.first().and_then(|step| match step {
            Step::Initialize(fields) => Some(fields),
            _ => None,
        });
        let mut differences = Vec::new();
        if self.flags != scenario.flags {
            let (set, played) = (self.flags.join("|"), scenario.flags.join("|"));
            differences.push(format!("the SDK passes {set}, the scenario {played}"));
        }
        for (name, value) in &self.variables {
            if scenario.env.get(name) != Some(value) {
                differences.push(format!(
                    "the SDK sets {name}={value}, the scenario does not"
                ));
            }
        }
        for name in scenario.env.keys() {
            if !self.variables.contains_key(name) {
                differences.push(format!("the scenario sets {name}, the SDK does not"));
            }
        }
        if expected != Some(&self.introduction) {
            differences.push(format!(
                "the SDK introduces itself with {}, the scenario with {}",
                self.introduction,
                expected.unwrap_or(&Value::Null)
            ));
        }
        differences
    }
}

/// The variables that differ from the SDK's own environment.
fn set_by_the_sdk(variables: &str, around: &[(String, String)]) -> BTreeMap<String, String> {
    let all = variables
        .split('\0')
        .filter_map(|line| line.split_once('='));
    all.filter(|(name, value)| {
        let was = around.iter().find(|(other, _)| other == name);
        !OF_THE_SHELL.contains(name) && was.is_none_or(|(_, before)| before != value)
    })
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect()
}

/// The fields of the first request.
fn introduction(input: &str) -> Result<Value> {
    let line = input
        .lines()
        .next()
        .context("the SDK has written nothing")?;
    let mut frame: Value = serde_json::from_str(line)?;
    let mut request = frame["request"].take();
    if let Some(fields) = request.as_object_mut() {
        fields.remove("subtype");
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(source: Value) -> Scenario {
        serde_json::from_value(source).unwrap()
    }

    #[test]
    fn what_differs_from_the_scenario_is_named() {
        let launch = Launch {
            flags: vec!["--verbose".to_owned()],
            variables: [("A".to_owned(), "1".to_owned())].into(),
            introduction: serde_json::json!({"hooks": null}),
        };
        let same = serde_json::json!({
            "name": "same", "flags": ["--verbose"], "env": {"A": "1"},
            "steps": [{"initialize": {"hooks": null}}],
        });
        assert_eq!(launch.differences(&scenario(same)), Vec::<String>::new());
        let other = serde_json::json!({
            "name": "other", "env": {"A": "2", "B": "1"}, "steps": [{"initialize": {}}],
        });
        let found = launch.differences(&scenario(other));
        assert_eq!(found.len(), 4, "{found:?}");
    }

    #[test]
    fn only_what_the_sdk_has_set_counts() {
        let around =
            [("HOME", "/h"), ("TZ", "UTC")].map(|(name, value)| (name.into(), value.into()));
        let set = set_by_the_sdk("HOME=/h\0TZ=CET\0PWD=/x\0A=b=c\0", &around);
        let set: Vec<_> = set
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        assert_eq!(set, [("A", "b=c"), ("TZ", "CET")]);
    }

    #[test]
    fn the_first_request_is_the_introduction() {
        let line = r#"{"type":"control_request","request":{"subtype":"initialize","hooks":null}}"#;
        let fields = introduction(&format!("{line}\n{{}}\n")).unwrap();
        assert_eq!(fields, serde_json::json!({"hooks": null}));
        assert!(introduction("").is_err());
    }
}
