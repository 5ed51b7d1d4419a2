//! `cargo xtask torture [--seed N]`: the long sessions of the server's tests at full length.

use std::process::Command;

use crate::repository::Repository;
use crate::{Outcome, command};

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let seed = match arguments {
        [] => "1",
        [flag, seed] if flag == "--seed" && seed.parse::<u64>().is_ok() => seed,
        _ => return Err("torture takes --seed and a number".to_owned()),
    };
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(repository.root())
        .args([
            "test",
            "-p",
            "pilothouse-server",
            "--test",
            "it",
            "torture::",
        ])
        .env("PILOTHOUSE_TORTURE_SEED", seed);
    println!(
        "torture with seed {seed}: a session is streamed while servers, runners and browsers die"
    );
    command::run(cargo)
}
