//! A storm of faults over many sessions: whatever is killed, stopped, damaged or full, docs/reliability.md holds.
//!
//! `cargo xtask chaos --seed N --faults M` runs a storm of any length and prints its table; the test run has a short one.

mod canaries;
mod dice;
mod faults;
mod files;
mod oracle;
mod people;
mod world;

use std::collections::BTreeMap;
use std::time::Instant;

use self::faults::Fault;
use self::world::World;

/// How many sessions work at the same time.
const SESSIONS: usize = 6;
/// After how many faults the oracle checks everything.
const BETWEEN_CHECKS: u64 = 15;

const TEST: &str = "chaos::a_storm_of_faults_loses_nothing";

/// A number from the environment, for storms by hand.
fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_faults_loses_nothing() {
    // The storm fills its disk and makes directories read-only: it needs mounts of its own.
    if !crate::namespace::is_inside() {
        return crate::namespace::run(TEST).await;
    }
    let seed = number("PILOTHOUSE_CHAOS_SEED", 1);
    let faults = number("PILOTHOUSE_CHAOS_FAULTS", 150);
    let begun = Instant::now();
    let mut world = World::new(seed, SESSIONS, faults).await;
    let mut counts: BTreeMap<Fault, u64> = BTreeMap::new();
    for number in 1..=faults {
        world.send_messages();
        world.pause().await;
        let fault = world.next_fault();
        world.story.push(fault);
        *counts.entry(fault).or_default() += 1;
        world.inject(fault).await;
        if number % BETWEEN_CHECKS == 0 || number == faults {
            world.rest_and_check(number).await;
            eprintln!("{number} faults, {} seconds", begun.elapsed().as_secs());
        }
    }
    let messages = world.messages();
    world.end().await;
    println!(
        "seed {seed}: {faults} faults, {messages} messages, {SESSIONS} sessions, {} seconds",
        begun.elapsed().as_secs()
    );
    println!("\n| fault | count |\n|---|---|");
    for (fault, count) in counts {
        println!("| {} | {count} |", fault.name());
    }
}
