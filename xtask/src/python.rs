//! Python packages, each in its own environment.

use std::fs;
use std::path::{Path, PathBuf};

use crate::stamp::{Hash, Stamp};
use crate::{Outcome, command, tools};

/// Installs pinned packages into an environment below a directory, if they are missing, and returns its interpreter.
pub(crate) fn environment(scratch: &Path, name: &str, requirements: &str) -> Outcome<PathBuf> {
    let system = tools::require_python()?;
    let environment = scratch.join(name);
    let python = environment.join("bin/python");
    let mut hash = Hash::new();
    hash.field(requirements.as_bytes());
    let stamp = Stamp::new(scratch, name);
    if stamp.is(hash) && python.is_file() {
        return Ok(python);
    }
    let cannot_write = |error| format!("cannot write below {}: {error}", scratch.display());
    fs::create_dir_all(scratch).map_err(cannot_write)?;
    let list = scratch.join(format!("{name}.txt"));
    fs::write(&list, requirements).map_err(cannot_write)?;
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
        "-r",
    ];
    let mut install = command::program(scratch, &interpreter, &install);
    install.arg(&list);
    command::run(install)?;
    stamp.set(hash)?;
    Ok(python)
}
