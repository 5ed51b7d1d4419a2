//! The official SDKs against the simulator: whoever builds on them can test with it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use pilothouse_sim::model::Model;
use tokio::process::Command;

use crate::process::{Scratch, environment};
use crate::programs::cache;
use crate::report::say;

/// An SDK that is pinned in `sdks/versions.txt`.
#[derive(Debug, PartialEq, Eq)]
struct Sdk {
    language: String,
    package: String,
    version: String,
}

/// Runs the checks of every SDK against a program; false means that one failed.
pub(crate) async fn check(directory: &Path, program: &Path) -> Result<bool> {
    let program = program
        .canonicalize()
        .with_context(|| format!("no {}", program.display()))?;
    let text = std::fs::read_to_string(directory.join("sdks/versions.txt"))?;
    let mut passed = true;
    for sdk in parse(&text)? {
        say(&format!(
            "{} {} ({})",
            sdk.package, sdk.version, sdk.language
        ));
        let installed = installed(&sdk).await?;
        let mut command = match sdk.language.as_str() {
            "python" => {
                let mut command = Command::new(installed.join("bin/python"));
                command.arg(directory.join("sdks/check.py")).arg(&program);
                command
            }
            _ => {
                let mut command = Command::new("node");
                command
                    .arg(directory.join("sdks/check.mjs"))
                    .arg(&program)
                    .arg(&installed);
                command
            }
        };
        passed &= run(&mut command).await?;
    }
    Ok(passed)
}

/// Runs a check in a scratch home, with a scripted model for programs that need one.
async fn run(command: &mut Command) -> Result<bool> {
    let scratch = Scratch::new()?;
    let model = Model::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
    let status = command
        .current_dir(scratch.project())
        .env_clear()
        .envs(environment(&scratch, &model.base_url()))
        .status()
        .await
        .context("cannot run the SDK")?;
    model.shutdown().await;
    Ok(status.success())
}

/// Where an SDK is installed, installing it if it is not there yet.
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
        // The optional dependency is the CLI itself, which is not what is tested here.
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
    use super::parse;

    #[test]
    fn the_pinned_sdks_are_read() {
        let sdks = parse(include_str!("../sdks/versions.txt")).unwrap();
        let languages: Vec<&str> = sdks.iter().map(|sdk| sdk.language.as_str()).collect();
        assert_eq!(languages, ["python", "node"]);
        assert!(parse("one two").is_err());
    }
}
