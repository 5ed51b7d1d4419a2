//! Runs the official SDKs against the simulator, so that programs built on them can use it for tests.

mod launch;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use pilothouse_sim::model::Model;
use tokio::process::Command;

use crate::cell::Cell;
use crate::parts::{Judged, Parts};
use crate::process::{Scratch, environment};
use crate::programs::cache;
use crate::scenario::{self, Scenario};
use launch::Wrapper;

/// The name of the part.
const PART: &str = "official SDKs";

/// The area of the scenarios that play the SDKs' environment.
const AREA: &str = "sdks";

/// A pinned SDK of `sdks/versions.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sdk {
    language: String,
    package: String,
    version: String,
}

/// Runs the checks of every SDK against a program.
pub(crate) async fn check(parts: &mut Parts, directory: &Path, program: &Path) -> Result<()> {
    let program = program
        .canonicalize()
        .with_context(|| format!("no {}", program.display()))?;
    let text = std::fs::read_to_string(directory.join("sdks/versions.txt"))?;
    let scenarios = scenario::load(&directory.join("scenarios"))?;
    let mut items = Vec::new();
    for sdk in parse(&text)? {
        let label = format!("{} {} ({})", sdk.package, sdk.version, sdk.language);
        match installed(&sdk).await {
            Ok(place) => {
                let changed = match sdk.language.as_str() {
                    "node" => changed_options(&directory.join("sdks/options.txt"), &place)?,
                    _ => Vec::new(),
                };
                let played = played_by(&scenarios, &sdk)?;
                items.push((
                    format!("{label}, start"),
                    (sdk.clone(), place.clone(), Check::Start(Box::new(played))),
                ));
                items.push((label, (sdk, place, Check::Session(changed))));
            }
            Err(error) => {
                parts.missing(PART, &[label], &format!("not installed: {error:#}"));
            }
        }
    }
    let directory = directory.to_owned();
    let play = move |(sdk, place, check): (Sdk, PathBuf, Check)| {
        let (directory, program) = (directory.clone(), program.clone());
        async move { judge(&sdk, &place, &directory, &program, check).await }
    };
    parts.play(PART, items, play).await;
    Ok(())
}

/// A check of an SDK.
#[derive(Debug, Clone)]
enum Check {
    /// Its sessions with the program, and changed options.
    Session(Vec<String>),
    /// The start of the program: the flags, variables and first request of a scenario.
    Start(Box<Scenario>),
}

/// Finds the scenario of an SDK.
fn played_by(scenarios: &[Scenario], sdk: &Sdk) -> Result<Scenario> {
    let name = format!("{AREA}-{}", sdk.language);
    let found = scenarios.iter().find(|scenario| scenario.name == name);
    found
        .cloned()
        .with_context(|| format!("no scenario is named {name}"))
}

/// Compares the options in the published types with those in the SDK's chapter on migration.
fn changed_options(listed: &Path, place: &Path) -> Result<Vec<String>> {
    let types = place.join("node_modules/@anthropic-ai/claude-agent-sdk/sdk.d.ts");
    let types =
        std::fs::read_to_string(&types).with_context(|| format!("no {}", types.display()))?;
    // The package was published with Windows line endings.
    let types = types.replace('\r', "");
    let published = options(&types);
    let listed = std::fs::read_to_string(listed)?;
    let listed: Vec<&str> = listed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let new = published.iter().filter(|name| !listed.contains(name));
    let gone = listed.iter().filter(|name| !published.contains(name));
    let new = new.map(|name| {
        format!("new option: {name}; add it to sdks/options.txt and to concepts::migration")
    });
    let gone = gone.map(|name| format!("removed option: {name}"));
    Ok(new.chain(gone).collect())
}

/// The names of the options in the types of the TypeScript SDK.
fn options(types: &str) -> Vec<&str> {
    let (_, body) = types
        .split_once("export declare type Options = {\n")
        .unwrap_or_default();
    let (body, _) = body.split_once("\n};").unwrap_or_default();
    let members = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = members
        .filter_map(|member| member.split_once(':'))
        .map(|(name, _)| name.trim_end_matches('?'));
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    names.filter(is_name).collect()
}

fn command(sdk: &Sdk, place: &Path, directory: &Path, program: &Path) -> Command {
    if sdk.language == "python" {
        let mut command = Command::new(place.join("bin/python"));
        command.arg(directory.join("sdks/check.py")).arg(program);
        return command;
    }
    let mut command = Command::new("node");
    command.arg(directory.join("sdks/check.mjs"));
    command.arg(program).arg(place);
    command
}

/// Runs a check.
async fn judge(
    sdk: &Sdk,
    place: &Path,
    directory: &Path,
    program: &Path,
    check: Check,
) -> Judged<()> {
    let started = Instant::now();
    let differences = match check {
        Check::Session(changed) => run(sdk, place, directory, program)
            .await
            .map(|failure| failure.into_iter().chain(changed).collect()),
        Check::Start(scenario) => start(sdk, place, directory, program, &scenario).await,
    };
    let cell = match differences {
        Ok(differences) => Cell::of(differences),
        Err(error) => Cell::Stuck(format!("{error:#}")),
    };
    Judged {
        cell,
        seconds: started.elapsed().as_secs_f32(),
        result: (),
    }
}

/// Runs the sessions of an SDK in a temporary home. Returns the output of a failed check.
async fn run(sdk: &Sdk, place: &Path, directory: &Path, program: &Path) -> Result<Vec<String>> {
    let scratch = Scratch::new()?;
    let command = command(sdk, place, directory, program);
    Ok(finished(command, &scratch).await?.0)
}

/// Starts the program with an SDK, and compares its flags, variables and first request with a scenario.
async fn start(
    sdk: &Sdk,
    place: &Path,
    directory: &Path,
    program: &Path,
    scenario: &Scenario,
) -> Result<Vec<String>> {
    let scratch = Scratch::new()?;
    let wrapper = Wrapper::new(&scratch, program)?;
    let mut command = command(sdk, place, directory, &wrapper.path());
    command.arg("start");
    let (failure, around) = finished(command, &scratch).await?;
    match failure.is_empty() {
        true => wrapper.differences(&around, scenario),
        false => Ok(failure),
    }
}

/// Runs a command, with a scripted model for programs that need one. Returns the output of a failed command,
/// and its environment.
async fn finished(
    mut command: Command,
    scratch: &Scratch,
) -> Result<(Vec<String>, Vec<(String, String)>)> {
    let model = Model::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let around = environment(scratch, &model.base_url());
    let output = command
        .current_dir(scratch.project())
        .env_clear()
        .envs(around.iter().cloned())
        .output()
        .await
        .context("cannot run the SDK")?;
    model.shutdown().await;
    if output.status.success() {
        return Ok((Vec::new(), around));
    }
    let mut printed = vec![format!("the check ended with {}", output.status)];
    for text in [output.stderr, output.stdout] {
        let text = String::from_utf8_lossy(&text);
        printed.extend(text.lines().rev().map(str::to_owned));
    }
    Ok((printed, around))
}

/// The directory of an SDK, which is installed if necessary.
async fn installed(sdk: &Sdk) -> Result<PathBuf> {
    let place = cache("sdk")?.join(format!("{}-{}", sdk.language, sdk.version));
    let stamp = place.join("installed");
    if stamp.exists() {
        return Ok(place);
    }
    std::fs::create_dir_all(&place)?;
    if sdk.language == "python" {
        let mut venv = Command::new("python3");
        finish(venv.args(["-m", "venv"]).arg(&place)).await?;
        let mut pip = Command::new(place.join("bin/pip"));
        let pinned = format!("{}=={}", sdk.package, sdk.version);
        finish(pip.args(["install", "--quiet"]).arg(pinned)).await?;
    } else {
        let mut npm = Command::new("npm");
        // The optional dependency is the CLI itself, which is not tested here.
        npm.args([
            "install",
            "--no-audit",
            "--no-fund",
            "--omit=optional",
            "--prefix",
        ])
        .arg(&place)
        .arg(format!("{}@{}", sdk.package, sdk.version));
        finish(&mut npm).await?;
    }
    std::fs::write(&stamp, "")?;
    Ok(place)
}

async fn finish(command: &mut Command) -> Result<()> {
    let status = command.status().await.context("cannot install the SDK")?;
    if !status.success() {
        bail!("the SDK could not be installed");
    }
    Ok(())
}

fn parse(text: &str) -> Result<Vec<Sdk>> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [language, package, version] = words[..] else {
                bail!("sdks/versions.txt: {line}");
            };
            Ok(Sdk {
                language: language.to_owned(),
                package: package.to_owned(),
                version: version.to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{options, parse};

    #[test]
    fn options_are_the_members_of_their_type() {
        let types = "export declare type Other = {\n    no: string;\n};\nexport declare type Options = {\n    /**\n     * Note: text.\n     */\n    model?: string;\n    env?: {\n        [name: string]: string;\n    };\n    cwd: string;\n};\n";
        assert_eq!(options(types), ["model", "env", "cwd"]);
    }

    #[test]
    fn the_pinned_sdks_are_read() {
        let sdks = parse(include_str!("../sdks/versions.txt")).unwrap();
        let languages: Vec<&str> = sdks.iter().map(|sdk| sdk.language.as_str()).collect();
        assert_eq!(languages, ["python", "node"]);
        assert!(parse("one two").is_err());
    }
}
