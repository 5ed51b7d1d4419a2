//! The installed program.

mod locate;
mod version;

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
    /// What comes before the CLI's own arguments: the script, when the program is Node.
    prefix: Vec<PathBuf>,
    version: Option<CliVersion>,
}

impl Cli {
    /// Finds the CLI: `CLAUDE_PATH`, then `PATH`, then the places where installers put it.
    ///
    /// Does not run it: the version is asked for by [`Cli::with_version`], which takes some tenths of a second.
    pub fn locate() -> Result<Self> {
        let found = locate::locate(&locate::Places::from_environment())?;
        Ok(Self::from_located(found))
    }

    /// Takes the program at a path. A script (`.js`, `.mjs`, `.cjs`) is run with Node.
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

    /// Takes a name or a path without looking whether there is anything: for [`SessionBuilder::elsewhere`], and for a program that comes later.
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
            (locate::node(), vec![path])
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

    /// Runs the CLI to ask for its version, and keeps it: flags that this version is not known to have are then rejected before a process starts.
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

    /// Returns the program's absolute path. It is started as it is, never through a shell.
    pub fn path(&self) -> &Path {
        self.inner.prefix.first().unwrap_or(&self.inner.path)
    }

    /// Returns the version, if it was asked for.
    pub fn version(&self) -> Option<CliVersion> {
        self.inner.version
    }

    /// Returns a command that runs the program, for what is not a session: `--help`, say.
    pub fn command(&self) -> std::process::Command {
        let mut command = std::process::Command::new(&self.inner.path);
        command.args(&self.inner.prefix);
        command
    }

    /// Begins a new session. See [`SessionBuilder`] for resuming and forking.
    pub fn session(&self) -> SessionBuilder {
        SessionBuilder::new(self.clone())
    }

    pub(crate) fn program(&self) -> &Path {
        &self.inner.path
    }

    pub(crate) fn prefix(&self) -> &[PathBuf] {
        &self.inner.prefix
    }
}
