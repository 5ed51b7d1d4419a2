//! The conformance suite: one set of scenarios for the simulator and the real CLI.

mod cell;
mod compare;
mod digest;
mod docs;
mod expected;
mod golden;
mod known;
mod lanes;
mod live;
mod mask;
mod matching;
mod mutants;
mod options;
mod parts;
mod play;
mod process;
mod programs;
mod recording;
mod report;
mod responder;
mod run;
mod scenario;
mod sdks;
mod suite;
mod through;
mod update;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Parser;

use options::Options;
use parts::Parts;
use scenario::Scenario;
use suite::Suite;

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
            report::print_stderr(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Runs the selected mode; false means a failure.
async fn conform(options: &Options) -> Result<bool> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = known::Known::load(directory)?;
    let mut scenarios = scenario::load(&directory.join("scenarios"))?;
    if options.short {
        through::shorten(&mut scenarios);
    }
    if !options.only.is_empty() {
        pick(&mut scenarios, &options.only);
    }
    if scenarios.is_empty() {
        bail!("no scenario has this name");
    }
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let progress = options.is_live() || options.full || options.update_golden;
    let mut parts = Parts::new(options.jobs, options.details, progress, ci);
    if options.sdks {
        let simulator = || options.simulator(directory);
        let program = options.cli.clone().unwrap_or_else(simulator);
        sdks::check(&mut parts, directory, &program).await?;
    } else if options.update_golden {
        update::golden(options, directory, &scenarios, &mut parts).await?;
    } else if options.through_sdk {
        let mut programs = live::programs_of(options, directory)?;
        // Each program is compared with itself, so no other program is needed besides the named one.
        programs.retain(|program| match options.program.as_deref() {
            None | Some("all") => true,
            Some(name) => name == program.name,
        });
        let known = Arc::new(known);
        for program in programs {
            through::check(&mut parts, &scenarios, &program, &known).await;
        }
    } else if options.is_live() {
        live::compare(options, directory, known, scenarios, &mut parts).await?;
    } else {
        let suite = Suite::new(options, directory, known, scenarios, parts)?;
        return suite.run().await;
    }
    parts.finish()
}

/// Keeps the scenarios that match a pattern: those of an area, the one with that name, or else those whose names
/// contain it.
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
