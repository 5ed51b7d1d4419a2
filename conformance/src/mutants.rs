//! Mutants: the suite must detect a simulator with one deliberate defect.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::cell::Cell;
use crate::expected::Seen;
use crate::known::Known;
use crate::parts::Judged;
use crate::programs::Program;
use crate::run::once;
use crate::scenario::Scenario;
use crate::suite::Suite;

/// Step timeout of a mutant. A step that times out detects the mutant too.
const PATIENCE: Duration = Duration::from_secs(10);

/// The table of mutants, `mutants.toml`.
#[derive(Debug, Deserialize)]
struct Table {
    mutant: Vec<Mutant>,
}

/// A mutant and its scenarios, at least one of which must detect it.
#[derive(Debug, Deserialize)]
struct Mutant {
    name: String,
    scenarios: Vec<String>,
}

/// A scenario, and the expected output of the reference.
type Trial = (Scenario, Seen);

/// Plays every mutant; each must differ in one of its scenarios.
pub(crate) async fn detect_all(suite: &mut Suite<'_>) -> Result<()> {
    let mutants = load(suite.directory)?;
    let reference = suite.versions[0].clone();
    let (mut items, mut without) = (Vec::new(), Vec::new());
    for mutant in mutants {
        let mut trials: Vec<Trial> = Vec::new();
        for scenario in needed(&mutant, &suite.scenarios)? {
            let seen = suite.expected.seen(&reference, &scenario.name);
            trials.extend(seen.map(|seen| (scenario.clone(), seen)));
        }
        if trials.is_empty() {
            without.push(mutant.name);
            continue;
        }
        let flags = ["--sim-mutant".to_owned(), mutant.name.clone()];
        let program = Program::simulator(&suite.simulator, &mutant.name, &reference, &flags)?;
        require_support(&program)?;
        items.push((mutant.name, (program, trials)));
    }
    if !without.is_empty() {
        let reason = "the fixtures are stale and the CLI was not played";
        suite.parts.missing("mutants", &without, reason);
    }
    let known = Arc::clone(&suite.known);
    let play = move |(program, trials)| notice(program, trials, Arc::clone(&known));
    suite.parts.play("mutants", items, play).await;
    Ok(())
}

/// Plays the trials until one detects the mutant.
async fn notice(program: Program, trials: Vec<Trial>, known: Arc<Known>) -> Judged<()> {
    let mut seconds = 0.0;
    for (mut scenario, seen) in trials {
        scenario.patience = Some(PATIENCE);
        let cell = match once(&scenario, &program).await {
            Ok(outcome) => {
                seconds += outcome.seconds;
                Cell::compare(&scenario, &program, &seen, &outcome, &known)
            }
            Err(error) => Cell::Stuck(format!("{error:#}")),
        };
        if cell.is_wrong() {
            return Judged {
                cell: Cell::Same,
                seconds,
                result: (),
            };
        }
    }
    Judged {
        cell: Cell::Differs(vec!["no scenario detects it".to_owned()]),
        seconds,
        result: (),
    }
}

/// Fails if the simulator does not support the mutant: its error would count as a detection.
fn require_support(program: &Program) -> Result<()> {
    let (simulator, flags) = program
        .command
        .split_first()
        .context("the simulator has no path")?;
    let output = Command::new(simulator)
        .args(flags)
        .arg("--version")
        .output()?;
    if !output.status.success() {
        bail!(
            "{simulator} has no mutant {}; build it with --all-features",
            program.name
        );
    }
    Ok(())
}

fn needed<'a>(mutant: &Mutant, scenarios: &'a [Scenario]) -> Result<Vec<&'a Scenario>> {
    let find = |name: &String| {
        let found = scenarios.iter().find(|scenario| &scenario.name == name);
        found.with_context(|| format!("mutants.toml: no scenario named {name}"))
    };
    mutant.scenarios.iter().map(find).collect()
}

fn load(directory: &Path) -> Result<Vec<Mutant>> {
    let text = std::fs::read_to_string(directory.join("mutants.toml"))?;
    let table: Table = toml::from_str(&text).context("mutants.toml")?;
    Ok(table.mutant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_mutant_of_the_simulator() {
        let mutants = load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let names: Vec<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
        assert_eq!(names, pilothouse_sim::cli::MUTANTS);
        assert!(mutants.iter().all(|mutant| !mutant.scenarios.is_empty()));
    }
}
