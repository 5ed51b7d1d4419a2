use std::collections::BTreeSet;

use clap::Parser;
use serde_json::{Value, json};

use super::*;
use crate::expected::fixtures;
use crate::golden::Golden;

/// A program that answers every line with a result.
const ANSWERS: &str = r#"#!/bin/sh
while read -r line; do echo '{"type":"result","subtype":"success","result":"yes"}'; done
"#;

const VERSION: &str = "0.0.1";

/// A minimal suite: one scenario, a program and its golden data.
struct Place {
    root: tempfile::TempDir,
    scenario: Scenario,
}

impl Place {
    async fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let place = Self {
            root,
            scenario: scenario("hello"),
        };
        let directory = place.directory();
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("versions.txt"), VERSION).unwrap();
        place.program(ANSWERS);
        let command = vec![place.path("program").to_string_lossy().into_owned()];
        let program = Program::pinned(VERSION, command);
        let outcome = once(&place.scenario, &program).await.unwrap();
        assert_eq!(outcome.stuck, None);
        let mut golden = Golden::load(&fixtures(&directory), VERSION).unwrap();
        golden.add(&place.scenario, outcome.lanes);
        golden.save().unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn directory(&self) -> PathBuf {
        self.path("conformance")
    }

    fn program(&self, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path("program");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Replaces text in a file of golden data.
    fn damage(&self, file: &str, from: &str, to: &str) {
        let path = fixtures(&self.directory()).join(VERSION).join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(path, text.replace(from, to)).unwrap();
    }

    /// Runs the suite with the program as the simulator.
    async fn run(&self, scenario: &Scenario, ci: bool) -> Result<bool> {
        let sim = self.path("program");
        let sim = sim.to_string_lossy();
        let options = Options::parse_from(["conformance", "--only", "x", "--sim", &sim]);
        let parts = Parts::new(1, false, false, ci);
        let scenarios = vec![scenario.clone()];
        let directory = self.directory();
        Suite::new(&options, &directory, Known::default(), scenarios, parts)?
            .run()
            .await
    }
}

fn scenario(text: &str) -> Scenario {
    let source: Value = json!({
        "name": "not-of-the-smoke-set",
        "steps": [{"line": {"text": text}}, {"result": null}, "eof", {"exit": 0}],
    });
    Scenario {
        area: "turns".to_owned(),
        source: source.clone(),
        ..serde_json::from_value(source).unwrap()
    }
}

#[tokio::test]
async fn a_program_that_matches_its_fixture_passes() {
    let place = Place::new().await;
    assert!(place.run(&place.scenario, false).await.unwrap());
}

#[tokio::test]
async fn a_program_that_differs_from_the_fixture_fails_the_run() {
    let place = Place::new().await;
    place.program(&ANSWERS.replace("yes", "no"));
    assert!(!place.run(&place.scenario, false).await.unwrap());
}

#[tokio::test]
async fn a_damaged_fixture_fails_the_run() {
    let place = Place::new().await;
    place.damage("turns.txt", "result/success", "result/error");
    assert!(!place.run(&place.scenario, false).await.unwrap());
    let place = Place::new().await;
    place.damage("frames.txt", "yes", "no");
    assert!(place.run(&place.scenario, false).await.is_err());
}

#[tokio::test]
async fn a_stale_fixture_without_the_cli_is_skipped_and_fails_in_ci() {
    let place = Place::new().await;
    assert!(place.run(&scenario("changed"), false).await.unwrap());
    assert!(!place.run(&scenario("changed"), true).await.unwrap());
}

#[test]
fn the_smoke_set_has_some_of_each_area() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = crate::scenario::load(&directory.join("scenarios")).unwrap();
    let picked: Vec<&Scenario> = all.iter().filter(|one| is_smoke(&one.name)).collect();
    assert_eq!(picked.len(), smoke().count(), "a name without a scenario");
    let areas: BTreeSet<&str> = picked.iter().map(|one| one.area.as_str()).collect();
    let every: BTreeSet<&str> = all.iter().map(|one| one.area.as_str()).collect();
    assert_eq!(areas, every);
}
