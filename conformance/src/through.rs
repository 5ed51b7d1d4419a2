//! The scenarios played through pilothouse-sdk, beside the same program over bare pipes.
//!
//! Both are played as the SDK would: the host introduces itself at every start, asks for session
//! states and names its permission mode. So nothing has to be excused but the names of ids.

mod adapt;
mod driven;
mod handlers;

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::compare::compare;
use crate::lanes::Lanes;
use crate::options::Options;
use crate::play::Way;
use crate::programs::Program;
use crate::report::say;
use crate::run::{once_by, skipped};
use crate::scenario::Scenario;
pub(crate) use driven::Driven;

/// How often a scenario that differs is played again: the real CLI does not always do the same.
const REPEATS: usize = 4;

/// How many differences of a scenario are printed without `--details`.
const PRINTED: usize = 4;

/// What came of one scenario with one program.
enum Cell {
    Same,
    Differs(Vec<String>),
    /// Not played, and why.
    NotRun(String),
}

/// Plays every scenario with every program in both ways; false means that something differs.
pub(crate) async fn check(
    scenarios: &[Scenario],
    programs: &[Program],
    options: &Options,
) -> Result<bool> {
    let gate = Arc::new(Semaphore::new(options.jobs));
    let mut running = JoinSet::new();
    for (row, scenario) in scenarios.iter().enumerate() {
        for (column, program) in programs.iter().enumerate() {
            let (scenario, program, gate) = (scenario.clone(), program.clone(), Arc::clone(&gate));
            running.spawn(async move {
                let _permit = gate.acquire().await;
                ((row, column), cell(&scenario, &program).await)
            });
        }
    }
    let mut cells = BTreeMap::new();
    while let Some(joined) = running.join_next().await {
        let (place, cell) = joined?;
        if let Cell::Differs(differences) = &cell {
            let (scenario, program) = (&scenarios[place.0].name, &programs[place.1].name);
            say(&format!(
                "{scenario} with {program} differs through the SDK:"
            ));
            let shown = if options.details { usize::MAX } else { PRINTED };
            for difference in differences.iter().take(shown) {
                say(&format!("    {difference}"));
            }
        }
        cells.insert(place, cell);
    }
    print(scenarios, programs, &cells);
    Ok(!cells.values().any(|cell| matches!(cell, Cell::Differs(_))))
}

async fn cell(scenario: &Scenario, program: &Program) -> Cell {
    if let Some(reason) = skipped(scenario, program) {
        return Cell::NotRun(format!("skipped: {reason}"));
    }
    if let Some(reason) = adapt::cannot_say(scenario) {
        return Cell::NotRun(format!("the SDK cannot say it: {reason}"));
    }
    let scenario = adapt::introduced(scenario);
    let mut cell = Cell::Same;
    for _ in 0..=REPEATS {
        cell = match both(&scenario, program).await {
            Ok(cell) => cell,
            Err(error) => Cell::Differs(vec![format!("{error:#}")]),
        };
        if !matches!(cell, Cell::Differs(_)) {
            break;
        }
    }
    cell
}

async fn both(scenario: &Scenario, program: &Program) -> Result<Cell> {
    let pipes = once_by(scenario, program, Way::Pipes).await?;
    let driven = once_by(scenario, program, Way::Sdk).await?;
    let (mut expected, mut actual) = (neutral(pipes.lanes), neutral(driven.lanes));
    if driven.played.unstarted {
        // A session that never began has no events; its error carries the exit, which is compared.
        for lanes in [&mut expected, &mut actual] {
            lanes.lanes.retain(|name, _| name == "exit");
            lanes.spine.clear();
        }
    } else if let Some(stuck) = pipes.stuck {
        return Ok(Cell::NotRun(format!(
            "a host that introduces itself cannot play it: {stuck}"
        )));
    } else if let Some(stuck) = driven.stuck {
        return Ok(Cell::Differs(vec![format!("stuck: {stuck}")]));
    }
    let differences = compare(&expected, &actual);
    Ok(if differences.is_empty() {
        Cell::Same
    } else {
        Cell::Differs(differences)
    })
}

/// Leaves out what the SDK says of its own accord and the CLI echoes: which call an answer is for.
fn neutral(mut lanes: Lanes) -> Lanes {
    for frame in lanes.lanes.values_mut().flatten().flatten() {
        if let Some(Value::Object(answer)) = frame.pointer_mut("/response/response") {
            answer.remove("toolUseID");
        }
    }
    lanes
}

/// Prints how many scenarios of each area are the same with each program, and why others were not played.
fn print(scenarios: &[Scenario], programs: &[Program], cells: &BTreeMap<(usize, usize), Cell>) {
    let mut areas: Vec<&str> = scenarios.iter().map(|one| one.area.as_str()).collect();
    areas.dedup();
    let names: Vec<&str> = programs.iter().map(|one| one.name.as_str()).collect();
    say(&format!("\nthrough the SDK | {}", names.join(" | ")));
    let mut totals = vec![(0, 0); programs.len()];
    for area in areas {
        let mut columns = Vec::new();
        for (column, total) in totals.iter_mut().enumerate() {
            let of_area = cells
                .iter()
                .filter(|((row, at), _)| *at == column && scenarios[*row].area == area);
            let (mut same, mut played) = (0, 0);
            for (_, cell) in of_area {
                same += usize::from(matches!(cell, Cell::Same));
                played += usize::from(!matches!(cell, Cell::NotRun(_)));
            }
            total.0 += same;
            total.1 += played;
            columns.push(format!("{same} of {played} the same"));
        }
        say(&format!("{area} | {}", columns.join(" | ")));
    }
    let columns: Vec<String> = totals
        .iter()
        .map(|(same, played)| format!("{same} of {played} the same"))
        .collect();
    say(&format!("all | {}\n", columns.join(" | ")));
    for (column, program) in programs.iter().enumerate() {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for ((row, at), cell) in cells {
            if let (true, Cell::NotRun(reason)) = (*at == column, cell) {
                reasons
                    .entry(reason)
                    .or_default()
                    .push(&scenarios[*row].name);
            }
        }
        for (reason, names) in reasons {
            say(&format!(
                "{}: not run, {reason} ({}): {}",
                program.name,
                names.len(),
                names.join(", ")
            ));
        }
    }
}
