//! Python packages, each in an environment of its own.

use std::path::{Path, PathBuf};

use crate::stamp::{Hash, Stamp};
use crate::{Outcome, command, tools};

/// Installs a pinned package into an environment below a directory, if it is not there, and returns its interpreter.
pub(crate) fn environment(scratch: &Path, name: &str, requirement: &str) -> Outcome<PathBuf> {
    let system = tools::require_python()?;
    let environment = scratch.join(name);
    let python = environment.join("bin/python");
    let mut hash = Hash::new();
    hash.field(requirement.as_bytes());
    let stamp = Stamp::new(scratch, name);
    if stamp.is(hash) && python.is_file() {
        return Ok(python);
    }
    std::fs::create_dir_all(scratch)
        .map_err(|error| format!("cannot make {}: {error}", scratch.display()))?;
    let mut make = command::program(scratch, system, &["-m", "venv", "--clear"]);
    make.arg(&environment);
    command::run(make)?;
    let interpreter = python.display().to_string();
    let install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        requirement,
    ];
    command::run(command::program(scratch, &interpreter, &install))?;
    stamp.set(hash)?;
    Ok(python)
}
