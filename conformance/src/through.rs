//! Plays the scenarios through pilothouse-sdk, and compares them with the same program over bare pipes.
//!
//! Both are played like the SDK: the host sends `initialize` at every start, enables session states and sets its
//! permission mode. Therefore only the names of IDs need to be ignored.

mod adapt;
mod driven;
mod handlers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use serde_json::Value;

use crate::cell::Cell;
use crate::compare::compare;
use crate::known::Known;
use crate::lanes::Lanes;
use crate::parts::{Judged, Parts};
use crate::play::Way;
use crate::programs::Program;
use crate::report::say;
use crate::run::{once_by, skipped};
use crate::scenario::{Scenario, runnable};
use crate::suite::Suite;
pub(crate) use driven::Driven;

/// The scenarios of the short list, some of each area; the real CLI plays those with the word `live` in every run.
const SHORT: &str = include_str!("../through.txt");

/// Follows the name of a scenario that the real CLI plays too.
const LIVE: &str = " live";

/// Plays the simulator and the real CLI through the SDK: the short list, or in a full run all.
pub(crate) async fn parts(suite: &mut Suite<'_>) -> Result<()> {
    let full = suite.options.full;
    let reference = suite.versions[0].clone();
    let short = |scenario: &&Scenario| full || chosen().any(|(name, _)| name == scenario.name);
    let live =
        |scenario: &&Scenario| full || chosen().any(|(name, live)| live && name == scenario.name);
    let mut scenarios: Vec<Scenario> = runnable(&suite.scenarios, &reference)
        .filter(short)
        .cloned()
        .collect();
    let simulator = Program::simulator(&suite.simulator, "sim", &reference, &[])?;
    check(&mut suite.parts, &scenarios, &simulator, &suite.known).await;
    scenarios.retain(|scenario| live(&scenario));
    let count = if full { suite.versions.len() } else { 1 };
    for version in suite.versions.clone().into_iter().take(count) {
        match suite.real_program(&version) {
            Some(program) => check(&mut suite.parts, &scenarios, &program, &suite.known).await,
            None => {
                let reason = format!("Claude CLI {version} is not installed");
                let name = format!("{version} through the SDK");
                let names: Vec<String> = scenarios.iter().map(|one| one.name.clone()).collect();
                suite.parts.missing(&name, &names, &reason);
            }
        }
    }
    Ok(())
}

/// Keeps some scenarios of each area.
pub(crate) fn shorten(scenarios: &mut Vec<Scenario>) {
    scenarios.retain(|scenario| chosen().any(|(name, _)| name == scenario.name));
}

/// The names of the short list, and whether the real CLI plays each in every run.
fn chosen() -> impl Iterator<Item = (&'static str, bool)> {
    let lines = SHORT.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| match line.strip_suffix(LIVE) {
        Some(name) => (name, true),
        None => (line, false),
    })
}

/// Plays scenarios with a program over bare pipes and through the SDK, and compares the two.
pub(crate) async fn check(
    parts: &mut Parts,
    scenarios: &[Scenario],
    program: &Program,
    known: &Arc<Known>,
) {
    let mut unsaid: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
    let mut items = Vec::new();
    for scenario in runnable(scenarios, &program.version) {
        match adapt::unsupported_reason(scenario) {
            Some(reason) => unsaid.entry(reason).or_default().push(&scenario.name),
            None => items.push((scenario.name.clone(), (scenario.clone(), program.clone()))),
        }
    }
    let name = format!("{} through the SDK", program.name);
    let known = Arc::clone(known);
    let play = move |(scenario, program)| judge(scenario, program, Arc::clone(&known));
    parts.play(&name, items, play).await;
    for (reason, names) in unsaid {
        let (count, names) = (names.len(), names.join(", "));
        say(&format!("{name}: not played, {reason} ({count}): {names}"));
    }
}

async fn judge(scenario: Scenario, program: Program, known: Arc<Known>) -> Judged<()> {
    if let Some(reason) = skipped(&scenario, &program) {
        return Judged::unplayed(Cell::Skipped(reason));
    }
    let started = Instant::now();
    let cell = match both(&adapt::introduced(&scenario), &program).await {
        Ok(cell) => excused(cell, &scenario.name, &known),
        Err(error) => Cell::Stuck(format!("{error:#}")),
    };
    Judged {
        cell,
        seconds: started.elapsed().as_secs_f32(),
        result: (),
    }
}

/// Separates listed differences from others.
fn excused(cell: Cell, scenario: &str, known: &Known) -> Cell {
    let Cell::Differs(differences) = cell else {
        return cell;
    };
    let reasons: Option<BTreeSet<String>> = differences
        .iter()
        .map(|difference| {
            let reason = known.reason_through(scenario, difference)?;
            Some(reason.to_owned())
        })
        .collect();
    match reasons {
        Some(reasons) => Cell::Known(reasons),
        None => Cell::Differs(differences),
    }
}

async fn both(scenario: &Scenario, program: &Program) -> Result<Cell> {
    let pipes = once_by(scenario, program, Way::Pipes).await?;
    let driven = once_by(scenario, program, Way::Sdk).await?;
    let (mut expected, mut actual) = (neutral(pipes.lanes), neutral(driven.lanes));
    if adapt::follows_up(scenario) {
        // The message after a denial may arrive before or after the end of the turn, so the session may or may not be
        // idle in between.
        for lanes in [&mut expected, &mut actual] {
            lanes.lanes.remove("system/session_state_changed");
        }
    }
    if driven.played.unstarted {
        // A session that failed to start has no events; its error includes the exit, which is compared.
        for lanes in [&mut expected, &mut actual] {
            lanes.lanes.retain(|name, _| name == "exit");
            lanes.spine.clear();
            nameless(lanes);
        }
    } else if let Some(stuck) = pipes.stuck {
        return Ok(Cell::Skipped(format!(
            "a host that sends initialize cannot play it: {stuck}"
        )));
    } else if let Some(stuck) = driven.stuck {
        return Ok(Cell::Stuck(stuck));
    }
    Ok(Cell::of(compare(&expected, &actual)))
}

/// Removes a field that the SDK adds and the CLI echoes: the call of a response.
fn neutral(mut lanes: Lanes) -> Lanes {
    for frame in lanes.lanes.values_mut().flatten().flatten() {
        if let Some(Value::Object(answer)) = frame.pointer_mut("/response/response") {
            answer.remove("toolUseID");
        }
    }
    lanes
}

/// Without events the session's ID is unknown.
fn nameless(lanes: &mut Lanes) {
    for frame in lanes.lanes.values_mut().flatten().flatten() {
        if let Some(Value::String(text)) = frame.get_mut("stderr") {
            *text = text.replace("<session-1>", "<uuid>");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_short_list_has_some_of_each_area() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let mut playable = crate::scenario::load(&directory).unwrap();
        let mut short = playable.clone();
        shorten(&mut short);
        playable.retain(|scenario| adapt::unsupported_reason(scenario).is_none());
        assert_eq!(short.len(), chosen().count(), "a name without a scenario");
        let areas = |scenarios: &[Scenario]| -> BTreeSet<String> {
            scenarios.iter().map(|one| one.area.clone()).collect()
        };
        assert_eq!(areas(&short), areas(&playable));
        for scenario in &short {
            assert_eq!(
                adapt::unsupported_reason(scenario),
                None,
                "{}",
                scenario.name
            );
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
