//! `cargo xtask worlds [--count N] [--seed S]`: runs simulated worlds of a session, starting from a seed, in the
//! release profile.

use std::process::Command;

use crate::repository::Repository;
use crate::{Outcome, command};

/// The default number of worlds.
const COUNT: u64 = 50_000;

const TEST: &str = "session::worlds::tests::worlds_keep_what_was_promised";

/// The worlds to run.
#[derive(Debug, PartialEq)]
struct Worlds {
    count: u64,
    seed: u64,
}

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let worlds = Worlds::parse(arguments)?;
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(repository.root())
        .args(["test", "--release", "-p", "pilothouse-server", "--lib"])
        .args(["--", "--exact", "--nocapture", TEST])
        .env("PILOTHOUSE_WORLDS", worlds.count.to_string())
        .env("PILOTHOUSE_WORLDS_SEED", worlds.seed.to_string());
    command::run(cargo)
}

impl Worlds {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut worlds = Self {
            count: COUNT,
            seed: 1,
        };
        for pair in arguments.chunks(2) {
            let number = pair.get(1).and_then(|number| number.parse().ok());
            match (pair[0].as_str(), number) {
                ("--count", Some(count)) if count > 0 => worlds.count = count,
                ("--seed", Some(seed)) => worlds.seed = seed,
                _ => return Err("worlds takes --count and --seed, each with a number".to_owned()),
            }
        }
        Ok(worlds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &str) -> Result<Worlds, String> {
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        Worlds::parse(&arguments)
    }

    #[test]
    fn worlds_are_chosen_by_count_and_seed() {
        let worlds = |count, seed| Ok(Worlds { count, seed });
        assert_eq!(parse(""), worlds(COUNT, 1));
        assert_eq!(parse("--count 7"), worlds(7, 1));
        assert_eq!(parse("--seed 9 --count 7"), worlds(7, 9));
        for wrong in ["--count", "--count 0", "--count many", "--seeds 1", "7"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
