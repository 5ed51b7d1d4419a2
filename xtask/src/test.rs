//! `cargo xtask test`: tests everything that a commit can break.
//!
//! All steps share one build; steps that wait for processes run beside those that use the processor.
//! `--quick` is for the minutes before a commit, `--full` for once a week and releases.

mod compiled;
mod junit;
mod lints;
mod listed;
pub(crate) mod report;
mod rust;
mod schedule;
mod step;
mod summary;

use std::time::Instant;

use crate::arguments::{self, Group, Scope, TestArguments};
use crate::repository::Repository;
use crate::{Outcome, api, browser, bugs, command, conformance, semver, tools, ui};

use report::Report;
use step::{Compiles, Context, Done, Step};

pub(crate) use rust::Nextest;

/// The steps by priority: the first one that can start is started.
const STEPS: &[Step] = &[
    Step {
        name: "format",
        group: Group::Rust,
        needs: &[],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "cargo fmt --all --check",
        run: |context| {
            let format = &["fmt", "--all", "--check"];
            command::run(command::cargo(context.repository.root(), format))?;
            Ok(Done::Passed)
        },
    },
    Step {
        name: "build",
        group: Group::Rust,
        needs: &["format"],
        from: Scope::Quick,
        compiles: Compiles::OwnCrates,
        alone: "cargo build --workspace --all-targets --all-features",
        run: |context| {
            command::run(lints::cargo(context.repository, BUILD)?)?;
            Ok(Done::Passed)
        },
    },
    Step {
        name: "page",
        group: Group::Ui,
        needs: &[],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "cargo xtask ui",
        run: |context| ui_step(context, ui::build),
    },
    Step {
        name: "UI types",
        group: Group::Ui,
        needs: &["page"],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "npm --prefix ui run typecheck",
        run: |context| ui_step(context, |repository| ui::script(repository, "typecheck")),
    },
    Step {
        name: "UI lints",
        group: Group::Ui,
        needs: &["page"],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "npm --prefix ui run lint",
        run: |context| ui_step(context, |repository| ui::script(repository, "lint")),
    },
    Step {
        name: "UI tests",
        group: Group::Ui,
        needs: &["page"],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "npm --prefix ui run test",
        run: |context| ui_step(context, |repository| ui::script(repository, "test")),
    },
    Step {
        name: "Claude CLI",
        group: Group::Real,
        needs: &["page"],
        from: Scope::Default,
        compiles: Compiles::Nothing,
        alone: "cargo xtask conformance --help",
        run: |context| {
            conformance::install(context.repository)?;
            Ok(Done::Passed)
        },
    },
    Step {
        name: "browser tests",
        group: Group::Browser,
        needs: &["build", "page"],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "cargo xtask test --only browser",
        run: browser_tests,
    },
    Step {
        name: "lints",
        group: Group::Rust,
        needs: &["build"],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "cargo clippy --workspace --all-targets --all-features -- -D warnings",
        run: lints::check,
    },
    Step {
        name: "Rust tests",
        group: Group::Rust,
        // The examples of docs/api.md are compiled with the page's packages.
        needs: &["build", "page"],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "cargo xtask test --only rust",
        run: rust::test,
    },
    Step {
        name: "doctests",
        group: Group::Rust,
        needs: &["build"],
        from: Scope::Default,
        compiles: Compiles::Nothing,
        alone: "cargo test --workspace --all-features --doc",
        run: rust::test_docs,
    },
    Step {
        name: "real CLI, crates",
        group: Group::Real,
        needs: &["build", "Claude CLI"],
        from: Scope::Default,
        compiles: Compiles::Nothing,
        alone: "cargo xtask test --only real",
        run: rust::test_real,
    },
    Step {
        name: "conformance",
        group: Group::Real,
        needs: &["build", "Claude CLI"],
        from: Scope::Default,
        compiles: Compiles::Nothing,
        alone: "cargo xtask conformance",
        run: conformance_tests,
    },
    Step {
        name: "real CLI, browser",
        group: Group::Real,
        needs: &["build", "page", "Claude CLI"],
        from: Scope::Default,
        compiles: Compiles::Nothing,
        alone: "cargo xtask test --only real",
        run: real_browser_tests,
    },
    Step {
        name: "generated requests",
        group: Group::Rust,
        needs: &["build", "page"],
        from: Scope::Full,
        compiles: Compiles::Nothing,
        alone: "cargo xtask api",
        run: |context| {
            api::send(context.repository, &[])?;
            Ok(Done::Passed)
        },
    },
    Step {
        name: "semver",
        group: Group::Rust,
        needs: &["Rust tests"],
        from: Scope::Full,
        compiles: Compiles::OwnCrates,
        alone: "cargo xtask semver",
        run: |context| {
            semver::check(context.repository)?;
            Ok(Done::Passed)
        },
    },
    Step {
        name: "injected bugs",
        group: Group::Rust,
        needs: &["Rust tests", "browser tests"],
        from: Scope::Full,
        compiles: Compiles::OwnCrates,
        alone: "cargo xtask bugs",
        run: |context| {
            bugs::run(context.repository, &[])?;
            Ok(Done::Passed)
        },
    },
];

/// The only selection of packages, targets and features. Later steps that run cargo use the same one.
const BUILD: &[&str] = &["build", "--workspace", "--all-targets", "--all-features"];

/// `cargo xtask test [--quick|--full] [--only GROUP]`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let arguments = TestArguments::parse(arguments)?;
    require_tools(repository, &arguments)?;
    let steps: Vec<&Step> = STEPS
        .iter()
        .filter(|step| is_chosen(step, &arguments))
        .collect();
    let context = Context {
        repository,
        scope: arguments.scope,
    };
    let started = Instant::now();
    let ended = schedule::run_all(&context, &steps)?;
    summary::conclude(&ended, arguments.scope, started.elapsed())
}

/// `cargo xtask ci`.
pub(crate) fn run_ci(repository: &Repository, arguments: &[String]) -> Outcome {
    arguments::none(arguments, "ci")?;
    run(repository, &[])
}

/// Builds the workspace and the page, so that every test can run.
pub(crate) fn prepare(repository: &Repository) -> Outcome {
    command::run(lints::cargo(repository, BUILD)?)?;
    if repository.has_ui() {
        ui::build(repository)?;
    }
    Ok(())
}

fn is_chosen(step: &Step, arguments: &TestArguments) -> bool {
    let asked = arguments.groups.contains(&step.group);
    // Every test requires the outputs of the build and the page.
    let is_made_for_others = ["build", "page"].contains(&step.name);
    arguments.scope >= step.from && (asked || is_made_for_others)
}

/// Reports missing tools before the first step instead of after twenty minutes.
fn require_tools(repository: &Repository, arguments: &TestArguments) -> Outcome {
    if repository.has_ui() || arguments.groups.contains(&Group::Real) {
        tools::require_node()?;
    }
    // The browser tests read the server's store with Python; the conformance suite runs the Python SDK.
    if arguments.groups.contains(&Group::Browser) || arguments.groups.contains(&Group::Real) {
        tools::require_python()?;
    }
    Ok(())
}

fn ui_step(context: &Context<'_>, run: fn(&Repository) -> Outcome) -> Outcome<Done> {
    if !context.repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    run(context.repository)?;
    Ok(Done::Passed)
}

fn browser_tests(context: &Context<'_>) -> Outcome<Done> {
    if !context.repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    let mut tests = browser::Tests::new(context.repository)?;
    match context.scope {
        Scope::Quick => tests.argument("--grep=@quick"),
        Scope::Default => {}
        Scope::Full => tests.env("PILOTHOUSE_FULL", "1"),
    }
    tests.run().map(Done::Tested)
}

fn real_browser_tests(context: &Context<'_>) -> Outcome<Done> {
    if !context.repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    let mut report = Report::default();
    for (place, (_, cli)) in conformance::programs(context.repository)?
        .iter()
        .enumerate()
    {
        // Older versions run only with `--full`.
        if place == 0 || context.scope == Scope::Full {
            let tests = browser::Tests::with_cli(context.repository, cli)?;
            report.merge(tests.run()?);
        }
    }
    Ok(Done::Tested(report))
}

fn conformance_tests(context: &Context<'_>) -> Outcome<Done> {
    if !context.repository.has_conformance() {
        return Ok(Done::Skipped(conformance::NO_CONFORMANCE));
    }
    conformance::test(context.repository, context.scope).map(Done::Tested)
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
    fn steps_have_distinct_names_and_need_steps_that_exist() {
        for (index, step) in STEPS.iter().enumerate() {
            let later = &STEPS[index + 1..];
            assert!(
                later.iter().all(|other| other.name != step.name),
                "{}",
                step.name
            );
            for need in step.needs {
                assert!(STEPS.iter().any(|other| other.name == *need), "{need}");
            }
        }
    }

    #[test]
    fn a_part_of_the_run_contains_what_it_is_built_from() {
        let arguments = TestArguments {
            groups: vec![Group::Browser],
            scope: Scope::Default,
        };
        let chosen = STEPS.iter().filter(|step| is_chosen(step, &arguments));
        let names: Vec<_> = chosen.map(|step| step.name).collect();
        assert_eq!(names, ["build", "page", "browser tests"]);
    }

    #[test]
    fn the_quick_run_needs_no_cli() {
        let quick = STEPS.iter().filter(|step| step.from == Scope::Quick);
        assert!(quick.clone().all(|step| step.group != Group::Real));
        assert!(quick.count() >= 8);
    }
}
