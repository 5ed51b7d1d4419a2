//! `pilothouse attach`: a hosted session in the terminal. Leaving it leaves it running.

mod client;
mod follow;
mod keys;
mod line;
mod pick;
mod start;
mod work;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use client::{Client, Refusal};
use work::Work;

use crate::exit;
use crate::output::print_error;
use crate::serve::DataDirectory;
use crate::sessions;
use crate::terminal::source;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Session ID, or its first characters [default: the newest session of this directory].
    session: Option<String>,
    /// Start a new session in this directory.
    #[arg(long, conflicts_with = "session")]
    new: bool,
    #[command(flatten)]
    data: DataDirectory,
    /// Number of transcript entries to show at first.
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    last: usize,
    /// Queue messages while Claude works, instead of steering the turn.
    #[arg(long)]
    queue: bool,
}

/// How a session is shown and steered.
struct Options {
    last: usize,
    queue: bool,
}

const EXAMPLES: &str = "\
The server must be running. Each line that you type is sent to the session as a message.

While Claude works:
  Enter         steer: Claude reads the message after its current step (CLI versions that cannot take a message back
                get it when the turn ends)
  Ctrl-Enter    stop the turn and send now; /now TEXT does the same
  Alt-Enter     queue until the turn ends; /queue TEXT does the same
  Ctrl-C        stop the turn and hold queued messages; background agents keep running

Answers to a permission request: y allow, n deny (text after n is sent to the model), e edit the input, a always allow
by the rule shown, s stop. Answer questions by number or in words. Requests that another device answers disappear.

Commands:
  /held [send | edit [N] | discard]  list, send, edit or discard held messages
  /schedules [cancel [N]]            list or cancel cron jobs and wake-ups
  /stop-agents                       stop all background agents
  /tasks                             list background tasks
  /plan [TASK]                       switch to plan mode, and send the task
  /btw QUESTION                      ask on the side; the conversation does not change
  /fork [PROMPT], /branch [TITLE]    copy the session; this one stays open
  /status                            version, model, directory and account
  /detach, /exit                     detach, as do Ctrl-D on an empty line and Ctrl-\\; the session keeps running

Examples:
  pilothouse attach              the newest session of this directory
  pilothouse attach --new        a new session in this directory
  pilothouse attach 3f2a         the session whose ID starts with 3f2a; `pilothouse sessions list` prints the IDs
  pilothouse attach --last 200   with more of the transcript

Exit codes: 0 detached, 1 error, 2 usage error.";

pub(crate) fn run(arguments: Arguments) -> ExitCode {
    match exit::block_on(attach(arguments)) {
        // A thread may still wait for a key; it is not waited for.
        Ok(code) => std::process::exit(code.into()),
        Err(code) => code,
    }
}

async fn attach(arguments: Arguments) -> u8 {
    let data = match arguments.data.path() {
        Ok(data) => data,
        Err(error) => {
            print_error(&error.to_string());
            return exit::ERROR;
        }
    };
    let terminal = source::open().filter(|_| io::stdout().is_terminal());
    let Some(terminal) = terminal else {
        print_error("attach needs a terminal; `pilothouse sessions show` prints a session");
        return exit::USAGE;
    };
    match pilothouse_server::running_socket(&data) {
        Ok(Some(_)) => {}
        Ok(None) => {
            print_error(&DataDirectory::no_server(&data));
            return exit::ERROR;
        }
        Err(error) => {
            print_error(&error.to_string());
            return exit::ERROR;
        }
    }
    let client = Client::new(&data);
    let picked = match arguments.new {
        true => start::session(&client).await,
        false => pick::session(&client, arguments.session.as_deref()).await,
    };
    match picked {
        Ok(pick::Picked::Session(session)) => {
            let options = Options {
                last: arguments.last,
                queue: arguments.queue,
            };
            let work = Work::new(client, *session, terminal, &options);
            match work {
                Ok(work) => work.run().await,
                Err(error) => {
                    print_error(&format!("cannot use the terminal: {error}"));
                    exit::ERROR
                }
            }
        }
        Ok(pick::Picked::None { problem, sessions }) => {
            print_error(&problem);
            for summary in &sessions {
                crate::output::print_line(&sessions::line(summary));
            }
            exit::ERROR
        }
        Err(refusal) => failed(&refusal),
    }
}

fn failed(refusal: &Refusal) -> u8 {
    print_error(&refusal.to_string());
    exit::ERROR
}
