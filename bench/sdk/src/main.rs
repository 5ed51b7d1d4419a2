//! Generates the transcript, runs every SDK in turn and prints the ratios.
//!
//! Started by `cargo xtask bench sdk`, which builds the measured hosts and passes them as arguments.

mod corpus;
mod host;
#[path = "../../wire/src/random.rs"]
#[allow(dead_code, reason = "the wire benchmark uses more of it")]
mod random;
mod report;
mod transcript;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use crate::host::Host;
use crate::report::Table;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The number of concurrent sessions, and of messages in each.
const LOADS: [(usize, usize); 2] = [(1, 50_000), (50, 4_000)];

struct Arguments {
    /// The directory of the transcripts.
    scratch: PathBuf,
    /// The program that every host drives.
    fake: PathBuf,
    rounds: usize,
    /// Hosts: name, program and first arguments, separated by commas.
    hosts: Vec<Host>,
}

fn main() -> Outcome {
    let arguments = parse(env::args().skip(1))?;
    fs::create_dir_all(&arguments.scratch)?;
    let mut tables = Vec::new();
    for (sessions, messages) in LOADS {
        let text = transcript::make(messages);
        let path = arguments.scratch.join(format!("transcript-{messages}"));
        fs::write(&path, &text)?;
        let lines = text.iter().filter(|byte| **byte == b'\n').count();
        let mut table = Table::new(sessions, lines, text.len(), &arguments.hosts);
        // The hosts run sequentially in each round, so that noise affects all of them equally.
        for round in 1..=arguments.rounds {
            for (row, host) in arguments.hosts.iter().enumerate() {
                // A host that lost a result would time out again in every round.
                if table.has_failed(row) {
                    continue;
                }
                eprintln!("{sessions} sessions, round {round}: {}", host.name);
                table.add(row, host.run(sessions, &arguments.fake, &path));
            }
        }
        tables.push(table);
    }
    for table in &tables {
        print!("{}", table.ratios());
    }
    for table in &tables {
        print!("{}", table.numbers());
    }
    Ok(())
}

fn parse(mut words: impl Iterator<Item = String>) -> Outcome<Arguments> {
    let mut arguments = Arguments {
        scratch: PathBuf::new(),
        fake: PathBuf::new(),
        rounds: 3,
        hosts: Vec::new(),
    };
    while let Some(word) = words.next() {
        let value = words
            .next()
            .ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--scratch" => arguments.scratch = value.into(),
            "--fake" => arguments.fake = value.into(),
            "--rounds" => arguments.rounds = value.parse()?,
            "--host" => arguments.hosts.push(Host::parse(&value)?),
            _ => return Err(format!("unknown argument {word}").into()),
        }
    }
    if arguments.rounds == 0 || arguments.hosts.is_empty() {
        return Err("at least one round and one host are required".into());
    }
    Ok(arguments)
}
