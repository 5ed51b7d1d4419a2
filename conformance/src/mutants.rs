//! Mutants: the suite must notice a simulator that is wrong in one way.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::compare::compare;
use crate::options::Options;
use crate::programs::Program;
use crate::report::{progress, say};
use crate::run::{self, Outcomes};
use crate::scenario::Scenario;

/// A mutant and the scenarios that must notice it.
#[derive(Debug, PartialEq, Eq)]
struct Mutant {
    name: String,
    scenarios: Vec<String>,
}

/// Runs every mutant; false means that one was not noticed.
pub(crate) async fn hunt(
    options: &Options,
    directory: &Path,
    scenarios: &[Scenario],
    reference: &Program,
    simulator: &Path,
) -> Result<bool> {
    let text = std::fs::read_to_string(directory.join("MUTANTS.md"))?;
    let mutants = parse(&text);
    if mutants.is_empty() {
        bail!("MUTANTS.md names no mutant");
    }
    let needed = needed(&mutants, scenarios)?;
    let plain = Program::simulator(simulator, "sim", &reference.version, &[])?;
    let honest = [reference.clone(), plain.clone()];
    let outcomes = run::all(&needed, &honest, options, progress).await;
    let mut all = true;
    for mutant in &mutants {
        let flags = ["--sim-mutant".to_owned(), mutant.name.clone()];
        let program = Program::simulator(simulator, &mutant.name, &reference.version, &flags)?;
        let picked: Vec<Scenario> = needed
            .iter()
            .filter(|scenario| mutant.scenarios.contains(&scenario.name))
            .cloned()
            .collect();
        let mutated = run::all(&picked, std::slice::from_ref(&program), options, progress).await;
        let noticed = picked.iter().find_map(|scenario| {
            notice(scenario, reference, &plain, &program, &outcomes, &mutated)
        });
        match noticed {
            Some(how) => say(&format!("{}: noticed in {how}", mutant.name)),
            None => {
                all = false;
                say(&format!("{}: NOT noticed", mutant.name));
            }
        }
    }
    Ok(all)
}

/// How a scenario tells the mutant from the reference, which the plain simulator must equal.
fn notice(
    scenario: &Scenario,
    reference: &Program,
    plain: &Program,
    mutant: &Program,
    outcomes: &Outcomes,
    mutated: &Outcomes,
) -> Option<String> {
    let key = |program: &Program| (scenario.name.clone(), program.name.clone());
    let expected = outcomes.get(&key(reference))?.as_ref().ok()?;
    let honest = outcomes.get(&key(plain))?.as_ref().ok()?;
    if honest.stuck.is_some() || !compare(&expected.lanes, &honest.lanes).is_empty() {
        return None;
    }
    let wrong = mutated.get(&key(mutant))?.as_ref().ok()?;
    let told = match &wrong.stuck {
        Some(stuck) => stuck.clone(),
        None => compare(&expected.lanes, &wrong.lanes).into_iter().next()?,
    };
    Some(format!("{}: {told}", scenario.name))
}

fn needed(mutants: &[Mutant], scenarios: &[Scenario]) -> Result<Vec<Scenario>> {
    let mut needed: Vec<Scenario> = Vec::new();
    for name in mutants.iter().flat_map(|mutant| &mutant.scenarios) {
        if needed.iter().any(|scenario| &scenario.name == name) {
            continue;
        }
        let found = scenarios.iter().find(|scenario| &scenario.name == name);
        needed.push(
            found
                .with_context(|| format!("MUTANTS.md names no scenario: {name}"))?
                .clone(),
        );
    }
    Ok(needed)
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
