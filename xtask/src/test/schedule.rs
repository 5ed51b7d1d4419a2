//! Runs steps concurrently: a step starts when the steps that it needs have passed and one of two slots is free.
//!
//! The output of a step goes to a separate log and is printed when the step ends.
//! A failed step stops only the steps that need it, so that one run reports all failures.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::test::compiled;
use crate::test::step::{Context, Done, Step};
use crate::{Outcome, command};

/// The number of concurrent steps; most of them start two processes and wait for them half of the time.
const PLACES: usize = 2;

/// The result of a step.
pub(crate) struct Ended<'a> {
    pub(crate) step: &'a Step,
    pub(crate) result: Outcome<Done>,
    pub(crate) time: Duration,
    /// Our own crates that this step compiled.
    pub(crate) compiled: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waiting,
    Running,
    Passed,
    Failed,
}

/// The state of the steps, which determines those that can start.
struct Plan<'a> {
    steps: Vec<(&'a Step, State)>,
}

impl<'a> Plan<'a> {
    fn new(steps: &[&'a Step]) -> Self {
        let steps = steps.iter().map(|step| (*step, State::Waiting)).collect();
        Plan { steps }
    }

    /// A needed step that is not part of this run counts as passed.
    fn state(&self, name: &str) -> State {
        let found = self.steps.iter().find(|(step, _)| step.name == name);
        found.map_or(State::Passed, |(_, state)| *state)
    }

    fn set(&mut self, name: &str, state: State) {
        if let Some(found) = self.steps.iter_mut().find(|(step, _)| step.name == name) {
            found.1 = state;
        }
    }

    /// Returns the first step that can start.
    fn ready(&self) -> Option<&'a Step> {
        self.waiting()
            .find(|step| self.needs(step).all(|state| state == State::Passed))
    }

    /// Returns a step that can never start, and the failed step that it needs.
    fn blocked(&self) -> Option<(&'a Step, &'static str)> {
        self.waiting().find_map(|step| {
            let failed = |name: &&&'static str| self.state(name) == State::Failed;
            let name = step.needs.iter().find(failed)?;
            Some((step, *name))
        })
    }

    fn waiting(&self) -> impl Iterator<Item = &'a Step> {
        let waits = |(_, state): &&(&'a Step, State)| *state == State::Waiting;
        self.steps.iter().filter(waits).map(|(step, _)| *step)
    }

    fn needs(&self, step: &Step) -> impl Iterator<Item = State> {
        step.needs.iter().map(|name| self.state(name))
    }

    fn running(&self) -> usize {
        let runs = |(_, state): &&(&Step, State)| *state == State::Running;
        self.steps.iter().filter(runs).count()
    }
}

/// Runs all steps and returns their results, in the order of their ends.
pub(crate) fn run_all<'a>(context: &Context<'_>, steps: &[&'a Step]) -> Outcome<Vec<Ended<'a>>> {
    let logs = context.repository.scratch().join("logs");
    fs::create_dir_all(&logs).map_err(|error| format!("make {}: {error}", logs.display()))?;
    let (sender, receiver) = mpsc::channel();
    let mut plan = Plan::new(steps);
    let mut ended = Vec::new();
    thread::scope(|threads| {
        loop {
            while let Some((step, need)) = plan.blocked() {
                plan.set(step.name, State::Failed);
                ended.push(not_run(step, need));
            }
            while plan.running() < PLACES
                && let Some(step) = plan.ready()
            {
                plan.set(step.name, State::Running);
                println!("start: {}", step.name);
                let (sender, log) = (sender.clone(), log_path(&logs, step));
                threads.spawn(move || run_one(context, step, &log, &sender));
            }
            if plan.running() == 0 {
                return;
            }
            let Ok(one) = receiver.recv() else { return };
            let passed = one.result.is_ok();
            plan.set(
                one.step.name,
                if passed { State::Passed } else { State::Failed },
            );
            print_log(&one, &log_path(&logs, one.step));
            ended.push(one);
        }
    });
    Ok(ended)
}

fn run_one<'a>(context: &Context<'_>, step: &'a Step, log: &Path, ended: &Sender<Ended<'a>>) {
    let started = Instant::now();
    let result = File::create(log)
        .map_err(|error| format!("write {}: {error}", log.display()))
        .and_then(|file| {
            command::log_to(file);
            (step.run)(context)
        })
        .and_then(check_tests);
    let output = fs::read_to_string(log).unwrap_or_default();
    let compiled = compiled::own_crates(&output, context.repository.root());
    let result = result.and_then(|done| match compiled::is_allowed(step, &compiled) {
        true => Ok(done),
        false => Err(compiled::refusal(&compiled)),
    });
    let time = started.elapsed();
    // The receiver lives until every step has ended.
    drop(ended.send(Ended {
        step,
        result,
        time,
        compiled,
    }));
}

/// A step with failed tests has failed, regardless of the exit code of its program.
fn check_tests(done: Done) -> Outcome<Done> {
    match &done {
        Done::Tested(report) if !report.failures.is_empty() => {
            Err(format!("{} tests failed", report.failures.len()))
        }
        Done::Tested(report) if report.passed == 0 => Err("no test ran".to_owned()),
        _ => Ok(done),
    }
}

fn not_run<'a>(step: &'a Step, need: &str) -> Ended<'a> {
    Ended {
        step,
        result: Err(format!("not run, because the step \"{need}\" failed")),
        time: Duration::ZERO,
        compiled: Vec::new(),
    }
}

fn log_path(logs: &Path, step: &Step) -> PathBuf {
    logs.join(format!("{}.log", step.name.replace([' ', ','], "-")))
}

fn print_log(ended: &Ended<'_>, log: &Path) {
    let word = if ended.result.is_ok() {
        "passed"
    } else {
        "FAILED"
    };
    println!("\n== {} ==", ended.step.name);
    print!("{}", fs::read_to_string(log).unwrap_or_default());
    println!(
        "-- {}: {word} after {:.1} s --\n",
        ended.step.name,
        ended.time.as_secs_f64()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::{Group, Scope};
    use crate::test::step::Compiles;

    const fn step(name: &'static str, needs: &'static [&'static str]) -> Step {
        Step {
            name,
            group: Group::Rust,
            needs,
            from: Scope::Quick,
            compiles: Compiles::Nothing,
            alone: "",
            run: |_| Ok(Done::Passed),
        }
    }

    const BUILD: Step = step("build", &[]);
    const TESTS: Step = step("tests", &["build", "page"]);
    const LINTS: Step = step("lints", &[]);

    #[test]
    fn a_step_starts_when_its_needs_have_passed() {
        let mut plan = Plan::new(&[&TESTS, &BUILD]);
        assert_eq!(plan.ready().unwrap().name, "build");
        plan.set("build", State::Running);
        assert!(plan.ready().is_none());
        assert_eq!(plan.running(), 1);
        plan.set("build", State::Passed);
        assert_eq!(
            plan.ready().unwrap().name,
            "tests",
            "\"page\" is no part of this run"
        );
    }

    #[test]
    fn a_failed_step_blocks_only_the_steps_that_need_it() {
        let mut plan = Plan::new(&[&BUILD, &TESTS, &LINTS]);
        plan.set("build", State::Failed);
        let (step, need) = plan.blocked().unwrap();
        assert_eq!((step.name, need), ("tests", "build"));
        plan.set("tests", State::Failed);
        assert!(plan.blocked().is_none());
        assert_eq!(plan.ready().unwrap().name, "lints");
    }
}
