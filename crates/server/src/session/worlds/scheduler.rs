//! What happens next, by the seed.

use std::time::Duration;

use pilothouse_log::ExitReason;

use super::World;
use super::plan::Fault;

/// How far a deadline may be for time to pass until it, in ordinary worlds.
const SOON: Duration = Duration::from_secs(61);

impl World {
    /// One event.
    pub(super) fn step(&mut self) {
        if self.server.is_none() && self.dice.once_in(4) {
            return self.start_server();
        }
        self.index.write(self.servers as usize % 3);
        let done = match self.dice.below(100) {
            0..=21 => self.go_on_with_job(),
            22..=39 => self.deliver(),
            40..=57 => self.work(),
            58..=67 => self.act(),
            68..=74 => self.call(),
            75..=79 => self.finish_aside(),
            80..=86 => self.browse(),
            87..=90 => self.wait(),
            91..=93 => self.signal_slot(),
            94..=97 => self.go_wrong(),
            _ => self.end_unattended(),
        };
        if !done {
            self.do_anything();
        }
    }

    /// What is ready, if what was drawn is not.
    fn do_anything(&mut self) {
        let first = self.dice.below(5);
        for kind in 0..5 {
            let done = match (first + kind) % 5 {
                0 => self.go_on_with_job(),
                1 => self.deliver(),
                2 => self.work(),
                3 => self.call(),
                _ => self.finish_aside(),
            };
            if done {
                return;
            }
        }
        if !self.act() {
            self.wait();
        }
    }

    fn deliver(&mut self) -> bool {
        let most = 1 + self.dice.below(6);
        self.take_events(most)
    }

    /// A browser connects, or reads what has arrived.
    fn browse(&mut self) -> bool {
        let person = self.dice.below(self.people.len());
        let most = 1 + self.dice.below(8);
        self.subscribe(person) || self.people[person].reader.read(most)
    }

    /// Time passes: a little, or until the next deadline of the server.
    fn wait(&mut self) -> bool {
        let long = self.strikes(Fault::LongWaits, 4);
        let now = self.now;
        let deadline = self
            .server
            .as_ref()
            .and_then(|server| server.machine.poll_timeout(now));
        let left = deadline.map(|at| at.saturating_duration_since(now.mono));
        match left {
            Some(left) if left < SOON || long => {
                self.pass(left);
                self.tell("clock", || format!("{left:?} pass"));
                self.input(crate::session::input::Input::Timeout);
            }
            _ => self.pass(Duration::from_millis(1 + self.dice.clone().draw() % 400)),
        }
        let is_forgotten = |server: &super::Server| server.machine.is_forgotten();
        if self.server.as_ref().is_some_and(is_forgotten) {
            self.close_session();
        }
        true
    }

    /// A runner that no server attends ends its idle process.
    fn end_unattended(&mut self) -> bool {
        let is_alone = self.server.is_none();
        let Some(runner) = &mut self.runner else {
            return false;
        };
        if !is_alone || runner.hangs || runner.cli.is_busy() || runner.ending.is_some() {
            return false;
        }
        runner.ending = Some(ExitReason::Idle);
        true
    }

    /// Something goes wrong that does not wait for anything else.
    fn go_wrong(&mut self) -> bool {
        let faults: Vec<Fault> = self.plan.faults.iter().collect();
        let Some(fault) = self.faults.pick(&faults).copied() else {
            return false;
        };
        match fault {
            Fault::ServerDies => self.kill_server(),
            Fault::PowerCut if self.faults.once_in(2) => self.cut_power(),
            Fault::RunnerKilled => {
                self.tell("runner", || "is killed".to_owned());
                self.lose_runner();
            }
            Fault::RunnerHangs => match &mut self.runner {
                Some(runner) if runner.hangs => self.resume_runner(),
                Some(runner) => {
                    runner.hangs = true;
                    self.tell("runner", || "is stopped".to_owned());
                }
                None => return false,
            },
            Fault::CliDies => self.end_process(1),
            Fault::ConnectionLost => {
                self.tell("runner", || "loses the connection".to_owned());
                self.disconnect();
            }
            Fault::DiskFull => {
                self.disk.full ^= true;
                let full = self.disk.full;
                self.tell("disk", || format!("is full: {full}"));
            }
            Fault::IndexLost if self.server.is_none() => self.index.lose_file(&mut self.faults),
            _ => return false,
        }
        true
    }

    /// The machine goes off: processes end, and what was not synced may be lost.
    fn cut_power(&mut self) {
        self.kill_server();
        self.runner = None;
        self.wire = None;
        self.tell("power", || "is cut".to_owned());
        self.disk.cut_power(&mut self.faults);
        if self.strikes(Fault::BytesRot, 2) {
            self.tell("disk", || "bytes change at the end of the log".to_owned());
            self.rot();
        }
        if self.strikes(Fault::IndexLost, 2) {
            self.tell("index", || "is lost".to_owned());
            self.index.lose_file(&mut self.faults);
        }
        self.observe_loss();
    }

    /// Records at the end of the log cannot be read any more: what they said is lost, and only that.
    fn rot(&mut self) {
        let before: Vec<String> = self.oracle.acknowledged.iter().cloned().collect();
        self.disk.rot(&mut self.faults);
        self.observe_loss();
        self.forget_rotten(&before);
        // The writer can give their sequences again, so browsers that are open elsewhere may not resume.
        self.oracle
            .restart_sequence(self.disk.records().last().map_or(0, |record| record.seq));
        for person in &mut self.people {
            person.reader.forget();
        }
    }

    /// Ends all faults that last.
    pub(super) fn calm_down(&mut self) {
        self.is_calm = true;
        self.tell("world", || "nothing goes wrong any more".to_owned());
        self.disk.full = false;
        self.resume_runner();
        self.heal_cli();
        if self.server.is_none() {
            self.start_server();
        }
    }
}
