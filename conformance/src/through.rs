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
use crate::known::Known;
use crate::lanes::Lanes;
use crate::options::Options;
use crate::play::Way;
use crate::programs::Program;
use crate::report::say;
use crate::run::{once_by, skipped};
use crate::scenario::Scenario;
pub(crate) use driven::Driven;

/// The scenarios that `--short` plays.
const SHORT: &str = include_str!("../through.txt");

/// How often a scenario that differs is played again: the real CLI does not always do the same.
const REPEATS: usize = 4;

/// How many differences of a scenario are printed without `--details`.
const PRINTED: usize = 4;

/// What came of one scenario with one program.
enum Cell {
    Same,
    /// Differs only as is known, and why.
    Known(Vec<String>),
    Differs(Vec<String>),
    /// Not played, and why.
    NotRun(String),
}

/// Leaves some scenarios of each area.
pub(crate) fn shorten(scenarios: &mut Vec<Scenario>) {
    scenarios.retain(|scenario| chosen().any(|name| name == scenario.name));
}

fn chosen() -> impl Iterator<Item = &'static str> {
    SHORT.lines().filter(|line| !line.starts_with('#'))
}

/// Plays every scenario with every program in both ways; false means that something differs.
pub(crate) async fn check(
    scenarios: &[Scenario],
    programs: &[Program],
    known: &Known,
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
        let cell = excused(cell, &scenarios[place.0].name, known);
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

/// Tells a difference that is listed from one that is not.
fn excused(cell: Cell, scenario: &str, known: &Known) -> Cell {
    let Cell::Differs(differences) = cell else {
        return cell;
    };
    let reasons: Option<Vec<String>> = differences
        .iter()
        .map(|difference| {
            let reason = known.reason_through(scenario, difference)?;
            Some(reason.to_owned())
        })
        .collect();
    match reasons {
        Some(mut reasons) => {
            reasons.dedup();
            Cell::Known(reasons)
        }
        None => Cell::Differs(differences),
    }
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
            nameless(lanes);
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

/// Without events nobody knows which id is the session's.
fn nameless(lanes: &mut Lanes) {
    for frame in lanes.lanes.values_mut().flatten().flatten() {
        if let Some(Value::String(text)) = frame.get_mut("stderr") {
            *text = text.replace("<session-1>", "<uuid>");
        }
    }
}

/// Prints how many scenarios of each area are the same with each program, what is known to differ, and why others were not played.
fn print(scenarios: &[Scenario], programs: &[Program], cells: &BTreeMap<(usize, usize), Cell>) {
    let mut areas: Vec<&str> = scenarios.iter().map(|one| one.area.as_str()).collect();
    areas.dedup();
    let names: Vec<&str> = programs.iter().map(|one| one.name.as_str()).collect();
    say(&format!("\nthrough the SDK | {}", names.join(" | ")));
    for area in areas.into_iter().map(Some).chain([None]) {
        let columns: Vec<String> = (0..programs.len())
            .map(|column| {
                let of_area = cells.iter().filter(|((row, at), _)| {
                    *at == column && area.is_none_or(|area| scenarios[*row].area == area)
                });
                count(of_area.map(|(_, cell)| cell))
            })
            .collect();
        say(&format!(
            "{} | {}",
            area.unwrap_or("all"),
            columns.join(" | ")
        ));
    }
    for (column, program) in programs.iter().enumerate() {
        let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for ((row, _), cell) in cells.iter().filter(|((_, at), _)| *at == column) {
            let listed = match cell {
                Cell::NotRun(reason) => vec![format!("not run, {reason}")],
                Cell::Known(all) => all.iter().map(|one| format!("known, {one}")).collect(),
                Cell::Same | Cell::Differs(_) => Vec::new(),
            };
            for reason in listed {
                reasons
                    .entry(reason)
                    .or_default()
                    .push(&scenarios[*row].name);
            }
        }
        for (reason, names) in reasons {
            let (program, count) = (&program.name, names.len());
            say(&format!(
                "{program}: {reason} ({count}): {}",
                names.join(", ")
            ));
        }
    }
}

fn count<'a>(cells: impl Iterator<Item = &'a Cell>) -> String {
    let (mut same, mut known, mut played) = (0, 0, 0);
    for cell in cells {
        same += usize::from(matches!(cell, Cell::Same));
        known += usize::from(matches!(cell, Cell::Known(_)));
        played += usize::from(!matches!(cell, Cell::NotRun(_)));
    }
    match known {
        0 => format!("{same} of {played} the same"),
        _ => format!("{same} of {played} the same, {known} known"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_short_list_has_some_of_each_area() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let all = crate::scenario::load(&directory).unwrap();
        let mut short = all.clone();
        shorten(&mut short);
        assert_eq!(short.len(), chosen().count(), "a name of no scenario");
        let areas = |scenarios: &[Scenario]| -> BTreeSet<String> {
            scenarios.iter().map(|one| one.area.clone()).collect()
        };
        assert_eq!(areas(&short), areas(&all));
        for scenario in &short {
            assert_eq!(adapt::cannot_say(scenario), None, "{}", scenario.name);
        }
    }

    #[test]
    fn only_listed_differences_are_excused() {
        let known: Known = serde_json::from_value(serde_json::json!({"through_sdk": [
            {"scenarios": ["a"], "begins": "result", "reason": "by design"}
        ]}))
        .unwrap();
        let differs =
            |text: &[&str]| Cell::Differs(text.iter().map(|text| (*text).to_owned()).collect());
        assert!(matches!(
            excused(differs(&["result: x"]), "a", &known),
            Cell::Known(_)
        ));
        assert!(matches!(
            excused(differs(&["result: x"]), "b", &known),
            Cell::Differs(_)
        ));
        let both = differs(&["result: x", "init: y"]);
        assert!(matches!(excused(both, "a", &known), Cell::Differs(_)));
    }
}
