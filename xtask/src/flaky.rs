//! `cargo xtask flaky`: repeats tests during a load on all cores and counts failures.
//!
//! A test that passes on an idle machine and fails here waits for time instead of an event, or reveals a race in the
//! product.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::repository::Repository;
use crate::test::Nextest;
use crate::test::report::Report;
use crate::{Outcome, browser, command, test, tools};

#[derive(PartialEq, Eq, Debug)]
struct Arguments {
    duration: Duration,
    /// The number of threads that keep the cores busy.
    load: usize,
    /// A substring of the names of the tests to repeat.
    test: Option<String>,
}

impl Arguments {
    fn parse(arguments: &[String]) -> Outcome<Arguments> {
        let mut parsed = Arguments {
            duration: Duration::from_secs(10 * 60),
            load: 3 * thread::available_parallelism().map_or(2, usize::from),
            test: None,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut number = || -> Outcome<u64> {
                let value = rest.next().and_then(|text| text.parse().ok());
                value.ok_or_else(|| format!("{argument} takes a number"))
            };
            match argument.as_str() {
                "--for" => parsed.duration = Duration::from_secs(60 * number()?),
                "--load" => parsed.load = number()?.try_into().unwrap_or(usize::MAX).min(64),
                name if !name.starts_with('-') && parsed.test.is_none() => {
                    parsed.test = Some(name.to_owned());
                }
                other => return Err(format!("unknown argument of flaky: {other}")),
            }
        }
        Ok(parsed)
    }
}

/// Threads that keep the cores busy until they are dropped.
struct Load {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    fn start(count: usize) -> Load {
        let stop = Arc::new(AtomicBool::new(false));
        let spin = || {
            let stop = Arc::clone(&stop);
            thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        };
        let threads = (0..count).map(|_| spin()).collect();
        Load { stop, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that only spins cannot panic.
            drop(thread.join());
        }
    }
}

/// The number of runs and failures of each test.
#[derive(Default)]
struct Tally(BTreeMap<String, (usize, usize)>);

impl Tally {
    fn add(&mut self, report: &Report) {
        for time in &report.times {
            self.0.entry(time.name.clone()).or_default().0 += 1;
        }
        for name in &report.failures {
            self.0.entry(name.clone()).or_default().1 += 1;
        }
    }

    fn failures(&self) -> Vec<String> {
        let failed = self.0.iter().filter(|(_, (_, failures))| *failures > 0);
        failed
            .map(|(name, (runs, failures))| format!("{failures} of {runs}  {name}"))
            .collect()
    }

    fn runs(&self) -> usize {
        self.0.values().map(|(runs, _)| runs).sum()
    }
}

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let arguments = Arguments::parse(arguments)?;
    if !tools::has_nextest() {
        return Err("flaky needs cargo-nextest: cargo install --locked cargo-nextest".to_owned());
    }
    test::prepare(repository)?;
    let mut tally = Tally::default();
    let started = Instant::now();
    let mut round = 0;
    {
        let _load = Load::start(arguments.load);
        while started.elapsed() < arguments.duration {
            round += 1;
            command::say(&format!(
                "round {round}, beside {} busy threads",
                arguments.load
            ));
            tally.add(&rust_round(repository, arguments.test.as_deref())?);
            if repository.has_ui() && started.elapsed() < arguments.duration {
                tally.add(&browser_round(repository, arguments.test.as_deref())?);
            }
        }
    }
    conclude(&tally, round, started.elapsed())
}

fn rust_round(repository: &Repository, test: Option<&str>) -> Outcome<Report> {
    let filter = match test {
        Some(name) => format!("not binary(real) & test({name})"),
        None => "not binary(real)".to_owned(),
    };
    let nextest = Nextest {
        repository,
        profile: "flaky",
        filter,
    };
    nextest.run_and_count()
}

fn browser_round(repository: &Repository, test: Option<&str>) -> Outcome<Report> {
    let mut tests = browser::Tests::new(repository)?;
    tests.argument("--retries=0");
    tests.argument("--pass-with-no-tests");
    if let Some(name) = test {
        tests.argument(&format!("--grep={name}"));
    }
    tests.run_and_count()
}

fn conclude(tally: &Tally, rounds: usize, time: Duration) -> Outcome {
    let failures = tally.failures();
    println!(
        "\n{} tests ran in {rounds} rounds and {} minutes; {} failed at least once",
        tally.runs(),
        time.as_secs() / 60,
        failures.len()
    );
    match (tally.runs(), failures.is_empty()) {
        (0, _) => Err("no test has this name".to_owned()),
        (_, true) => Ok(()),
        (_, false) => Err(format!("these tests failed:\n  {}", failures.join("\n  "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::report::Time;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn arguments_name_minutes_load_and_test() {
        let parsed = Arguments::parse(&words("--for 60 --load 6 queue")).unwrap();
        assert_eq!(parsed.duration, Duration::from_secs(3600));
        assert_eq!((parsed.load, parsed.test.as_deref()), (6, Some("queue")));
        for wrong in ["--for", "--for x", "--load", "--other", "one two"] {
            assert!(Arguments::parse(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_test_that_failed_once_is_listed() {
        let report = |failures: &[&str]| Report {
            times: vec![Time {
                seconds: 1.0,
                name: "a".to_owned(),
            }],
            failures: failures.iter().map(|name| (*name).to_owned()).collect(),
            ..Report::default()
        };
        let mut tally = Tally::default();
        tally.add(&report(&[]));
        tally.add(&report(&["a"]));
        assert_eq!(tally.failures(), ["1 of 2  a"]);
        assert!(conclude(&tally, 2, Duration::ZERO).is_err());
        assert!(conclude(&Tally::default(), 1, Duration::ZERO).is_err());
    }
}
