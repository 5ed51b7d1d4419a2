//! The installed CLI.

mod locate;
mod version;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pilothouse_protocol::command::CliVersion;

use crate::builder::SessionBuilder;
use crate::error::{Error, Result};

/// An installed Claude Code CLI. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Cli {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    /// Arguments before the CLI's own if the program is a JavaScript runtime: those of the runtime, and the script
    /// last.
    prefix: Vec<OsString>,
    version: Option<CliVersion>,
}

impl Cli {
    /// The oldest and the newest version of the CLI that this crate is tested with. Versions in between and newer ones
    /// work as long as they keep the protocol.
    pub const TESTED_VERSIONS: [CliVersion; 2] =
        [CliVersion::new(2, 1, 38), CliVersion::new(2, 1, 325)];

    /// Finds the CLI: `CLAUDE_PATH`, then `PATH`, then the default directories of installers.
    ///
    /// Does not run it: use [`Cli::with_version`] for its version, which takes some tenths of a second.
    pub fn locate() -> Result<Self> {
        let found = locate::locate(&locate::Places::from_environment())?;
        Ok(Self::from_located(found))
    }

    /// Uses the program at a path. A script (`.js`, `.mjs`, `.cjs`) is run with Node.
    pub fn at(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let absolute =
            std::path::absolute(path).map_err(|error| Error::file("find", path, error))?;
        if !absolute.is_file() {
            return Err(Error::NotFound {
                looked_in: vec![absolute],
                given: Some("the given path"),
            });
        }
        Ok(Self::from_located(absolute))
    }

    /// Uses a name or path without checking that it exists: for [`SessionBuilder::elsewhere`], and for a program that
    /// is installed later.
    pub fn unchecked(path: impl Into<PathBuf>) -> Self {
        Self::from_located(path.into())
    }

    fn from_located(path: PathBuf) -> Self {
        let path = locate::behind_wrapper(path);
        let is_script = path.extension().is_some_and(|extension| {
            ["js", "mjs", "cjs"]
                .iter()
                .any(|script| extension == *script)
        });
        let (path, prefix) = if is_script {
            (locate::node(), vec![path.into()])
        } else {
            (path, Vec::new())
        };
        Self {
            inner: Arc::new(Inner {
                path,
                prefix,
                version: None,
            }),
        }
    }

    /// Runs a CLI that is a script with another JavaScript runtime than Node, or with runtime arguments:
    /// `cli.with_runtime("bun", ["--smol"])`. Has no effect on a CLI that is a binary.
    #[must_use]
    pub fn with_runtime<T: Into<OsString>>(
        self,
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = T>,
    ) -> Self {
        let Some(script) = self.inner.prefix.last() else {
            return self;
        };
        let mut prefix: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        prefix.push(script.clone());
        let inner = Inner {
            path: program.into(),
            prefix,
            version: self.inner.version,
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Runs `--version` and keeps the result: flags that this version does not support are then rejected before a
    /// process starts.
    pub async fn with_version(self) -> Result<Self> {
        let version = version::ask(&self.inner.path, &self.inner.prefix).await?;
        let inner = Inner {
            path: self.inner.path.clone(),
            prefix: self.inner.prefix.clone(),
            version: Some(version),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// Returns the program's absolute path. It is started directly, never through a shell.
    pub fn path(&self) -> &Path {
        let script = self.inner.prefix.last().map(Path::new);
        script.unwrap_or(&self.inner.path)
    }

    /// Returns the version, if it was determined.
    pub fn version(&self) -> Option<CliVersion> {
        self.inner.version
    }

    /// Returns a command that runs the program, for uses other than a session, such as `--help`.
    pub fn command(&self) -> std::process::Command {
        let mut command = std::process::Command::new(&self.inner.path);
        command.args(&self.inner.prefix);
        command
    }

    /// Returns a builder for a new session. See [`SessionBuilder`] for resuming and forking.
    pub fn session(&self) -> SessionBuilder {
        SessionBuilder::new(self.clone())
    }

    pub(crate) fn program(&self) -> &Path {
        &self.inner.path
    }

    pub(crate) fn prefix(&self) -> &[OsString] {
        &self.inner.prefix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tested_versions_are_those_of_the_conformance_suite() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/versions.txt");
        let listed = std::fs::read_to_string(path).unwrap();
        let mut listed: Vec<CliVersion> = listed
            .lines()
            .filter_map(|line| line.parse().ok())
            .collect();
        listed.sort();
        assert_eq!([listed[0], listed[listed.len() - 1]], Cli::TESTED_VERSIONS);
        let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sdk.md");
        let guide = std::fs::read_to_string(guide).unwrap();
        let [oldest, newest] = Cli::TESTED_VERSIONS;
        assert!(
            guide.contains(&format!("CLI {oldest} to {newest}")),
            "the guide names the range"
        );
    }
}
