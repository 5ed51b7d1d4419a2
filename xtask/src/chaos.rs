//! `cargo xtask chaos [--seed N] [--faults N]`: runs the server's fault test for longer, with a table of its faults.

use std::process::Command;

use crate::repository::Repository;
use crate::{Outcome, command};

/// The variables of the test, by flag.
const VARIABLES: [(&str, &str); 2] = [
    ("--seed", "PILOTHOUSE_CHAOS_SEED"),
    ("--faults", "PILOTHOUSE_CHAOS_FAULTS"),
];
const DEFAULT_FAULTS: &str = "1000";

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(repository.root())
        .args(["test", "--package", "pilothouse-server", "--test", "it"])
        .args(["chaos::a_storm", "--", "--nocapture"])
        .env("PILOTHOUSE_CHAOS_FAULTS", DEFAULT_FAULTS);
    for pair in arguments.chunks(2) {
        let known = VARIABLES.iter().find(|(flag, _)| *flag == pair[0]);
        let number = pair.get(1).filter(|text| text.parse::<u64>().is_ok());
        match (known, number) {
            (Some((_, variable)), Some(number)) => cargo.env(variable, number),
            _ => return Err("chaos takes --seed and --faults, each with a number".to_owned()),
        };
    }
    command::run(cargo)
}
