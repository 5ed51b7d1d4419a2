//! One set of scenarios, run against the simulator and the real CLI.

mod cache;
mod compare;
mod docs;
mod known;
mod lanes;
mod mask;
mod matching;
mod mutants;
mod options;
mod play;
mod process;
mod programs;
mod recording;
mod report;
mod responder;
mod run;
mod scenario;
mod sdks;
mod through;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser;

use options::Options;
use programs::Program;
use scenario::Scenario;

/// How often a scenario that went wrong is played again, with every program: the real CLI does not
/// always do the same, and a busy machine makes a step too slow. What is really different stays so.
const REPEATS: usize = 8;

fn main() -> ExitCode {
    let options = Options::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(conform(&options)),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            report::complain(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Does what the command line asks for; false means that something differs that must not.
async fn conform(options: &Options) -> Result<bool> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = known::Known::load(directory)?;
    let mut scenarios = scenario::load(&directory.join("scenarios"))?;
    if options.sdks {
        let program = options
            .cli
            .clone()
            .unwrap_or_else(|| simulator_of(options, directory));
        return sdks::check(directory, &program).await;
    }
    if options.mutants {
        let versions = programs::pinned(directory)?;
        let reference = Program::real(&versions[0])?;
        let simulator = simulator_of(options, directory);
        return mutants::hunt(options, directory, &scenarios, &reference, &simulator).await;
    }
    if options.short {
        through::shorten(&mut scenarios);
    }
    if !options.only.is_empty() {
        pick(&mut scenarios, &options.only);
    }
    if scenarios.is_empty() {
        bail!("no scenario has this name");
    }
    let mut programs = programs_of(options, directory)?;
    if options.through_sdk {
        // Each program is compared with itself, so none is needed beside the one that was named.
        programs.retain(|program| options.program == "all" || options.program == program.name);
        return through::check(&scenarios, &programs, &known, options).await;
    }
    let mut outcomes = run::all(&scenarios, &programs, options, report::progress).await;
    for _ in 0..REPEATS {
        let report = report::Report::new(&scenarios, &programs, &outcomes, &known);
        let mut doubtful = scenarios.clone();
        doubtful.retain(|scenario| report.is_wrong(&scenario.name));
        if doubtful.is_empty() {
            break;
        }
        report::say(&format!("playing {} scenarios again", doubtful.len()));
        outcomes.extend(run::all(&doubtful, &programs, options, report::progress).await);
    }
    if let Some(directory) = &options.keep {
        keep(directory, &outcomes)?;
    }
    if options.record {
        record(
            &directory.join("../fixtures/recordings"),
            &programs,
            &outcomes,
        )?;
    }
    let report = report::Report::new(&scenarios, &programs, &outcomes, &known);
    report.print(options);
    if options.docs {
        docs::write(&directory.join("../docs/conformance.md"), &report, &known)?;
    }
    let whole = options.only.is_empty() && options.program == "all" && options.cli.is_none();
    let sdks = !whole || sdks::check(directory, &simulator_of(options, directory)).await?;
    Ok(report.passed() && sdks)
}

/// Writes the recordings of all runs, neutral and trimmed.
fn keep(directory: &Path, outcomes: &run::Outcomes) -> Result<()> {
    std::fs::create_dir_all(directory)?;
    for ((scenario, program), outcome) in outcomes {
        let Ok(outcome) = outcome else { continue };
        let path = directory.join(format!("{scenario}.{program}.ndjson"));
        recording::write(
            &path,
            &outcome.played.recording,
            &outcome.root,
            &outcome.api,
        )?;
    }
    Ok(())
}

/// Makes fixtures of what the real programs said.
fn record(fixtures: &Path, programs: &[Program], outcomes: &run::Outcomes) -> Result<()> {
    for program in programs.iter().filter(|program| !program.simulator) {
        let directory = fixtures.join(&program.version);
        std::fs::create_dir_all(&directory)?;
        for ((scenario, name), outcome) in outcomes {
            let Ok(outcome) = outcome else { continue };
            if *name != program.name || outcome.stuck.is_some() {
                continue;
            }
            let path = directory.join(format!("{scenario}.ndjson"));
            recording::write(
                &path,
                &outcome.played.recording,
                &outcome.root,
                &outcome.api,
            )?;
        }
    }
    Ok(())
}

/// Keeps the scenarios a pattern picks: those of an area, the one of that name, or else those
/// whose names contain it.
fn pick(scenarios: &mut Vec<Scenario>, patterns: &[String]) {
    let names: Vec<String> = scenarios
        .iter()
        .map(|scenario| scenario.name.clone())
        .collect();
    scenarios.retain(|scenario| {
        patterns.iter().any(|pattern| {
            let part = !names.contains(pattern) && scenario.name.contains(pattern.as_str());
            scenario.area == *pattern || scenario.name == *pattern || part
        })
    });
}

/// The programs to run, the reference first.
fn programs_of(options: &Options, directory: &Path) -> Result<Vec<Program>> {
    let mut versions = programs::pinned(directory)?;
    if let Some(reference) = &options.reference {
        versions.retain(|version| version == reference);
        if versions.is_empty() {
            bail!("{reference} is not pinned");
        }
    }
    let wanted = |name: &str| options.program == "all" || options.program == name;
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
        let simulator = simulator_of(options, directory);
        programs.push(Program::simulator(&simulator, "sim", &versions[0], &[])?);
    }
    for version in &versions[1..] {
        if wanted(version) {
            programs.push(Program::real(version)?);
        }
    }
    Ok(programs)
}

fn simulator_of(options: &Options, directory: &Path) -> PathBuf {
    let built = || programs::built_simulator(directory);
    options.sim.clone().unwrap_or_else(built)
}
