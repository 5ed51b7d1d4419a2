//! A storm of faults over many sessions: whatever dies, breaks or disappears, what people were promised holds.
//!
//! `cargo xtask chaos --seed N --faults M` prints the table of docs/reliability.md; the tests run a shorter storm.

mod canaries;
mod dice;
mod faults;
mod oracle;
mod people;
mod world;

use std::collections::BTreeMap;
use std::time::Instant;

use self::faults::Fault;
use self::world::World;

/// How many sessions work at the same time.
const SESSIONS: usize = 6;
/// After how many faults everything is left to come to rest and looked at.
const BETWEEN_LOOKS: u64 = 15;

/// A number from the environment, for storms by hand.
fn wanted(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_faults_loses_nothing() {
    let seed = wanted("PILOTHOUSE_CHAOS_SEED", 1);
    let faults = wanted("PILOTHOUSE_CHAOS_FAULTS", 150);
    let begun = Instant::now();
    let mut world = World::new(seed, SESSIONS).await;
    let mut counts: BTreeMap<Fault, u64> = BTreeMap::new();
    for number in 1..=faults {
        world.speak().await;
        let fault = world.pick();
        world.story.push(fault.name());
        *counts.entry(fault).or_default() += 1;
        world.inject(fault).await;
        if number % BETWEEN_LOOKS == 0 || number == faults {
            world.rest_and_check(number).await;
        }
    }
    let messages = world.messages();
    world.end().await;
    println!("seed {seed}: {faults} faults, {messages} messages, {SESSIONS} sessions");
    println!("{} seconds; nothing lost", begun.elapsed().as_secs());
    println!("\n| fault | times |\n|---|---|");
    for (fault, count) in counts {
        println!("| {} | {count} |", fault.name());
    }
}
