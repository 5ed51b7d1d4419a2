//! Writes golden data: plays the pinned versions of the CLI and stores their output.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cell::Cell;
use crate::compare::compare;
use crate::expected::fixtures;
use crate::golden::Golden;
use crate::lanes::Lanes;
use crate::options::Options;
use crate::parts::{Judged, Parts};
use crate::programs::{self, Program};
use crate::report::say;
use crate::run::{once, skipped};
use crate::scenario::{Scenario, runnable};

/// The number of plays of a scenario with varying output, to observe every order of the CLI.
const UNSTABLE_PLAYS: usize = 8;

/// Plays the scenarios with every pinned version, or with the named one.
pub(crate) async fn golden(
    options: &Options,
    directory: &Path,
    scenarios: &[Scenario],
    parts: &mut Parts,
) -> Result<()> {
    let mut versions = programs::pinned(directory)?;
    if let Some(program) = options.program.as_deref().filter(|name| *name != "all") {
        versions.retain(|version| version == program);
        if versions.is_empty() {
            bail!("{program} is not pinned");
        }
    }
    for version in versions {
        let mut golden = Golden::load(&fixtures(directory), &version)?;
        if options.only.is_empty() {
            for name in golden.orphans(scenarios) {
                golden.remove(&name);
            }
        }
        let program = Program::real(&version)?;
        let picked: Vec<&Scenario> = runnable(scenarios, &version)
            .filter(|scenario| options.again || golden.seen(scenario).is_none())
            .collect();
        // Saved after each area, because a complete run takes long.
        for of_area in picked.chunk_by(|one, next| one.area == next.area) {
            let items = of_area.iter();
            let items = items
                .map(|one| (one.name.clone(), ((*one).clone(), program.clone())))
                .collect();
            let name = format!("real CLI {version}: {}", of_area[0].area);
            let plays = options.plays.max(1);
            let play = move |(scenario, program)| play(scenario, program, plays);
            for ((scenario, _), judged) in parts.play(&name, items, play).await {
                add(&mut golden, &scenario, judged.result);
            }
            golden.save()?;
        }
        golden.save()?;
    }
    Ok(())
}

/// Adds the observed outputs, and reports if the output of the CLI varies.
fn add(golden: &mut Golden, scenario: &Scenario, seen: Vec<Lanes>) {
    let count = |golden: &Golden| golden.seen(scenario).map_or(0, <[Lanes]>::len);
    let before = count(golden);
    for lanes in seen {
        golden.add(scenario, lanes);
    }
    let after = count(golden);
    if after > 1 && after > before {
        say(&format!("{}: {after} different outputs", scenario.name));
    }
}

/// Plays a scenario several times, and more often if the plays differ.
async fn play(scenario: Scenario, program: Program, plays: usize) -> Judged<Vec<Lanes>> {
    if let Some(reason) = skipped(&scenario, &program) {
        return Judged::unplayed(Cell::Skipped(reason));
    }
    let (mut seconds, mut seen) = (0.0, Vec::<Lanes>::new());
    let mut left = plays;
    while left > 0 {
        left -= 1;
        let outcome = match once(&scenario, &program).await {
            Ok(outcome) => outcome,
            Err(error) => return Judged::unplayed(Cell::Stuck(format!("{error:#}"))),
        };
        if let Some(stuck) = outcome.stuck {
            return Judged::unplayed(Cell::Stuck(stuck));
        }
        seconds += outcome.seconds;
        let is_new = |seen: &Lanes| !compare(seen, &outcome.lanes).is_empty();
        if seen.len() == 1 && is_new(&seen[0]) {
            left = UNSTABLE_PLAYS.saturating_sub(plays);
        }
        if seen.iter().all(is_new) {
            seen.push(outcome.lanes);
        }
    }
    Judged {
        cell: Cell::Same,
        seconds,
        result: seen,
    }
}
