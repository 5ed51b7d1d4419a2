//! Programs from crates.io that a task needs, each with a pinned version in the user's cache.

use std::path::PathBuf;

use crate::repository::{self, Repository};
use crate::tools::{self, Version};
use crate::{Outcome, command, stamp};

pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// Flags of `cargo install` that select features.
    pub(crate) features: &'static [&'static str],
}

/// Returns the program, installing it if it is not there.
pub(crate) fn installed(repository: &Repository, tool: &Tool) -> Outcome<PathBuf> {
    let Tool { name, version, .. } = tool;
    let cache = repository::user_cache()?.join("tools");
    let _lock = stamp::lock(&cache.join("lock"), "installing a tool")?;
    let root = cache.join(format!("{name}-{version}"));
    let program = root.join("bin").join(name);
    if tools::version_of(&program) == Version::find(version) {
        return Ok(program);
    }
    command::say(&format!(
        "installing {name} {version} into {}",
        root.display()
    ));
    let mut install = command::cargo(repository.root(), &["install", "--locked", "--force", name]);
    install
        .args(["--version", version, "--root"])
        .arg(&root)
        .args(tool.features);
    // It runs once a week: a short build is worth more than a fast program.
    install
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env_remove("RUSTC_WORKSPACE_WRAPPER");
    command::run(install)?;
    Ok(program)
}
