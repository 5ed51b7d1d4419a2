//! Compares programs with a live reference: for an unpinned version, for recordings, and for work on the simulator.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};

use crate::cell::Cell;
use crate::known::Known;
use crate::options::Options;
use crate::parts::{Judged, Parts};
use crate::programs::{self, Program};
use crate::recording;
use crate::report::{Report, Row};
use crate::run::{Outcome, once, skipped};
use crate::scenario::Scenario;

/// The outcomes of one scenario with each program.
type Outcomes = Vec<Option<Result<Outcome>>>;

/// Plays every scenario with the reference and with the named programs.
pub(crate) async fn compare(
    options: &Options,
    directory: &Path,
    known: Known,
    scenarios: Vec<Scenario>,
    parts: &mut Parts,
) -> Result<()> {
    let programs = programs_of(options, directory)?;
    let items = scenarios
        .into_iter()
        .map(|scenario| (scenario.name.clone(), scenario))
        .collect();
    let (shared, known) = (Arc::new(programs.clone()), Arc::new(known));
    let play = move |scenario| play(scenario, Arc::clone(&shared), Arc::clone(&known));
    let mut report = Report {
        programs,
        rows: Vec::new(),
    };
    for (scenario, judged) in parts.play("live", items, play).await {
        let Some((row, outcomes)) = judged.result else {
            continue;
        };
        report.rows.push(row);
        for (program, outcome) in report.programs.iter().zip(&outcomes) {
            if let Some(Ok(outcome)) = outcome {
                write(options, directory, &scenario, program, outcome)?;
            }
        }
    }
    report.print(options.details);
    Ok(())
}

/// Plays a scenario with every program sequentially.
async fn play(
    scenario: Scenario,
    programs: Arc<Vec<Program>>,
    known: Arc<Known>,
) -> Judged<Option<(Row, Outcomes)>> {
    let mut outcomes = Outcomes::new();
    for program in programs.iter() {
        outcomes.push(match skipped(&scenario, program) {
            Some(_) => None,
            None => Some(once(&scenario, program).await),
        });
    }
    let cells: Vec<Cell> = programs
        .iter()
        .zip(&outcomes)
        .map(|(program, outcome)| {
            let beside = (&programs[0], outcomes[0].as_ref());
            cell(&scenario, program, outcome.as_ref(), beside, &known)
        })
        .collect();
    let reference = &programs[0].version;
    let wrong = programs.iter().zip(&cells).find(|(program, cell)| {
        let counts = program.version == *reference || program.given;
        cell.is_wrong() && (counts || matches!(cell, Cell::Stuck(_)))
    });
    let seconds = outcomes.iter().flatten().flatten().map(|one| one.seconds);
    Judged {
        cell: wrong.map_or(Cell::Same, |(_, cell)| cell.clone()),
        seconds: seconds.sum(),
        result: Some((
            Row {
                area: scenario.area.clone(),
                name: scenario.name.clone(),
                cells,
            },
            outcomes,
        )),
    }
}

fn cell(
    scenario: &Scenario,
    program: &Program,
    outcome: Option<&Result<Outcome>>,
    (reference, beside): (&Program, Option<&Result<Outcome>>),
    known: &Known,
) -> Cell {
    let outcome = match outcome {
        Some(Ok(outcome)) => outcome,
        Some(Err(error)) => return Cell::Stuck(format!("{error:#}")),
        None => return Cell::Skipped(skipped(scenario, program).unwrap_or_default()),
    };
    if let Some(step) = &outcome.stuck {
        return Cell::Stuck(step.clone());
    }
    let expected = match beside {
        Some(Ok(expected)) if expected.stuck.is_none() => std::slice::from_ref(&expected.lanes),
        _ => return Cell::Skipped("the reference failed".to_owned()),
    };
    if program.version == reference.version {
        return Cell::compare(scenario, program, expected, outcome, known);
    }
    let actual = std::slice::from_ref(&outcome.lanes);
    Cell::between(&program.version, expected, actual, known)
}

/// Writes the requested recordings, neutralized and trimmed.
fn write(
    options: &Options,
    directory: &Path,
    scenario: &Scenario,
    program: &Program,
    outcome: &Outcome,
) -> Result<()> {
    let mut paths = Vec::new();
    if let Some(kept) = &options.keep {
        paths.push(kept.join(format!("{}.{}.ndjson", scenario.name, program.name)));
    }
    if options.record && !program.simulator && outcome.stuck.is_none() {
        let fixtures = directory.join("../fixtures/recordings");
        paths.push(
            fixtures
                .join(&program.version)
                .join(format!("{}.ndjson", scenario.name)),
        );
    }
    for path in paths {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        recording::write(
            &path,
            &outcome.played.recording,
            &outcome.root,
            &outcome.api,
        )?;
    }
    Ok(())
}

/// The programs to play, the reference first.
pub(crate) fn programs_of(options: &Options, directory: &Path) -> Result<Vec<Program>> {
    let mut versions = programs::pinned(directory)?;
    if let Some(reference) = &options.reference {
        versions.retain(|version| version == reference);
        if versions.is_empty() {
            bail!("{reference} is not pinned");
        }
    }
    let wanted = |name: &str| match options.program.as_deref() {
        None | Some("all") => true,
        Some(program) => program == name,
    };
    let mut programs = vec![Program::real(&versions[0])?];
    if let Some(path) = &options.cli {
        programs.push(Program::other(path)?);
        return Ok(programs);
    }
    if options.twice {
        let mut again = Program::real(&versions[0])?;
        again.name = format!("{} again", versions[0]);
        programs.push(again);
    }
    if wanted("sim") {
        let simulator = options.simulator(directory);
        programs.push(Program::simulator(&simulator, "sim", &versions[0], &[])?);
    }
    for version in &versions[1..] {
        if wanted(version) {
            programs.push(Program::real(version)?);
        }
    }
    Ok(programs)
}
