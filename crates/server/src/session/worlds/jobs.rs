//! What the server does to its log and its process: one thing after the other, as the driver does it.
//!
//! Each is done in two steps, with other events in between: it happens, and the server learns of it.

use std::collections::VecDeque;

use pilothouse_log::{Exit, ExitReason, Kind, Record, Spawn};

use super::World;
use super::plan::Fault;
use super::runner::{Event, Order};
use crate::session::Refusal;
use crate::session::input::{Input, Launched, Life, Recovered};
use crate::session::io::{Outcome, Write};

/// Something to be done to the log or the process.
pub(super) enum Job {
    Write(Box<Write>),
    Recover { is_open: bool },
    Launch(Life),
    Terminate,
    Kill,
}

/// A job that was begun.
pub(super) enum Doing {
    /// Asked for; nothing has happened yet.
    Begun(Work),
    /// It has happened, and the server does not know yet.
    Over(Done),
}

/// A job, with the connection and the newest record that the server had when it was begun.
pub(super) enum Work {
    Write(u64, Box<Write>),
    File(u64, Vec<Write>),
    Recover(u64, bool),
    Launch(u64, Life),
    Terminate(u64),
    Kill(Option<u64>),
}

pub(super) enum Done {
    Written(String, Outcome),
    WrittenToFile(Vec<(String, Outcome)>, Vec<Record>),
    Recovered(Result<Found, String>),
    Launched(Life, Result<Found, Refusal>, Vec<Record>),
    Ordered,
}

pub(super) enum Found {
    Attached(u64),
    Closed(Vec<Record>),
}

impl World {
    /// Begins the next job, if none is being done.
    pub(super) fn start_next(&mut self) {
        let Some(server) = &mut self.server else {
            return;
        };
        if server.doing.is_some() {
            return;
        }
        let Some(job) = server.jobs.pop_front() else {
            return;
        };
        let seen = server.machine.projection().seq();
        let work = match (job, server.connection) {
            (Job::Write(write), Some(connection)) => Work::Write(connection, write),
            (Job::Write(write), None) => {
                let mut writes = vec![*write];
                while let Some(Job::Write(_)) = server.jobs.front() {
                    if let Some(Job::Write(write)) = server.jobs.pop_front() {
                        writes.push(*write);
                    }
                }
                Work::File(seen, writes)
            }
            (Job::Recover { is_open }, _) => Work::Recover(seen, is_open),
            (Job::Launch(life), _) => Work::Launch(seen, life),
            (Job::Terminate, Some(connection)) => Work::Terminate(connection),
            (Job::Kill, connection) => Work::Kill(connection),
            // The process is gone already.
            (Job::Terminate, None) => return self.start_next(),
        };
        server.doing = Some(Doing::Begun(work));
    }

    /// Takes the job that is being done one step further.
    pub(super) fn go_on_with_job(&mut self) -> bool {
        let Some(doing) = self.server.as_mut().and_then(|server| server.doing.take()) else {
            return false;
        };
        match doing {
            Doing::Begun(work) => {
                let done = self.carry_out(work);
                if let Some(server) = &mut self.server {
                    server.doing = Some(Doing::Over(done));
                }
            }
            Doing::Over(done) => self.job_done(done),
        }
        true
    }

    fn carry_out(&mut self, work: Work) -> Done {
        match work {
            Work::Write(connection, write) => {
                let key = write.key.clone();
                if self.strikes(Fault::ConnectionLost, 40) {
                    self.tell("runner", || {
                        "loses the connection before a write".to_owned()
                    });
                    self.disconnect();
                }
                let outcome = self.write_by_runner(connection, *write);
                self.tell("runner", || format!("write {key}: {outcome:?}"));
                Done::Written(key, outcome)
            }
            Work::File(seen, writes) => self.write_to_file(seen, writes),
            Work::Recover(seen, is_open) => Done::Recovered(self.recover(seen, is_open)),
            Work::Launch(seen, life) => self.launch(seen, life),
            Work::Terminate(connection) => {
                self.order(connection, Order::Terminate);
                Done::Ordered
            }
            Work::Kill(Some(connection)) => {
                self.order(connection, Order::Kill);
                Done::Ordered
            }
            Work::Kill(None) => {
                self.lose_runner();
                Done::Ordered
            }
        }
    }

    /// Writes into the log of a session that has no runner.
    fn write_to_file(&mut self, seen: u64, writes: Vec<Write>) -> Done {
        let refusal = if self.runner.is_some() {
            Some(Refusal::NotWritten(
                "the log has a writer already".to_owned(),
            ))
        } else {
            self.file_refuses()
        };
        if let Some(refusal) = refusal {
            self.tell("disk", || format!("refuses {} writes", writes.len()));
            let writes = writes.into_iter();
            let outcomes = writes.map(|write| {
                let refusal = match self.payload(&write).0 {
                    Kind::Note => refusal.clone(),
                    _ => Refusal::InputClosed,
                };
                (write.key, Outcome::Refused(refusal))
            });
            return Done::WrittenToFile(outcomes.collect(), Vec::new());
        }
        self.open_log();
        let mut outcomes = Vec::new();
        for write in writes {
            let (kind, bytes) = self.payload(&write);
            if kind != Kind::Note {
                outcomes.push((write.key, Outcome::Refused(Refusal::InputClosed)));
                continue;
            }
            if let Some(seq) = self.disk.applied(&write.key, kind) {
                outcomes.push((write.key, Outcome::Repeated { seq }));
                continue;
            }
            self.tell("disk", || format!("{} is written", write.key));
            let record = Record::new(kind, write.who, bytes);
            self.log(Record {
                id: Some(write.key),
                ..record
            });
        }
        self.disk.sync();
        Done::WrittenToFile(outcomes, self.disk.read_after(seen))
    }

    fn file_refuses(&mut self) -> Option<Refusal> {
        if self.disk.full {
            return Some(Refusal::DiskFull);
        }
        let fails = self.strikes(Fault::WriteFails, 10);
        fails.then(|| Refusal::NotWritten("permission denied".to_owned()))
    }

    /// Makes the log ready for a writer: cuts a damaged end, and writes the end of a dead process.
    pub(super) fn open_log(&mut self) {
        let known = self.disk.records().len();
        self.disk.open(self.now.wall_ms);
        let new = self.disk.records().iter().skip(known).cloned();
        let new: Vec<Record> = new.collect();
        for record in new {
            self.observe_record(&record);
        }
    }

    fn recover(&mut self, seen: u64, is_open: bool) -> Result<Found, String> {
        if self.runner.is_some() {
            let connected = self.connect(seen).ok_or("the runner does not answer");
            return Ok(Found::Attached(connected?));
        }
        if !is_open {
            return Ok(Found::Closed(Vec::new()));
        }
        self.close_log(seen).map(Found::Closed)
    }

    /// Writes the end of a dead process into the log; returns all that is new in it.
    fn close_log(&mut self, seen: u64) -> Result<Vec<Record>, String> {
        match self.file_refuses() {
            Some(refusal) => Err(refusal.to_string()),
            None => {
                self.open_log();
                Ok(self.disk.read_after(seen))
            }
        }
    }

    fn launch(&mut self, seen: u64, life: Life) -> Done {
        if self.runner.is_some() {
            self.fail("a process was started beside another one");
        }
        if self.disk.full {
            return Done::Launched(life, Err(Refusal::DiskFull), Vec::new());
        }
        self.open_log();
        if self.strikes(Fault::StartFails, 4) {
            self.tell("runner", || "the CLI cannot be started".to_owned());
            self.disk.next_epoch();
            let spawn = Spawn {
                argv: vec!["claude".to_owned()],
                ..Spawn::default()
            };
            self.log(spawn.to_record());
            let exit = Exit {
                reason: ExitReason::NotStarted,
                ..Exit::default()
            };
            self.log(exit.to_record());
            self.disk.sync();
            let refusal = Refusal::CannotStart("no such file".to_owned());
            return Done::Launched(life, Err(refusal), self.disk.read_after(seen));
        }
        self.spawn();
        if self.strikes(Fault::CliDies, 12) {
            self.end_process(1);
        }
        let found = match self.connect(seen) {
            Some(connection) => Ok(Found::Attached(connection)),
            None => self
                .close_log(seen)
                .map(Found::Closed)
                .map_err(Refusal::CannotStart),
        };
        Done::Launched(life, found, Vec::new())
    }

    /// The server learns what became of a job.
    fn job_done(&mut self, done: Done) {
        match done {
            Done::Written(key, outcome) => self.outcome(key, outcome),
            Done::WrittenToFile(outcomes, records) => {
                self.input(Input::Records(records));
                for (key, outcome) in outcomes {
                    self.outcome(key, outcome);
                }
            }
            Done::Recovered(found) => {
                let recovered = found.map(|found| match found {
                    Found::Attached(connection) => Recovered::Attached {
                        epoch: self.attach(connection),
                    },
                    Found::Closed(records) => {
                        self.input(Input::Records(records));
                        Recovered::Closed
                    }
                });
                self.input(Input::Recovered(recovered));
            }
            Done::Launched(life, found, records) => {
                self.input(Input::Records(records));
                let result = found.map(|found| match found {
                    Found::Attached(connection) => Launched::Attached {
                        epoch: self.attach(connection),
                    },
                    Found::Closed(records) => {
                        self.input(Input::Records(records));
                        Launched::Ended
                    }
                });
                self.input(Input::Launched { life, result });
            }
            Done::Ordered => {}
        }
        self.start_next();
    }

    fn outcome(&mut self, key: String, outcome: Outcome) {
        match outcome {
            Outcome::Made => {}
            Outcome::Unknown => self.observe_failed_write(&key),
            Outcome::Unanswered => {
                self.observe_failed_write(&key);
                self.lose_connection();
            }
            Outcome::Repeated { seq } => self.input(Input::Repeated { key, seq }),
            Outcome::Refused(refusal) => {
                self.observe_failed_write(&key);
                self.input(Input::Refused { key, refusal });
            }
        }
    }

    fn attach(&mut self, connection: u64) -> u32 {
        if let Some(server) = &mut self.server {
            server.connection = Some(connection);
            server.has_slot = true;
        }
        self.tell("server", || "attaches to the runner".to_owned());
        self.disk.epoch()
    }

    /// The server takes what came from the runner: so many records, or what is between them.
    pub(super) fn take_events(&mut self, most: usize) -> bool {
        let connection = self.server.as_ref().and_then(|server| server.connection);
        let mut records = Vec::new();
        let mut is_idle = true;
        for _ in 0..most {
            let wire = self
                .wire
                .as_mut()
                .filter(|wire| Some(wire.id) == connection);
            let Some(event) = wire.and_then(|wire| wire.events.pop_front()) else {
                break;
            };
            is_idle = false;
            match event {
                Event::Record(record) => records.push(record),
                Event::CaughtUp => {
                    self.input(Input::Records(std::mem::take(&mut records)));
                    self.input(Input::CaughtUp);
                }
                Event::End => {
                    self.input(Input::Records(std::mem::take(&mut records)));
                    self.lose_connection();
                    break;
                }
            }
        }
        if !records.is_empty() {
            self.input(Input::Records(records));
        }
        !is_idle
    }

    fn lose_connection(&mut self) {
        self.wire = None;
        let Some(server) = &mut self.server else {
            return;
        };
        self.oracle.connection_lost();
        server.connection = None;
        let jobs: VecDeque<Job> = std::mem::take(&mut server.jobs);
        let stays = |job: &Job| matches!(job, Job::Recover { .. } | Job::Launch(_));
        server.jobs = jobs.into_iter().filter(stays).collect();
        self.tell("server", || "loses the runner".to_owned());
        self.input(Input::Lost);
    }
}
