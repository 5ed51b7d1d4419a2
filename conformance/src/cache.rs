//! What the real CLI said in an earlier run, for quick loops while working on the simulator.
//!
//! Only with `--cached`: a run that decides anything asks the real CLI.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use crate::lanes::Lanes;
use crate::programs::{Program, cache};
use crate::scenario::Scenario;

/// The lanes of an earlier run, if there was one with this suite, scenario and program.
pub(crate) fn load(scenario: &Scenario, program: &Program) -> Option<Lanes> {
    let text = std::fs::read_to_string(path(scenario, program)?).ok()?;
    serde_json::from_str(&text).ok()
}

/// Keeps the lanes for the next run. What cannot be kept is run again.
pub(crate) fn store(scenario: &Scenario, program: &Program, lanes: &Lanes) {
    let (Some(path), Ok(text)) = (path(scenario, program), serde_json::to_string(lanes)) else {
        return;
    };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).ok();
    }
    std::fs::write(path, text).ok();
}

/// The place depends on everything that decides the lanes: the scenario, the program, and how
/// this suite masks and sorts, which the time it was built at stands for.
fn path(scenario: &Scenario, program: &Program) -> Option<PathBuf> {
    let built = std::env::current_exe()
        .ok()?
        .metadata()
        .ok()?
        .modified()
        .ok()?;
    let mut hasher = DefaultHasher::new();
    (format!("{scenario:?}"), &program.version, built).hash(&mut hasher);
    let name = format!("{}.{:016x}.json", scenario.name, hasher.finish());
    Some(cache("conformance").ok()?.join(&program.version).join(name))
}
