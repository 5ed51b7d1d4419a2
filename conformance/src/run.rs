//! Plays one scenario with one program.

use std::net::SocketAddr;

use anyhow::Result;
use pilothouse_sim::model::Model;

use crate::lanes::{Lanes, lanes};
use crate::mask::Masker;
use crate::play::{Played, Way, play};
use crate::process::{Launch, Scratch, environment};
use crate::programs::Program;
use crate::scenario::Scenario;

/// The flags of every scenario.
const FLAGS: [&str; 10] = [
    "--output-format",
    "stream-json",
    "--input-format",
    "stream-json",
    "--verbose",
    "--include-partial-messages",
    "--replay-user-messages",
    "--permission-prompt-tool=stdio",
    "--model=claude-sonnet-4-5-20250929",
    "--setting-sources=user,project,local",
];

/// The outcome of one scenario with one program.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) lanes: Lanes,
    pub(crate) stuck: Option<String>,
    pub(crate) played: Played,
    /// The directory of the home and the project; already removed.
    pub(crate) root: std::path::PathBuf,
    /// The address of the scripted model.
    pub(crate) api: String,
    pub(crate) seconds: f32,
}

/// Plays one scenario with one program in a temporary home.
pub(crate) async fn once(scenario: &Scenario, program: &Program) -> Result<Outcome> {
    once_by(scenario, program, Way::Pipes).await
}

/// Plays one scenario with either connection.
pub(crate) async fn once_by(scenario: &Scenario, program: &Program, way: Way) -> Result<Outcome> {
    let started = std::time::Instant::now();
    let scratch = Scratch::new()?;
    let model = Model::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let launch = launch(scenario, program, &scratch, &model.base_url());
    let played = play(scenario, &launch, &scratch, way).await?;
    let api = model.address().to_string();
    let masker = Masker::new(&played, scratch.root.path(), &program.version, &api);
    let lanes = lanes(&played, &masker, !scenario.unordered);
    model.shutdown().await;
    Ok(Outcome {
        lanes,
        stuck: played.stuck.clone().map(|stuck| masker.text(&stuck)),
        played,
        root: scratch.root.path().to_owned(),
        api,
        seconds: started.elapsed().as_secs_f32(),
    })
}

fn launch(scenario: &Scenario, program: &Program, scratch: &Scratch, base_url: &str) -> Launch {
    let mut command = program.command.clone();
    if program.simulator {
        command.push("--sim-fs".to_owned());
        command.push(scratch.project().to_string_lossy().into_owned());
    }
    let leave = |flag: &&&str| {
        !scenario
            .without
            .iter()
            .any(|name| flag.starts_with(name.as_str()))
    };
    command.extend(FLAGS.iter().filter(leave).map(|flag| (*flag).to_owned()));
    command.extend(scenario.flags.iter().map(|flag| fill(flag, scratch)));
    let mut env = environment(scratch, base_url);
    for (name, value) in &scenario.env {
        env.retain(|(other, _)| other != name);
        if value != "<unset>" {
            env.push((name.clone(), fill(value, scratch)));
        }
    }
    Launch {
        program: command,
        cwd: scratch.project(),
        env,
        runs_commands: !program.simulator,
    }
}

fn fill(text: &str, scratch: &Scratch) -> String {
    text.replace("$CWD", &scratch.project().to_string_lossy())
        .replace("$HOME", &scratch.home().to_string_lossy())
}

/// Returns why a program does not run a scenario.
pub(crate) fn skipped(scenario: &Scenario, program: &Program) -> Option<String> {
    if scenario.root && !is_root() {
        return Some("needs root".to_owned());
    }
    let version = scenario.skip.get(&program.version);
    version
        .or_else(|| scenario.skip.get(&program.name))
        .cloned()
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|entry| {
        use std::os::unix::fs::MetadataExt;
        entry.uid() == 0
    })
}
