//! The key of a fixture, which covers all of its inputs.

use serde_json::{Value, json};

use crate::digest::{digest, sorted};
use crate::scenario::Scenario;

/// The version of all code between the CLI and a fixture: the flags and the environment of programs, the player, the
/// scripted model, the masks and the lanes. Increase it if one of them changes the recorded output; then every fixture
/// is stale. A forgotten increase shows as differences: the simulator's output passes through the same code.
const RECORDER: u32 = 1;

/// The key of a scenario with a version of the CLI. The script is part of the scenario.
pub(crate) fn key(scenario: &Scenario, version: &str) -> String {
    of(scenario, version, RECORDER)
}

fn of(scenario: &Scenario, version: &str, recorder: u32) -> String {
    let mut source = scenario.source.clone();
    if let Value::Object(fields) = &mut source {
        // The list of versions that cannot run the scenario does not affect the output of this one.
        fields.remove("skip");
    }
    let depends = json!({"recorder": recorder, "version": version, "scenario": source});
    digest(&sorted(&depends).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(source: Value) -> Scenario {
        Scenario {
            source,
            ..Scenario::default()
        }
    }

    #[test]
    fn a_key_depends_on_scenario_script_version_and_recorder() {
        let source = json!({"name": "a", "steps": [{"turn": {"script": [{"text": "x"}]}}]});
        let key =
            |source: &Value, version, recorder| of(&scenario(source.clone()), version, recorder);
        let first = key(&source, "1.0.0", 1);
        assert_eq!(first, key(&source, "1.0.0", 1));
        assert_ne!(first, key(&source, "1.0.1", 1));
        assert_ne!(first, key(&source, "1.0.0", 2));
        let mut script = source.clone();
        script["steps"][0]["turn"]["script"][0]["text"] = json!("y");
        assert_ne!(first, key(&script, "1.0.0", 1));
        let mut flags = source.clone();
        flags["flags"] = json!(["--verbose"]);
        assert_ne!(first, key(&flags, "1.0.0", 1));
    }

    #[test]
    fn a_key_depends_neither_on_the_order_of_fields_nor_on_skipped_versions() {
        let one = scenario(json!({"name": "a", "steps": []}));
        let other = scenario(json!({"steps": [], "skip": {"2.0.0": "why"}, "name": "a"}));
        assert_eq!(key(&one, "1.0.0"), key(&other, "1.0.0"));
    }
}
