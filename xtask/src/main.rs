//! The project's own commands: `cargo xtask NAME`.
//!
//! It uses only the standard library, so that a newcomer's first command compiles in seconds.
//! Each task is a small file; `TASKS` below lists them.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool talks to its terminal"
)]

mod api;
mod arguments;
mod bench;
mod browser;
mod bugs;
mod cargo_tool;
mod chaos;
mod cli_cache;
mod codegen;
mod command;
mod conformance;
mod dist;
mod docs;
mod flaky;
mod package;
mod python;
mod repository;
mod run;
mod semver;
mod stamp;
mod test;
mod tools;
mod ui;
mod worlds;

use std::process::ExitCode;

use crate::repository::Repository;

/// The result of a task; the error is shown to the user.
pub(crate) type Outcome<T = ()> = Result<T, String>;

struct Task {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&Repository, &[String]) -> Outcome,
}

const TASKS: &[Task] = &[
    Task {
        name: "run",
        arguments: "[--demo] [--dev] [SERVE ARGUMENTS]",
        summary: "build the UI if needed and start the host",
        run: run::run,
    },
    Task {
        name: "test",
        arguments: "[--quick|--full] [--only rust|ui|browser|real]",
        summary: "test everything a commit can break; --quick takes 3 minutes, --full caches nothing",
        run: test::run,
    },
    Task {
        name: "ci",
        arguments: "",
        summary: "what continuous integration runs: the default `test`",
        run: test::run_ci,
    },
    Task {
        name: "flaky",
        arguments: "[--for MINUTES] [--load N] [TEST]",
        summary: "repeat tests beside a load on all cores and count failures",
        run: flaky::run,
    },
    Task {
        name: "bugs",
        arguments: "[--list] [NAME]",
        summary: "inject bugs one at a time and check that the tests catch each",
        run: bugs::run,
    },
    Task {
        name: "ui",
        arguments: "",
        summary: "install the UI's packages and build it, where something changed",
        run: ui::run,
    },
    Task {
        name: "codegen",
        arguments: "[--check]",
        summary: "write the TypeScript types of the view, or compare them",
        run: codegen::run,
    },
    Task {
        name: "conformance",
        arguments: "[ARGUMENTS]",
        summary: "compare the simulator with the real CLI",
        run: conformance::run,
    },
    Task {
        name: "api",
        arguments: "[ARGUMENTS]",
        summary: "send requests generated from the API description; ARGUMENTS are those of Schemathesis",
        run: api::run,
    },
    Task {
        name: "record",
        arguments: "SCENARIO",
        summary: "play a scenario with the real CLI and keep it as a fixture",
        run: conformance::record,
    },
    Task {
        name: "chaos",
        arguments: "[--seed N] [--faults N]",
        summary: "inject 1,000 faults into running sessions and check what docs/reliability.md promises",
        run: chaos::run,
    },
    Task {
        name: "worlds",
        arguments: "[--count N] [--seed S]",
        summary: "run simulated worlds of a session with all their faults, from a seed on",
        run: worlds::run,
    },
    Task {
        name: "semver",
        arguments: "[--accept]",
        summary: "compare the API of the libraries with the baseline; --accept lists what breaks as intended",
        run: semver::run,
    },
    Task {
        name: "dist",
        arguments: "",
        summary: "build what is released: static as far as this machine can, UI inside, checksums",
        run: dist::run,
    },
    Task {
        name: "docs",
        arguments: "",
        summary: "build the documents as a site with mdBook",
        run: docs::run,
    },
    Task {
        name: "package",
        arguments: "",
        summary: "make the packages, install the host from them alone and look whether it has its page",
        run: package::run,
    },
    Task {
        name: "bench",
        arguments: "wire|sdk|ui|serve|tap [--rounds N]",
        summary: "measure against other libraries, side by side; the page; the host under load; the tap",
        run: bench::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", usage());
        return Ok(());
    };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        print!("{}", usage());
        return Ok(());
    }
    match TASKS.iter().find(|task| task.name == name) {
        Some(task) => (task.run)(&Repository::locate()?, rest),
        None => Err(format!("there is no task named {name}\n\n{}", usage())),
    }
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask TASK\n\n");
    for task in TASKS {
        let call = format!("{} {}", task.name, task.arguments);
        text += &format!("  {call:<50} {}\n", task.summary);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_task_prints_the_list() {
        let message = dispatch(&["tset".to_owned()]).unwrap_err();
        assert!(message.contains("no task named tset"));
        for task in TASKS {
            assert!(message.contains(task.summary), "{} is listed", task.name);
        }
    }

    #[test]
    fn task_names_are_distinct() {
        let mut names: Vec<_> = TASKS.iter().map(|task| task.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TASKS.len());
    }
}
