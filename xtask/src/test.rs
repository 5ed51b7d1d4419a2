//! `cargo xtask test`: the list of everything that is checked, cheapest first.

use crate::arguments::{self, Group};
use crate::repository::Repository;
use crate::steps::{self, Done, Step};
use crate::{Outcome, browser, codegen, command, conformance, real, tools, ui};

const STEPS: &[Step] = &[
    Step {
        name: "format",
        group: Group::Rust,
        alone: "cargo fmt --all --check",
        counts_tests: false,
        run: |repository| cargo(repository, &["fmt", "--all", "--check"]),
    },
    Step {
        name: "lints",
        group: Group::Rust,
        alone: "cargo clippy --workspace --all-targets --all-features -- -D warnings",
        counts_tests: false,
        run: |repository| {
            cargo(
                repository,
                &[
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--all-features",
                    "--",
                    "-D",
                    "warnings",
                ],
            )
        },
    },
    Step {
        name: "Rust tests",
        group: Group::Rust,
        alone: "cargo test --workspace --all-features",
        counts_tests: true,
        run: rust_tests,
    },
    Step {
        name: "doctests",
        group: Group::Rust,
        alone: "cargo test --workspace --all-features --doc",
        counts_tests: true,
        run: |repository| {
            cargo(
                repository,
                &["test", "--workspace", "--all-features", "--doc"],
            )
        },
    },
    Step {
        name: "generated types",
        group: Group::Ui,
        alone: "cargo xtask codegen --check",
        counts_tests: true,
        run: codegen::check,
    },
    Step {
        name: "UI types",
        group: Group::Ui,
        alone: "npm --prefix ui run typecheck",
        counts_tests: false,
        run: |repository| ui_script(repository, "typecheck"),
    },
    Step {
        name: "UI lints",
        group: Group::Ui,
        alone: "npm --prefix ui run lint",
        counts_tests: false,
        run: |repository| ui_script(repository, "lint"),
    },
    Step {
        name: "UI tests",
        group: Group::Ui,
        alone: "npm --prefix ui run test",
        counts_tests: true,
        run: |repository| ui_script(repository, "test"),
    },
    Step {
        name: "examples of the API",
        group: Group::Ui,
        alone: "PILOTHOUSE_EXAMPLES=1 cargo test -p pilothouse-server --test it examples::",
        counts_tests: true,
        run: examples,
    },
    Step {
        name: "browser tests",
        group: Group::Browser,
        alone: "cargo xtask test --only browser",
        counts_tests: true,
        run: browser::test,
    },
    Step {
        name: "real CLI, crates",
        group: Group::Real,
        alone: "PILOTHOUSE_REAL_CLI=claude cargo test -p pilothouse-sdk --test it real",
        counts_tests: true,
        run: real::test,
    },
    Step {
        name: "real CLI, conformance",
        group: Group::Real,
        alone: "cargo xtask conformance",
        counts_tests: true,
        run: conformance::test,
    },
    Step {
        name: "real CLI, through the SDK",
        group: Group::Real,
        alone: "cargo xtask conformance --through-sdk --short",
        counts_tests: true,
        run: conformance::test_through_sdk,
    },
];

/// `cargo xtask test [--only GROUP]`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let groups = arguments::groups(arguments)?;
    require_tools(repository, &groups)?;
    let steps: Vec<&Step> = STEPS
        .iter()
        .filter(|step| groups.contains(&step.group))
        .collect();
    steps::run_all(repository, &steps)
}

/// `cargo xtask ci`.
pub(crate) fn run_ci(repository: &Repository, arguments: &[String]) -> Outcome {
    arguments::none(arguments, "ci")?;
    run(repository, &[])
}

/// Says what is missing before the first step, and not after twenty minutes.
fn require_tools(repository: &Repository, groups: &[Group]) -> Outcome {
    let real = groups.contains(&Group::Real) && repository.has_conformance();
    let ui = groups.contains(&Group::Ui) || groups.contains(&Group::Browser);
    if real || (ui && repository.has_ui()) {
        tools::require_node()?;
    }
    // The browser tests read the host's store with it.
    if real || (groups.contains(&Group::Browser) && repository.has_ui()) {
        tools::require_python()?;
    }
    Ok(())
}

fn cargo(repository: &Repository, arguments: &[&str]) -> Outcome<Done> {
    command::run(command::cargo(repository.root(), arguments))?;
    Ok(Done::Passed)
}

fn rust_tests(repository: &Repository) -> Outcome<Done> {
    if tools::has_nextest() {
        return cargo(
            repository,
            &[
                "nextest",
                "run",
                "--workspace",
                "--all-features",
                "--no-fail-fast",
            ],
        );
    }
    cargo(
        repository,
        &[
            "test",
            "--workspace",
            "--all-features",
            "--lib",
            "--bins",
            "--tests",
            "--no-fail-fast",
        ],
    )
}

/// The example in TypeScript is compiled with the UI's packages, which are there by now.
fn examples(repository: &Repository) -> Outcome<Done> {
    if !repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    // As the Rust tests were built: a narrower choice of crates would build them again with fewer features.
    let arguments = [
        "test",
        "--workspace",
        "--all-features",
        "--test",
        "it",
        "examples::",
    ];
    let mut test = command::cargo(repository.root(), &arguments);
    test.env("PILOTHOUSE_EXAMPLES", "1");
    command::run(test)?;
    Ok(Done::Passed)
}

fn ui_script(repository: &Repository, name: &str) -> Outcome<Done> {
    if !repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    ui::script(repository, name)?;
    Ok(Done::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_a_step() {
        for group in Group::ALL {
            assert!(
                STEPS.iter().any(|step| step.group == group),
                "{}",
                group.name()
            );
        }
    }

    #[test]
    fn steps_have_distinct_names() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(
                STEPS[index + 1..]
                    .iter()
                    .all(|other| other.name != step.name),
                "{}",
                step.name
            );
        }
    }
}
