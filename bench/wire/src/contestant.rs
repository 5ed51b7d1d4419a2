//! A measured program, controlled over its stdin and stdout with the orders in meter/src/lib.rs.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::Outcome;

/// The measurements of one pass over a transcript.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) nanoseconds: u64,
    pub(crate) read: u64,
    pub(crate) dropped: u64,
    pub(crate) refused: u64,
}

pub(crate) struct Contestant {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    /// The names of its parsers.
    pub(crate) names: Vec<String>,
}

impl Contestant {
    /// Starts a program; the program and its arguments are separated by commas.
    pub(crate) fn start(command: &str) -> Outcome<Contestant> {
        let mut words = command.split(',');
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("start {program}: {error}"))?;
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().ok_or("the program has no stdout")?);
        let mut contestant = Contestant {
            child,
            stdin,
            stdout,
            names: Vec::new(),
        };
        contestant.names = contestant
            .ask("names")?
            .split('\t')
            .map(str::to_owned)
            .collect();
        Ok(contestant)
    }

    pub(crate) fn load(&mut self, corpus: &Path) -> Outcome {
        let answer = self.ask(&format!("load {}", corpus.display()))?;
        if answer != "loaded" {
            return Err(format!("{} could not load: {answer}", self.names.join(", ")).into());
        }
        Ok(())
    }

    pub(crate) fn run(&mut self, parser: usize) -> Outcome<Measured> {
        let order = format!("run {}", self.names[parser]);
        let answer = self.ask(&order)?;
        let numbers: Vec<u64> = answer
            .split(' ')
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        let [nanoseconds, read, dropped, refused] = numbers[..] else {
            return Err(format!("{order} was answered with {answer}").into());
        };
        Ok(Measured {
            nanoseconds,
            read,
            dropped,
            refused,
        })
    }

    fn ask(&mut self, order: &str) -> Outcome<String> {
        let stdin = self.stdin.as_mut().ok_or("the program has no stdin")?;
        writeln!(stdin, "{order}")?;
        stdin.flush()?;
        let mut answer = String::new();
        if self.stdout.read_line(&mut answer)? == 0 {
            return Err(format!("the program ended at the order: {order}").into());
        }
        Ok(answer.trim_end().to_owned())
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        // Closing its stdin ends the program.
        self.stdin = None;
        self.child.wait().ok();
    }
}
