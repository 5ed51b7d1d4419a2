//! The programs under test: the simulator and the pinned versions of the real CLI.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The package of the real CLI.
const PACKAGE: &str = "@anthropic-ai/claude-code";

/// A program that implements the protocol, and its reference.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// Its name in the table.
    pub(crate) name: String,
    /// The version that it implements.
    pub(crate) version: String,
    pub(crate) command: Vec<String>,
    /// Whether it is the simulator, which has an option for the location of writes.
    pub(crate) simulator: bool,
    /// Whether it was named on the command line: differences are then expected.
    pub(crate) given: bool,
}

impl Program {
    /// The real CLI at a version, installed if necessary.
    pub(crate) fn real(version: &str) -> Result<Self> {
        if let Some(program) = Self::if_installed(version) {
            return Ok(program);
        }
        install(version)?;
        Self::if_installed(version)
            .with_context(|| format!("npm could not install {PACKAGE}@{version}"))
    }

    /// The real CLI at a version, if it is installed.
    pub(crate) fn if_installed(version: &str) -> Option<Self> {
        let path = home(version).ok()?.join("node_modules/.bin/claude");
        path.exists()
            .then(|| Self::pinned(version, vec![path.to_string_lossy().into_owned()]))
    }

    /// A pinned version, started by a command.
    pub(crate) fn pinned(version: &str, command: Vec<String>) -> Self {
        Self {
            name: version.to_owned(),
            version: version.to_owned(),
            command,
            simulator: false,
            given: false,
        }
    }

    /// Any other binary of the CLI.
    pub(crate) fn other(path: &Path) -> Result<Self> {
        let path = path
            .canonicalize()
            .with_context(|| format!("no {}", path.display()))?;
        let output = Command::new(&path).arg("--version").output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let version = text
            .split_whitespace()
            .next()
            .context("--version printed nothing")?;
        Ok(Self {
            name: format!("{version} (given)"),
            version: version.to_owned(),
            command: vec![path.to_string_lossy().into_owned()],
            simulator: false,
            given: true,
        })
    }

    /// The simulator as a version.
    pub(crate) fn simulator(
        path: &Path,
        name: &str,
        version: &str,
        more: &[String],
    ) -> Result<Self> {
        let path = path.canonicalize().with_context(|| {
            format!(
                "no simulator at {}; build it: cargo build -p pilothouse --all-features",
                path.display()
            )
        })?;
        let mut command = vec![path.to_string_lossy().into_owned()];
        command.extend(["--as-version".to_owned(), version.to_owned()]);
        command.extend(more.iter().cloned());
        Ok(Self {
            name: name.to_owned(),
            version: version.to_owned(),
            command,
            simulator: true,
            given: false,
        })
    }
}

/// The pinned versions, the reference first.
pub(crate) fn pinned(directory: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(directory.join("versions.txt"))?;
    let versions: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    if versions.is_empty() {
        bail!("versions.txt pins no version");
    }
    Ok(versions)
}

/// The path of the built simulator.
pub(crate) fn built_simulator(directory: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| directory.join("../target"), PathBuf::from);
    target.join("debug/pilothouse-sim")
}

/// The directory of a version: in a cache that `cargo clean` does not remove.
fn home(version: &str) -> Result<PathBuf> {
    Ok(cache("cli")?.join(version))
}

fn install(version: &str) -> Result<()> {
    let home = home(version)?;
    std::fs::create_dir_all(&home)?;
    Command::new("npm")
        .args([
            "install",
            "--no-audit",
            "--no-fund",
            "--include=optional",
            "--prefix",
        ])
        .arg(&home)
        .arg(format!("{PACKAGE}@{version}"))
        .status()
        .context("cannot run npm")?;
    Ok(())
}

/// A directory in the user's cache for this project.
pub(crate) fn cache(name: &str) -> Result<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME") {
        Some(path) if !path.is_empty() => PathBuf::from(path),
        _ => PathBuf::from(std::env::var_os("HOME").context("HOME is not set")?).join(".cache"),
    };
    Ok(base.join("pilothouse").join(name))
}
