//! A model of the runner: it appends, syncs, publishes, applies a write once, and writes the end of its process.

use std::collections::VecDeque;

use bytes::Bytes;
use pilothouse_log::{DiskRoom, Exit, ExitReason, Kind, Note, Record, Spawn, Who};

use super::World;
use super::cli::Cli;
use super::plan::Fault;
use crate::session::Refusal;
use crate::session::effect::Body;
use crate::session::io::{Outcome, Write};

/// A runner and the CLI that it owns.
pub(super) struct Runner {
    pub(super) cli: Cli,
    /// The connection of the server that controls it.
    pub(super) control: Option<u64>,
    /// It was stopped (SIGSTOP): what it is sent waits.
    pub(super) hangs: bool,
    pub(super) backlog: VecDeque<Order>,
    /// The CLI was told to end, for this reason.
    pub(super) ending: Option<ExitReason>,
    /// Lines of the CLI that the disk has no room for.
    unlogged: VecDeque<Record>,
    /// How the process ended, until the log has it.
    exit: Option<Exit>,
}

/// What a server sends to a runner.
pub(super) enum Order {
    Write(Box<Write>),
    Terminate,
    Kill,
}

/// A connection to a runner, and what is on its way to the server.
pub(super) struct Wire {
    pub(super) id: u64,
    pub(super) events: VecDeque<Event>,
}

pub(super) enum Event {
    Record(Record),
    CaughtUp,
    /// The process ended, or the connection did.
    End,
}

impl World {
    /// Starts a runner with its CLI. The log is ready for it.
    pub(super) fn spawn(&mut self) {
        let epoch = self.disk.next_epoch();
        self.tell("runner", || format!("process {epoch} starts"));
        let argv = vec!["claude".to_owned(), "--resume".to_owned(), "c".to_owned()];
        let spawn = Spawn {
            argv,
            cwd: "/".to_owned(),
            cli_version: Some("2.1.325".to_owned()),
            cli_session_id: Some("c".to_owned()),
            pid: 1,
            ..Spawn::default()
        };
        self.log(spawn.to_record());
        self.disk.sync();
        let slow = self.strikes(Fault::CliSlow, 3);
        let silent = self.strikes(Fault::CliSilent, 12);
        self.runner = Some(Runner {
            cli: Cli::new(epoch, if slow { 12 } else { 1 }, silent),
            control: None,
            hangs: false,
            backlog: VecDeque::new(),
            ending: None,
            unlogged: VecDeque::new(),
            exit: None,
        });
    }

    /// Puts a record into the file.
    pub(super) fn log(&mut self, record: Record) -> Record {
        let record = self.disk.append(record, self.now.wall_ms);
        self.observe_record(&record);
        record
    }

    /// The server may see what the log has.
    fn send(&mut self, record: Record) {
        if let Some(wire) = &mut self.wire {
            wire.events.push_back(Event::Record(record));
        }
    }

    /// The CLI wrote a line. Requests and results are synced before anyone sees them.
    pub(super) fn log_output(&mut self, line: impl Into<Bytes>, synced: bool) {
        let record = Record::new(Kind::Out, Who::Cli, line);
        let full = self.disk.full;
        let Some(runner) = &mut self.runner else {
            return;
        };
        if full || !runner.unlogged.is_empty() {
            runner.unlogged.push_back(record);
            return;
        }
        let record = self.log(record);
        if synced {
            self.disk.sync();
        }
        self.send(record);
    }

    /// Connects a server, and gives it all that it has not seen. The server before loses control.
    pub(super) fn connect(&mut self, seen: u64) -> Option<u64> {
        let runner = self.runner.as_mut().filter(|runner| !runner.hangs)?;
        self.connections += 1;
        let id = self.connections;
        runner.control = Some(id);
        let records = self.disk.read_after(seen).into_iter();
        let mut events: VecDeque<Event> = records.map(Event::Record).collect();
        events.push_back(Event::CaughtUp);
        self.wire = Some(Wire { id, events });
        Some(id)
    }

    /// The connection breaks. Some of what was on its way still arrives.
    pub(super) fn disconnect(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.control = None;
        }
        let Some(wire) = &mut self.wire else { return };
        let arrives = self.faults.below(wire.events.len() + 1);
        wire.events.truncate(arrives);
        wire.events.push_back(Event::End);
    }

    /// Makes a write that a server asked for over this connection.
    pub(super) fn write_by_runner(&mut self, connection: u64, write: Write) -> Outcome {
        let Some(runner) = &mut self.runner else {
            return Outcome::Unknown;
        };
        if runner.control != Some(connection) {
            return Outcome::Unknown;
        }
        if runner.hangs {
            runner.backlog.push_back(Order::Write(Box::new(write)));
            return Outcome::Unanswered;
        }
        self.apply_write(write)
    }

    fn apply_write(&mut self, write: Write) -> Outcome {
        let (kind, bytes) = self.payload(&write);
        if let Some(seq) = self.disk.applied(&write.key, kind) {
            return Outcome::Repeated { seq };
        }
        let Some(runner) = &mut self.runner else {
            return Outcome::Unknown;
        };
        if kind == Kind::In && (runner.ending.is_some() || runner.exit.is_some()) {
            return Outcome::Refused(Refusal::InputClosed);
        }
        if self.disk.full {
            return Outcome::Refused(Refusal::DiskFull);
        }
        if self.strikes(Fault::WriteFails, 20) {
            self.tell("disk", || format!("the write {} fails", write.key));
            return Outcome::Refused(Refusal::NotWritten("input/output error".to_owned()));
        }
        if self.strikes(Fault::SyncFails, 60) {
            self.tell("disk", || "a sync fails; the runner gives up".to_owned());
            self.lose_runner();
            return Outcome::Refused(Refusal::NotWritten("the sync failed".to_owned()));
        }
        let record = Record::new(kind, write.who, bytes.clone());
        let record = self.log(Record {
            id: Some(write.key),
            ..record
        });
        self.disk.sync();
        self.send(record);
        if let (Kind::In, Some(runner)) = (kind, &mut self.runner) {
            runner.cli.stdin.push_back(bytes);
        }
        Outcome::Made
    }

    /// Takes an order to end the process that came over this connection.
    pub(super) fn order(&mut self, connection: u64, order: Order) {
        match &mut self.runner {
            Some(runner) if runner.control != Some(connection) => {}
            Some(runner) if runner.hangs => runner.backlog.push_back(order),
            _ => self.obey(order),
        }
    }

    fn obey(&mut self, order: Order) {
        match (order, &mut self.runner) {
            (Order::Terminate, Some(runner)) => {
                runner.ending.get_or_insert(ExitReason::Told);
            }
            (Order::Kill, Some(_)) => self.end_process(137),
            _ => {}
        }
    }

    /// The runner is gone without a word: its process ends with it.
    pub(super) fn lose_runner(&mut self) {
        if self.runner.take().is_some() {
            self.disconnect();
        }
    }

    /// The CLI's process has ended.
    pub(super) fn end_process(&mut self, code: i32) {
        let Some(runner) = &mut self.runner else {
            return;
        };
        let reason = runner.ending.clone().unwrap_or(ExitReason::Exited);
        let epoch = runner.cli.epoch;
        runner.exit = Some(Exit {
            reason,
            code: Some(code),
            ..Exit::default()
        });
        self.tell("runner", || format!("process {epoch} ends with {code}"));
        self.finish_runner();
    }

    /// Whether the process is gone and the runner still has something to log.
    pub(super) fn is_finishing(&self) -> bool {
        let runner = self.runner.as_ref();
        runner.is_some_and(|runner| runner.exit.is_some() || !runner.unlogged.is_empty())
    }

    /// Logs what waits for room, and then the end.
    pub(super) fn finish_runner(&mut self) -> bool {
        let full = self.disk.full;
        let Some(runner) = self.runner.as_mut().filter(|one| !one.hangs && !full) else {
            return false;
        };
        let waiting = std::mem::take(&mut runner.unlogged);
        let exit = runner.exit.take();
        if waiting.is_empty() && exit.is_none() {
            return false;
        }
        if !waiting.is_empty() {
            let room = Note::from(DiskRoom::default()).to_bytes();
            for record in waiting {
                let record = self.log(record);
                self.send(record);
            }
            let record = self.log(Record::new(Kind::Note, Who::Host, room));
            self.send(record);
        }
        if let Some(exit) = exit {
            let record = self.log(exit.to_record());
            self.send(record);
            self.runner = None;
            if let Some(wire) = &mut self.wire {
                wire.events.push_back(Event::End);
            }
        }
        self.disk.sync();
        true
    }

    /// A runner that was stopped goes on, with what it was sent meanwhile.
    pub(super) fn resume_runner(&mut self) {
        let Some(runner) = &mut self.runner else {
            return;
        };
        runner.hangs = false;
        for order in std::mem::take(&mut runner.backlog) {
            match order {
                Order::Write(write) => drop(self.apply_write(*write)),
                order => self.obey(order),
            }
        }
        self.tell("runner", || "goes on".to_owned());
    }

    /// The kind and the bytes of a write.
    pub(super) fn payload(&self, write: &Write) -> (Kind, Bytes) {
        match &write.body {
            Body::Note(note) => (Kind::Note, note.to_bytes()),
            Body::Line(line) => (Kind::In, line.clone()),
            Body::Again(seq) => {
                let record = self.disk.record(*seq);
                (
                    Kind::In,
                    record.map(|one| one.bytes.clone()).unwrap_or_default(),
                )
            }
        }
    }
}
