//! The version of a CLI.

use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use pilothouse_protocol::command::CliVersion;

use crate::error::{Error, Result};

/// The timeout for printing the version.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Runs the program with `--version`.
pub(super) async fn ask(program: &Path, prefix: &[OsString]) -> Result<CliVersion> {
    let mut command = tokio::process::Command::new(program);
    command
        .args(prefix)
        .arg("--version")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let unclear = |reason: String| Error::Version {
        path: program.to_owned(),
        reason,
    };
    let spawn_error = |error: std::io::Error| Error::Spawn {
        path: program.to_owned(),
        source: error.into(),
    };
    let output = match tokio::time::timeout(TIMEOUT, command.output()).await {
        Ok(output) => output.map_err(spawn_error)?,
        Err(_) => return Err(unclear(format!("no answer within {TIMEOUT:?}"))),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    text.parse().map_err(|_| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        unclear(format!(
            "{}: {}{}",
            output.status,
            text.trim(),
            stderr.trim()
        ))
    })
}
