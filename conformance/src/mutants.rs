//! Mutants: the suite must notice a simulator that is wrong in one way.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::cell::Cell;
use crate::expected::Seen;
use crate::known::Known;
use crate::parts::Judged;
use crate::programs::Program;
use crate::run::once;
use crate::scenario::Scenario;
use crate::suite::Suite;

/// How long a step of a mutant waits. Some leave a step without what it waits for, and being stuck
/// is noticed too.
const PATIENCE: Duration = Duration::from_secs(10);

/// A mutant and the scenarios that must notice it.
#[derive(Debug, PartialEq, Eq)]
struct Mutant {
    name: String,
    scenarios: Vec<String>,
}

/// A scenario, and what the reference writes in it.
type Trial = (Scenario, Seen);

/// Plays every mutant; each must differ in one of its scenarios.
pub(crate) async fn hunt(suite: &mut Suite<'_>) -> Result<()> {
    let text = std::fs::read_to_string(suite.directory.join("MUTANTS.md"))?;
    let mutants = parse(&text);
    if mutants.is_empty() {
        bail!("MUTANTS.md names no mutant");
    }
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

/// Plays the trials until one tells the mutant from the reference.
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
        cell: Cell::Differs(vec!["no scenario notices it".to_owned()]),
        seconds,
        result: (),
    }
}

fn needed<'a>(mutant: &Mutant, scenarios: &'a [Scenario]) -> Result<Vec<&'a Scenario>> {
    let find = |name: &String| {
        let found = scenarios.iter().find(|scenario| &scenario.name == name);
        found.with_context(|| format!("MUTANTS.md names no scenario: {name}"))
    };
    mutant.scenarios.iter().map(find).collect()
}

/// Reads the table: the first column is the name, the last the scenarios.
fn parse(text: &str) -> Vec<Mutant> {
    text.lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| name"))
        .filter_map(|line| {
            let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [name, _, scenarios] = columns[..] else {
                return None;
            };
            Some(Mutant {
                name: name.to_owned(),
                scenarios: scenarios
                    .split(',')
                    .map(|name| name.trim().to_owned())
                    .collect(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_mutants_is_read() {
        let text = include_str!("../MUTANTS.md");
        let mutants = parse(text);
        assert!(mutants.len() >= 10);
        assert_eq!(mutants[0].name, "no-echo");
        assert_eq!(mutants[0].scenarios, ["ask-allow"]);
    }
}
