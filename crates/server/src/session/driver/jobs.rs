//! What a session does to its log and its process: one thing after the other, each with an outcome.

use std::sync::Arc;

use pilothouse_log::Record;
use pilothouse_runner::Config;

use super::Driver;
use crate::session::Refusal;
use crate::session::input::{self, Input, Life};
use crate::session::io::{self, Attached, Launched, Outcome, Place, Recovered, Write};

/// Something to be done to the log or the process.
pub(super) enum Job {
    Write(Box<Write>),
    Recover { is_open: bool },
    Launch { life: Life, config: Box<Config> },
    Terminate,
    Kill,
}

/// What has been done.
pub(super) enum Done {
    Written(String, Outcome),
    WrittenToFile(Vec<(String, Outcome)>, Vec<Record>),
    Recovered(std::io::Result<Recovered>),
    Launched(Life, Result<Launched, Refusal>, Vec<Record>),
    /// An order was given; its effect comes by itself.
    Ordered,
    /// The outcome of something that is not one of the jobs.
    Aside(Input),
    Sealed,
}

impl Driver {
    pub(super) fn place(&self) -> Place {
        Place {
            shared: self.shared.clone(),
            id: self.id.clone(),
            seen: self.machine.projection().seq(),
            closed: Arc::clone(&self.closed),
        }
    }

    /// Begins the next job, if none is being done.
    pub(super) fn start_next(&mut self) {
        if self.is_busy {
            return;
        }
        let Some(job) = self.jobs.pop_front() else {
            return;
        };
        self.is_busy = true;
        let place = self.place();
        let client = self.runner.as_ref().map(|runner| runner.client.clone());
        match (job, client) {
            (Job::Write(write), Some(client)) => {
                self.running.spawn(async move {
                    let key = write.key.clone();
                    Done::Written(key, place.write(&client, *write).await)
                });
            }
            (Job::Write(write), None) => {
                let writes = self.with_those_behind(*write);
                self.running.spawn(async move {
                    let (outcomes, records) = place.write_to_file(writes).await;
                    Done::WrittenToFile(outcomes, records)
                });
            }
            (Job::Recover { is_open }, _) => {
                self.running
                    .spawn(async move { Done::Recovered(place.recover(is_open).await) });
            }
            (Job::Launch { life, config }, _) => {
                self.running.spawn(async move {
                    let launched = place.launch(*config).await;
                    // The runner has logged why, if it came that far.
                    let records = match &launched {
                        Err(_) => place.failed_start().await,
                        Ok(_) => Vec::new(),
                    };
                    Done::Launched(life, launched, records)
                });
            }
            (Job::Terminate, Some(client)) => {
                self.order(async move { io::terminate(&client).await });
            }
            (Job::Kill, Some(client)) => self.order(async move { io::kill(&client).await }),
            (Job::Kill, None) => {
                self.running.spawn(async move {
                    place.kill_runner().await;
                    Done::Ordered
                });
            }
            // The process is gone already.
            (Job::Terminate, None) => {
                self.is_busy = false;
                self.start_next();
            }
        }
    }

    fn order(
        &mut self,
        order: impl Future<Output = Result<(), pilothouse_runner::ClientError>> + Send + 'static,
    ) {
        let id = self.id.clone();
        self.running.spawn(async move {
            if let Err(error) = order.await {
                tracing::warn!(session = %id, %error, "the runner did not take the order to end");
            }
            Done::Ordered
        });
    }

    /// A write into the file, and the writes right behind it: the log is opened once for all.
    fn with_those_behind(&mut self, write: Write) -> Vec<Write> {
        let mut writes = vec![write];
        while let Some(Job::Write(_)) = self.jobs.front() {
            if let Some(Job::Write(write)) = self.jobs.pop_front() {
                writes.push(*write);
            }
        }
        writes
    }

    pub(super) fn on_done(&mut self, done: Result<Done, tokio::task::JoinError>) {
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                tracing::error!(session = %self.id, %error, "an operation of a session failed");
                Done::Ordered
            }
        };
        match done {
            Done::Aside(input) => return self.input(input),
            Done::Sealed => return self.is_sealing = false,
            _ => {}
        }
        match done {
            Done::Written(key, outcome) => self.outcome(key, outcome),
            Done::WrittenToFile(outcomes, records) => {
                self.input(Input::Records(records));
                for (key, outcome) in outcomes {
                    self.outcome(key, outcome);
                }
            }
            Done::Recovered(recovered) => self.on_recovered(recovered),
            Done::Launched(life, launched, records) => self.on_launched(life, launched, records),
            Done::Ordered | Done::Aside(_) | Done::Sealed => {}
        }
        // Only now: what comes next depends on whether a runner is attached.
        self.is_busy = false;
        self.start_next();
    }

    fn outcome(&mut self, key: String, outcome: Outcome) {
        match outcome {
            // The record says it, or what is found in the place of the runner.
            Outcome::Made | Outcome::Unknown => {}
            // As if the connection was lost: the next one shows whether it was made.
            Outcome::Unanswered => self.lose_runner(),
            Outcome::Repeated { seq } => self.input(Input::Repeated { key, seq }),
            Outcome::Refused(refusal) => self.input(Input::Refused { key, refusal }),
        }
    }

    fn on_recovered(&mut self, recovered: std::io::Result<Recovered>) {
        let recovered = match recovered {
            Ok(Recovered::Attached(attached)) => {
                let epoch = self.attach(attached);
                Ok(input::Recovered::Attached { epoch })
            }
            Ok(Recovered::Closed(records)) => {
                self.input(Input::Records(records));
                Ok(input::Recovered::Closed)
            }
            Err(error) => {
                tracing::warn!(session = %self.id, %error, "the runner cannot be attached to");
                Err(error.to_string())
            }
        };
        self.input(Input::Recovered(recovered));
    }

    fn on_launched(
        &mut self,
        life: Life,
        launched: Result<Launched, Refusal>,
        records: Vec<Record>,
    ) {
        self.input(Input::Records(records));
        let result = match launched {
            Ok(Launched::Attached(attached)) => {
                let epoch = self.attach(attached);
                Ok(input::Launched::Attached { epoch })
            }
            Ok(Launched::Ended(records)) => {
                self.input(Input::Records(records));
                Ok(input::Launched::Ended)
            }
            Err(refusal) => Err(refusal),
        };
        self.input(Input::Launched { life, result });
    }

    fn attach(&mut self, attached: Attached) -> u32 {
        self.input(Input::Records(attached.before));
        let epoch = attached.runner.client.welcome().epoch;
        self.runner = Some(attached.runner);
        self.shared.slots.enter(&self.id, &self.signals);
        epoch
    }
}
