//! Worlds in the test run and by hand, and the canaries that test the oracle.

use std::time::Instant;

use super::plan::Plan;
use super::shrink::{outcome, report};
use super::story::Story;
use crate::session::canary::{CANARIES, Canary};

/// How many worlds the default test run has.
const WORLDS: u64 = 300;
/// Within how many worlds each canary must be found.
const CANARY_WORLDS: u64 = 20_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs worlds from a seed on. `cargo xtask worlds` sets the variables.
#[test]
fn worlds_keep_what_was_promised() {
    let first = number("PILOTHOUSE_WORLDS_SEED").unwrap_or(1);
    let count = number("PILOTHOUSE_WORLDS").unwrap_or(WORLDS);
    let begun = Instant::now();
    let (mut records, mut failed) = (0, Vec::new());
    for seed in first..first + count {
        let plan = Plan::of(seed);
        let world = outcome(&plan, Story::untold());
        records += world.records;
        if let Some(failure) = world.failure {
            println!("seed {seed}: {failure}");
            failed.push(plan);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{count} worlds with {records} records in {seconds:.1} s, {:.0} per second",
        count as f64 / seconds
    );
    if let Some(plan) = failed.first() {
        panic!("{} of {count} failed\n{}", failed.len(), report(plan));
    }
}

#[test]
fn a_seed_gives_the_same_world_every_time() {
    for seed in 1..20 {
        let plan = Plan::of(seed);
        let one = outcome(&plan, Story::told());
        let other = outcome(&plan, Story::told());
        assert_eq!(one.story, other.story, "seed {seed}");
        assert_eq!(one.fingerprint, other.fingerprint, "seed {seed}");
    }
}

/// The seed of the first world that notices a canary, from this seed on.
fn found(canary: Canary, from: u64) -> Option<u64> {
    let mut seeds = from..from + CANARY_WORLDS;
    seeds.find(|seed| {
        let fails = |plan: Plan| outcome(&plan, Story::untold()).failure.is_some();
        fails(Plan::with_canary(*seed, canary)) && !fails(Plan::of(*seed))
    })
}

/// The search begins at a seed that is known to notice the canary; one is found at once unless the machine has changed.
#[test]
fn every_canary_is_noticed() {
    let all = number("PILOTHOUSE_CANARIES_FROM");
    for (canary, seed) in CANARIES {
        let seed = all.unwrap_or(seed);
        let noticed = found(canary, seed);
        println!("{canary:?}: world {noticed:?} of those from {seed}");
        assert!(noticed.is_some(), "{canary:?} is not noticed");
    }
}
