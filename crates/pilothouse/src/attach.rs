//! `pilothouse attach`: a hosted session in the terminal. Leaving it leaves it running.

mod client;
mod follow;
mod keys;
mod line;
mod pick;
mod work;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use client::{Client, Refusal};
use work::Work;

use crate::exit;
use crate::say::complain;
use crate::serve::Usual;
use crate::sessions;
use crate::terminal::source;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Its id, or how it begins; the newest session of this directory when it is left out.
    session: Option<String>,
    /// Where the host keeps its sessions [default: as the host: PILOTHOUSE_DATA, its file with settings, or ~/.local/share/pilothouse].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How many entries of the transcript are shown at first.
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    last: usize,
    /// Queue messages by default while Claude works, instead of steering the turn.
    #[arg(long)]
    queue: bool,
}

/// How a session is shown and steered.
struct Options {
    last: usize,
    queue: bool,
}

const EXAMPLES: &str = "\
The server must run. A line that you type goes to the session as a message. While Claude works, Enter steers (Claude
reads the message after its current step), Ctrl-Enter sends it now and stops the turn, and Alt-Enter queues it until
the turn ends; /now TEXT and /queue TEXT do the same in terminals without these keys. CLI versions that cannot give a
message back are queued to.
At an ask: y allows, n denies (n and a reason tells it to the model), e edits the input, a allows always by the rule that
is shown, s stops. Questions are answered by number or in words. What another device answers is withdrawn here.
Ctrl-C stops the turn and holds queued messages; background agents keep running. /held lists held messages,
/held send sends them, /held edit [N] moves one to the input line, /held discard discards them. /stop-agents stops all
background agents. /schedules lists cron jobs and wake-ups, /schedules cancel [N] cancels one. Ctrl-D on an empty line, Ctrl-\\ or /detach leaves; the session goes on.

Examples:
  pilothouse attach              the newest session of this directory
  pilothouse attach 3f2a         the session whose id begins so; `pilothouse sessions list` shows them
  pilothouse attach --last 200   with more of what was before

Exit codes: 0 left, 1 an error, 2 wrong usage.";

pub(crate) fn run(arguments: Arguments) -> ExitCode {
    match exit::block_on(attach(arguments)) {
        // A thread may still wait for a key; it is not waited for.
        Ok(code) => std::process::exit(code.into()),
        Err(code) => code,
    }
}

async fn attach(arguments: Arguments) -> u8 {
    let data = match Usual::data(arguments.data.as_deref()) {
        Ok(data) => data,
        Err(error) => {
            complain(&error.to_string());
            return exit::ERROR;
        }
    };
    let terminal = source::open().filter(|_| io::stdout().is_terminal());
    let Some(terminal) = terminal else {
        complain("attach needs a terminal; `pilothouse sessions show` prints a session");
        return exit::USAGE;
    };
    match pilothouse_server::running_socket(&data) {
        Ok(Some(_)) => {}
        Ok(None) => {
            complain(&format!(
                "no host runs with {}; start one with `pilothouse`, or say where with --data",
                data.display()
            ));
            return exit::ERROR;
        }
        Err(error) => {
            complain(&error.to_string());
            return exit::ERROR;
        }
    }
    let client = Client::new(&data);
    match pick::session(&client, arguments.session.as_deref()).await {
        Ok(pick::Picked::Session(session)) => {
            let options = Options {
                last: arguments.last,
                queue: arguments.queue,
            };
            let work = Work::new(client, *session, terminal, &options);
            match work {
                Ok(work) => work.run().await,
                Err(error) => {
                    complain(&format!("cannot use the terminal: {error}"));
                    exit::ERROR
                }
            }
        }
        Ok(pick::Picked::None { problem, sessions }) => {
            complain(&problem);
            for summary in &sessions {
                crate::say::tell(&sessions::line(summary));
            }
            exit::ERROR
        }
        Err(refusal) => failed(&refusal),
    }
}

fn failed(refusal: &Refusal) -> u8 {
    complain(&refusal.to_string());
    exit::ERROR
}
