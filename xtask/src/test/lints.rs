//! Clippy as part of the build.
//!
//! `cargo clippy` shares nothing with `cargo build`: it checks all dependencies and our own crates a second time.
//! With clippy's compiler as the wrapper of rustc, one compilation gives both programs and warnings.
//! Cargo repeats the warnings of crates that are up to date, so the step that checks them compiles nothing.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::repository::Repository;
use crate::test::BUILD;
use crate::test::step::{Context, Done};
use crate::{Outcome, command};

/// Returns a cargo command for the build of the test run and for all steps that use its artifacts.
pub(crate) fn cargo(repository: &Repository, arguments: &[&str]) -> Outcome<Command> {
    let mut cargo = command::cargo(repository.root(), arguments);
    cargo.env("RUSTC_WORKSPACE_WRAPPER", clippy(repository)?);
    Ok(cargo)
}

/// Fails if the build printed a warning about one of our crates.
pub(crate) fn check(context: &Context<'_>) -> Outcome<Done> {
    let (output, success) = command::tee(cargo(context.repository, BUILD)?)?;
    let warned = warned(&output);
    match (success, warned.is_empty()) {
        (false, _) => Err("the build failed".to_owned()),
        (true, false) => Err(warned.join("\n")),
        (true, true) => Ok(Done::Passed),
    }
}

/// Finds the lines in which cargo summarizes the warnings of a crate.
fn warned(output: &str) -> Vec<&str> {
    let is_summary = |line: &&str| {
        line.strip_prefix("warning: `")
            .is_some_and(|rest| rest.contains("` (") && rest.contains(") generated "))
    };
    output.lines().filter(is_summary).collect()
}

/// Finds clippy's compiler: next to the cargo that started this program, or in the toolchain of the compiler on the
/// PATH.
fn clippy(repository: &Repository) -> Outcome<PathBuf> {
    let name = format!("clippy-driver{}", env::consts::EXE_SUFFIX);
    let beside_cargo = env::var_os("CARGO").map(|cargo| PathBuf::from(cargo).with_file_name(&name));
    if let Some(driver) = beside_cargo.filter(|driver| driver.is_file()) {
        return Ok(driver);
    }
    let ask = command::program(repository.root(), "rustc", &["--print", "sysroot"]);
    let sysroot = PathBuf::from(command::read(ask)?.trim());
    let driver = sysroot.join("bin").join(name);
    if driver.is_file() {
        return Ok(driver);
    }
    let path = driver.display();
    Err(format!(
        "{path} is missing: run `rustup component add clippy`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_crates_are_found_in_the_output_of_cargo() {
        let one = "warning: `pilothouse-sdk` (lib) generated 1 warning";
        let more = "warning: `xtask` (bin \"xtask\" test) generated 2 warnings (1 duplicate)";
        let output = format!(
            "   Compiling serde v1.0.1\nwarning: unused variable\n{one}\n{more}\n    Finished `dev`\n"
        );
        assert_eq!(warned(&output), [one, more]);
        assert!(warned("warning: output filename collision\n    Finished `dev`\n").is_empty());
    }
}
