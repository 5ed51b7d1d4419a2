//! The pinned versions of the real CLI, installed once per user by npm.
//!
//! The program is `cli/VERSION/node_modules/.bin/claude` below the cache.
//! The versions are in the user's cache and not in the build directory: they are large, and `cargo clean` should not
//! cause a download.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::repository::{self, Repository};
use crate::tools::Version;
use crate::{Outcome, command, stamp, tools};

const PACKAGE: &str = "@anthropic-ai/claude-code";

/// Installs every version in conformance/versions.txt that is missing in the cache.
pub(crate) fn install_pinned(repository: &Repository) -> Outcome {
    let cache = repository::user_cache()?.join("cli");
    for version in parse_versions(&list(repository)?)? {
        install(&cache, version)?;
    }
    Ok(())
}

/// Returns the pinned versions and their programs, installed if necessary; the reference first.
pub(crate) fn programs(repository: &Repository) -> Outcome<Vec<(String, PathBuf)>> {
    install_pinned(repository)?;
    let cache = repository::user_cache()?.join("cli");
    let text = list(repository)?;
    let versions = parse_versions(&text)?;
    Ok(versions
        .into_iter()
        .map(|version| {
            let program = cache.join(version).join("node_modules/.bin/claude");
            (version.to_owned(), program)
        })
        .collect())
}

fn list(repository: &Repository) -> Outcome<String> {
    let path = repository.conformance().join("versions.txt");
    fs::read_to_string(&path).map_err(|error| format!("read {}: {error}", path.display()))
}

/// Parses the list of versions: one per line, with `#` for comments.
fn parse_versions(text: &str) -> Outcome<Vec<&str>> {
    let mut versions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let version = line.split('#').next().unwrap_or("").trim();
        match version {
            "" => (),
            _ if is_version(version) => versions.push(version),
            _ => {
                return Err(format!(
                    "versions.txt line {}: {version} is not a version",
                    number + 1
                ));
            }
        }
    }
    match versions.is_empty() {
        true => Err("versions.txt names no version".to_owned()),
        false => Ok(versions),
    }
}

/// The text becomes a path and an argument of npm, so only exact versions are accepted.
fn is_version(text: &str) -> bool {
    let (numbers, suffix) = text
        .split_once('-')
        .map_or((text, None), |(n, s)| (n, Some(s)));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let word = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
    };
    numbers.split('.').count() == 3 && numbers.split('.').all(digits) && suffix.is_none_or(word)
}

fn install(cache: &Path, version: &str) -> Outcome {
    let _lock = stamp::lock(&cache.join(format!("{version}.lock")), "installing the CLI")?;
    let home = cache.join(version);
    if works(&home, version) {
        return Ok(());
    }
    tools::require_node()?;
    command::say(&format!(
        "installing {PACKAGE} {version} into {}",
        home.display()
    ));
    // A finished install is renamed into place, so an interrupted one is never used.
    let partial = cache.join(format!("{version}.partial"));
    remove(&partial)?;
    fs::create_dir_all(&partial).map_err(|error| format!("make {}: {error}", partial.display()))?;
    npm_install(&partial, version)?;
    if !works(&partial, version) {
        return Err(format!(
            "npm installed {PACKAGE} {version}, but its claude does not answer --version with {version}"
        ));
    }
    remove(&home)?;
    fs::rename(&partial, &home).map_err(|error| format!("rename to {}: {error}", home.display()))
}

fn npm_install(directory: &Path, version: &str) -> Outcome {
    let package = format!("{PACKAGE}@{version}");
    let mut npm = command::program(directory, "npm", &["install", "--save-exact"]);
    // The binary for the platform is an optional dependency installed by a script; a user's settings may disable
    // either.
    npm.args([
        "--include=optional",
        "--ignore-scripts=false",
        "--no-audit",
        "--no-fund",
    ]);
    npm.arg("--prefix").arg(directory).arg(package);
    command::run(npm)
}

fn works(home: &Path, version: &str) -> bool {
    let mut claude = Command::new(home.join("node_modules/.bin/claude"));
    claude.arg("--version").env("DISABLE_AUTOUPDATER", "1");
    command::read(claude).is_ok_and(|said| Version::find(&said) == Version::find(version))
}

fn remove(directory: &Path) -> Outcome {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("remove {}: {error}", directory.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_one_per_line() {
        let text = "# newest\n2.1.325\n\n  2.1.38   # the oldest\n3.0.0-beta.1\n";
        assert_eq!(
            parse_versions(text),
            Ok(vec!["2.1.325", "2.1.38", "3.0.0-beta.1"])
        );
    }

    #[test]
    fn what_is_not_a_version_is_refused_by_line() {
        let message = parse_versions("2.1.325\nlatest\n").unwrap_err();
        assert_eq!(message, "versions.txt line 2: latest is not a version");
        for wrong in [
            "2.1",
            "2.1.x",
            "^2.1.3",
            "../1.2.3",
            "1.2.3/..",
            "1.2.3-",
            "1.2.3-a/b",
            "1..3",
        ] {
            assert!(!is_version(wrong), "{wrong}");
        }
        assert!(parse_versions("# none\n").is_err());
    }
}
