//! Generates the transcripts, runs every parser in turn and prints the ratios.
//!
//! Started by `cargo xtask bench wire`, which builds the measured programs and passes them as arguments.

mod contestant;
mod corpus;
mod random;
mod report;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use crate::contestant::Contestant;
use crate::report::{Report, Row};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

struct Arguments {
    /// The directory of the transcripts.
    corpora: PathBuf,
    rounds: usize,
    /// Commands to start: program and arguments, separated by commas.
    contestants: Vec<String>,
}

fn main() -> Outcome {
    let arguments = parse(env::args().skip(1))?;
    fs::create_dir_all(&arguments.corpora)?;
    let mut contestants = Vec::new();
    for command in &arguments.contestants {
        contestants.push(Contestant::start(command)?);
    }
    let mut reports = Vec::new();
    for corpus in corpus::ALL {
        let text = (corpus.make)();
        let path = arguments.corpora.join(format!("{}.ndjson", corpus.name));
        fs::write(&path, &text)?;
        eprintln!("{}: {} rounds", corpus.name, arguments.rounds);
        let report = Report {
            corpus,
            bytes: text.len(),
            messages: text.iter().filter(|byte| **byte == b'\n').count(),
            rows: measure(&mut contestants, &path, arguments.rounds)?,
        };
        report.check()?;
        reports.push(report);
    }
    print!("{}", report::print(&reports));
    Ok(())
}

/// The CPU time of a parser in each round, in nanoseconds: a fast parser makes several passes, so that the search for
/// the best pass takes equally long for each.
const TURN: u64 = 300_000_000;

/// Runs every parser once per round, sequentially, so that noise affects all of them equally.
fn measure(contestants: &mut [Contestant], corpus: &PathBuf, rounds: usize) -> Outcome<Vec<Row>> {
    let mut rows = Vec::new();
    for contestant in contestants.iter_mut() {
        contestant.load(corpus)?;
        rows.extend(contestant.names.iter().map(|name| Row::new(name)));
    }
    for _ in 0..rounds {
        let mut row = rows.iter_mut();
        for contestant in contestants.iter_mut() {
            for index in 0..contestant.names.len() {
                let Some(row) = row.next() else { continue };
                let mut spent = 0;
                while spent < TURN {
                    let measured = contestant.run(index)?;
                    spent += measured.nanoseconds;
                    row.add(measured);
                }
            }
        }
    }
    Ok(rows)
}

fn parse(mut words: impl Iterator<Item = String>) -> Outcome<Arguments> {
    let mut arguments = Arguments {
        corpora: PathBuf::new(),
        rounds: 5,
        contestants: Vec::new(),
    };
    while let Some(word) = words.next() {
        let value = words
            .next()
            .ok_or_else(|| format!("{word} takes a value"))?;
        match word.as_str() {
            "--corpora" => arguments.corpora = value.into(),
            "--rounds" => arguments.rounds = value.parse()?,
            "--contestant" => arguments.contestants.push(value),
            _ => return Err(format!("unknown argument {word}").into()),
        }
    }
    if arguments.rounds == 0 || arguments.contestants.is_empty() {
        return Err("at least one round and one contestant are required".into());
    }
    Ok(arguments)
}
