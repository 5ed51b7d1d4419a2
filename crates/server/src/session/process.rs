//! The session's process: starting, attaching, parking, ending.

use std::io;
use std::time::{Duration, Instant};

use pilothouse_log::{Note, Parked, Record, Warning, Who, Woken};
use pilothouse_runner::socket::Role;
use pilothouse_runner::{Client, Event, Program};
use serde_json::Map;

use super::Refusal;
use super::command::Conversation;
use super::history::{self, History};
use super::queue::unique;
use super::task::{Leaving, Runner, Task};
use super::written::{FAREWELL, LOOK_AGAIN, Looked, find_runner, wait_until_free};
use crate::problem::Problem;

/// How long a process may take to end by itself.
const GRACE: Duration = Duration::from_secs(5);
/// How long a runner may take to welcome a server. One that is stopped accepts connections and says nothing.
const WELCOME: Duration = Duration::from_secs(10);
/// How many processes in a row may die before the session waits for a person.
const DEATHS: u32 = 2;
/// SIGKILL, by its number.
const KILL: i32 = 9;

impl Task {
    /// Whether the CLI can be written to.
    pub(super) fn is_ready(&self) -> bool {
        self.runner.as_ref().is_some_and(|runner| runner.caught_up)
    }

    /// Whether a runner is attached and still sends what the log had before.
    pub(super) fn is_catching_up(&self) -> bool {
        self.runner.as_ref().is_some_and(|runner| !runner.caught_up)
    }

    /// Attaches to the session's runner, if one lives.
    pub(super) async fn attach(&mut self) -> io::Result<()> {
        let begun = Instant::now();
        let mut was_found = false;
        loop {
            let dir = self.shared.log_dir(&self.id);
            let looked = tokio::task::spawn_blocking(move || find_runner(&dir)).await;
            match looked.map_err(io::Error::other)?? {
                Looked::Runner(found) => match self.connect(&found.socket).await {
                    Err(error) if begun.elapsed() < FAREWELL => {
                        // A runner that was killed holds its log a moment longer than its socket.
                        tracing::debug!(session = %self.id, %error, "cannot attach yet");
                        was_found = true;
                        tokio::time::sleep(LOOK_AGAIN).await;
                    }
                    connected => return connected,
                },
                Looked::Nobody if !was_found => return Ok(()),
                Looked::Nobody | Looked::Gone => {
                    // What it wrote at its end came after the log was read.
                    if let Err(problem) = self.fold_log_end().await {
                        tracing::warn!(session = %self.id, ?problem, "the end of a runner's log cannot be read");
                    }
                    return Ok(());
                }
            }
        }
    }

    async fn connect(&mut self, socket: &std::path::Path) -> io::Result<()> {
        let after = self.view().seq;
        let connecting = Client::connect(socket, Role::Control, after);
        let connected = tokio::time::timeout(WELCOME, connecting).await;
        let (client, events) = connected
            .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "the runner does not answer"))?
            .map_err(io::Error::other)?;
        let first = client.welcome().first_seq;
        if first > after + 1 {
            // The runner reads no sealed segments: what is in them comes from the files.
            self.read_before(after, first).await?;
        }
        self.shared.room.enter(&self.id, &self.inputs);
        self.leaving = None;
        self.runner = Some(Runner {
            client,
            events,
            caught_up: false,
        });
        Ok(())
    }

    async fn read_before(&mut self, after: u64, end: u64) -> io::Result<()> {
        let dir = self.shared.log_dir(&self.id);
        let read = tokio::task::spawn_blocking(move || {
            let before =
                |record: &io::Result<Record>| record.as_ref().is_ok_and(|record| record.seq < end);
            dir.read_after(after)?.take_while(before).collect()
        });
        let records: io::Result<Vec<Record>> = read.await.map_err(io::Error::other)?;
        self.fold_own(&records?);
        Ok(())
    }

    /// Starts a process for the session: a new conversation, or the one it had.
    pub(super) async fn wake(&mut self, reason: &str) -> Result<(), Problem> {
        if self.runner.is_some() {
            return Ok(());
        }
        self.claim_room()?;
        let started = self.start_process(reason).await;
        if self.runner.is_none() {
            self.shared.room.release(&self.id);
        }
        self.see_trust(started.as_ref());
        let failed = started.as_ref().err().filter(|_| !self.undecided);
        self.trouble = failed.map(ToString::to_string);
        started
    }

    /// Takes room for a process; without any, returns why the session must wait.
    pub(super) fn claim_room(&mut self) -> Result<(), Refusal> {
        let limit = self.shared.settings.get().live_sessions;
        let claimed = self.shared.room.claim(&self.id, &self.inputs, limit);
        claimed.map_err(|full| Refusal::NoRoom(full.0))
    }

    async fn start_process(&mut self, reason: &str) -> Result<(), Problem> {
        let conversation = self.conversation().await?;
        let project = self.project_settings().await?;
        let (config, missing) = self.runner_config(&conversation, project).await?;
        let program = match &self.shared.config.runner {
            Some(path) => Program::new(path, ["runner"]),
            None => Program::this(["runner"])?,
        };
        if self.view().liveness.epoch > 0 {
            let note = Woken {
                reason: Some(reason.to_owned()),
                missing,
                extra: Map::new(),
            };
            self.note(&unique(), Who::Host, Note::Woken(note)).await?;
        }
        let (socket, dir) = (config.socket.clone(), self.shared.log_dir(&self.id));
        let launched = tokio::task::spawn_blocking(move || {
            wait_until_free(&dir)?;
            pilothouse_runner::launch(&program, &config)
        });
        if let Err(error) = launched.await.map_err(Problem::internal)? {
            // The runner has logged it, if it came that far; whoever watches is to see it at once.
            if let Err(problem) = self.fold_log_end().await {
                tracing::warn!(session = %self.id, ?problem, "the log of a failed start cannot be read");
            }
            return Err(Refusal::CannotStart(error.to_string()).into());
        }
        if let Err(error) = self.connect(&socket).await {
            tracing::debug!(session = %self.id, %error, "the new runner is gone already");
            return self.missed_start().await;
        }
        if let Some(runner) = &mut self.runner {
            // Nothing of a new process is old: what was read from the log is all there was.
            runner.caught_up = true;
        }
        self.complete_start().await
    }

    /// A process that ended before it could be attached to is a death like any other: its end is in the log.
    async fn missed_start(&mut self) -> Result<(), Problem> {
        self.fold_log_end().await?;
        self.unfinished = true;
        Ok(())
    }

    /// Which conversation a process is to continue. What is not there any more is not continued silently.
    async fn conversation(&self) -> Result<Conversation, Problem> {
        let fresh = || uuid::Uuid::new_v4().to_string();
        let epoch = f64::from(self.view().liveness.epoch);
        let set_now =
            |name: &str| self.projection.settings.number(name).unwrap_or_default() == epoch;
        let imported = self
            .projection
            .settings
            .text("resume")
            .filter(|_| set_now("resumeEpoch"));
        if let (Some(from), true) = (imported, self.projection.settings.flag("fork")) {
            return Ok(Conversation::Fork {
                from: from.to_owned(),
                at: self.projection.settings.text("resumeAt").map(str::to_owned),
                id: fresh(),
            });
        }
        let known = imported.or(self.projection.settings.cli_session_id.as_deref());
        let is_fresh =
            self.projection.settings.value("freshEpoch").is_some() && set_now("freshEpoch");
        let forgets = self
            .projection
            .settings
            .texts("flags")
            .contains(&"--no-session-persistence");
        let Some(id) = known.filter(|_| !is_fresh && !forgets).map(str::to_owned) else {
            return Ok(Conversation::New(fresh()));
        };
        let last = self
            .projection
            .settings
            .last_uuid
            .clone()
            .filter(|_| imported.is_none());
        let expected = last.is_some() || imported.is_some();
        let looked = {
            let id = id.clone();
            tokio::task::spawn_blocking(move || history::look(&id, last.as_deref()))
        };
        match looked.await.map_err(Problem::internal)? {
            History::Whole => Ok(Conversation::Resume(id)),
            // Nothing was said in it that ended: there is nothing to remember.
            History::Absent if !expected => Ok(Conversation::New(fresh())),
            History::Absent => Err(Refusal::HistoryMissing.into()),
            History::Short => Err(Refusal::HistoryShort.into()),
            History::Held(pid) => Err(Refusal::HeldElsewhere(pid).into()),
        }
    }

    /// Does what a start consists of besides the process itself. A server that died in the middle of it
    /// left the rest to the next one, so everything here is done once per process, whoever does it.
    pub(super) async fn complete_start(&mut self) -> Result<(), Problem> {
        let Some(runner) = &self.runner else {
            return Ok(());
        };
        let epoch = runner.client.welcome().epoch;
        if self.projection.settings.greeted < epoch {
            self.greet(epoch).await?;
        }
        self.resend_lost().await;
        Ok(())
    }

    /// Ends an idle process; the next message wakes the session.
    pub(super) async fn park(&mut self, reason: &str, who: Who) -> Result<(), Problem> {
        let note = Note::Parked(Parked {
            reason: Some(reason.to_owned()),
            extra: Map::new(),
        });
        self.note(&unique(), who, note).await?;
        self.end_process(Leaving::Parked).await;
        Ok(())
    }

    /// Asks the process to end, and makes it if it does not.
    pub(super) async fn end_process(&mut self, leaving: Leaving) {
        let Some(runner) = &self.runner else { return };
        self.leaving = Some(leaving);
        let told = if self.unresponsive {
            runner.client.signal(KILL).await
        } else {
            runner.client.terminate(GRACE).await
        };
        if let Err(error) = told {
            tracing::warn!(session = %self.id, %error, "the runner did not take the order to end");
        }
    }

    /// The process is gone, or the connection to its runner is. What it left undone is seen to by the loop.
    pub(super) async fn end_runner(&mut self) {
        if self.runner.take().is_none() {
            return;
        }
        self.shared.room.release(&self.id);
        let ended = self.pending.drain();
        self.answered
            .extend(ended.map(|awaited| (awaited, Err(Refusal::Ended))));
        self.interrupting = None;
        self.unresponsive = false;
        self.put_off = None;
        let leaving = self.leaving.take();
        // A runner that still lives lost us, not the CLI.
        if let Err(error) = self.attach().await {
            tracing::warn!(session = %self.id, %error, "cannot attach again");
        }
        if self.runner.is_some() {
            return;
        }
        if let Err(problem) = self.finish_log().await {
            tracing::warn!(session = %self.id, ?problem, "the log of a dead runner cannot be closed");
        }
        self.save();
        self.unfinished = leaving != Some(Leaving::Closed);
    }

    /// Takes what a runner that went away has still sent, and what it left in the log.
    pub(super) async fn lose_runner(&mut self) {
        while let Some(runner) = &mut self.runner {
            match runner.events.next().await {
                Some(Event::Record(record)) => self.take_record(&record),
                Some(Event::Exited { .. }) | None => break,
                Some(_) => {}
            }
        }
        self.publish();
        self.end_runner().await;
    }

    /// What was acknowledged runs in a new process, unless processes die one after the other.
    pub(super) async fn go_on(&mut self) {
        let waits = self.has_queued() || !self.lost().is_empty();
        if self.runner.is_some() {
            return;
        }
        // One that ends without a word of complaint before the turn is over has died as well: only a turn starts the count again.
        if waits || (!self.ended_well() && self.has_given_up()) {
            self.deaths += 1;
            if !waits || self.deaths > DEATHS {
                self.trouble = Some(
                    "The CLI keeps ending unexpectedly. Send a message to try again.".to_owned(),
                );
                return;
            }
        }
        if !waits {
            return;
        }
        if let Err(problem) = self.wake("messages wait").await {
            self.tell_trouble("cannotWake", &problem).await;
        }
    }

    /// Writes down what a person should know and do.
    pub(super) async fn tell_trouble(&mut self, code: &str, problem: &Problem) {
        if problem.is_trust_question() && std::mem::replace(&mut self.trust_told, true) {
            return;
        }
        let note = Note::Warning(Warning {
            code: code.to_owned(),
            message: problem.to_string(),
            extra: Map::new(),
        });
        if let Err(problem) = self.note(&unique(), Who::Host, note).await {
            tracing::warn!(session = %self.id, ?problem, "a warning could not be written");
        }
    }

    fn ended_well(&self) -> bool {
        use pilothouse_view::session::Activity;
        match &self.view().liveness.activity {
            Activity::Ended { exit } => exit.code == Some(0),
            _ => true,
        }
    }
}
