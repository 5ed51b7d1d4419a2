//! What happens to the server, its runners and their CLIs.

use pilothouse_view::SessionView;
use pilothouse_view::entry::Delivery;
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, prlimit};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::world::World;
use crate::harness::{LIMIT, signal};

/// Writes the enum, the list of all faults, and the name of each in the table.
macro_rules! faults {
    ($($fault:ident = $name:literal,)*) => {
        /// Something that happens to a server and its sessions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Fault {
            $($fault,)*
        }

        const FAULTS: &[Fault] = &[$(Fault::$fault,)*];

        impl Fault {
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Self::$fault => $name,)*
                }
            }
        }
    };
}

faults! {
    KillServer = "server killed",
    EndServer = "server ended by SIGTERM",
    PauseServer = "server stopped and continued",
    SecondServer = "second server started on the same data",
    FewFilesForServer = "no file descriptors left for the server",
    KillRunner = "runner killed",
    PauseRunner = "runner stopped while the server is killed",
    FewFilesForRunner = "no file descriptors left for a runner",
    LoseSockets = "runner sockets and runner.json deleted",
    KillCli = "CLI killed",
    PauseCli = "CLI stopped and continued",
    FloodingCli = "CLI floods its output",
    SilentCli = "CLI hangs",
    ExitingCli = "CLI exits with a request open",
    StopTurn = "turn stopped, its queue held and released",
    KillAll = "server, runners and CLIs killed at once",
    CutConnections = "all connections cut",
    ReloadPages = "all pages reloaded",
    CutPower = "power cut: unsynced records gone",
    TearLog = "last record of a log torn",
    FlipLog = "last record of a log damaged",
    LaterFormat = "log of a later format, and back",
    StepClock = "clock stepped by ten years, and back",
    LoseIndex = "index deleted",
    GarbleIndex = "index replaced by garbage",
    CutIndex = "index truncated",
    DamageIndex = "half of the index overwritten",
    FillDisk = "disk full",
    ReadOnlyLog = "log directory read-only",
}

impl World {
    /// Returns the next fault: each comes equally often, in random order.
    pub(super) fn next_fault(&mut self) -> Fault {
        if self.next.is_empty() {
            self.next = self.dice.shuffled(FAULTS);
        }
        self.next.pop().unwrap()
    }

    pub(super) async fn inject(&mut self, fault: Fault) {
        match fault {
            Fault::KillServer => self.restart().await,
            Fault::EndServer => {
                self.harness.stop().await;
                self.restart().await;
            }
            Fault::PauseServer => self.pause_process(self.harness.server_pid()).await,
            Fault::SecondServer => self.harness.starts_no_second_server().await,
            Fault::FewFilesForServer => self.few_files(self.harness.server_pid()).await,
            Fault::KillRunner => {
                let place = self.some_session();
                self.kill_runner(place);
            }
            Fault::PauseRunner => self.pause_runner().await,
            Fault::FewFilesForRunner => {
                let place = self.some_session();
                if let Some(pid) = self.runner(place) {
                    self.few_files(pid).await;
                }
            }
            Fault::LoseSockets => self.lose_sockets().await,
            Fault::KillCli => {
                if let Some(pid) = self.some_cli() {
                    signal(pid, Signal::KILL);
                }
            }
            Fault::PauseCli => {
                if let Some(pid) = self.some_cli() {
                    self.pause_process(pid).await;
                }
            }
            Fault::FloodingCli => self.script(&json!([{"type": "flood", "count": 5000}])),
            Fault::SilentCli => self.hang().await,
            Fault::ExitingCli => {
                let exit = json!({"type": "exit", "code": 1, "when": "ask"});
                let call =
                    json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}});
                self.script(&json!([exit, {"type": "text", "text": "Here."}, call]));
            }
            Fault::StopTurn => {
                let place = self.some_session();
                self.people[place].stop().await;
            }
            Fault::KillAll => {
                self.kill_all().await;
                self.restart().await;
            }
            Fault::CutConnections => self.line.cut.notify_waiters(),
            Fault::ReloadPages => {
                for person in &self.people {
                    person.reload();
                }
                self.line.cut.notify_waiters();
            }
            Fault::CutPower
            | Fault::TearLog
            | Fault::FlipLog
            | Fault::LaterFormat
            | Fault::StepClock => self.change_log(fault).await,
            Fault::LoseIndex | Fault::GarbleIndex | Fault::CutIndex | Fault::DamageIndex => {
                self.break_index(fault).await;
            }
            Fault::FillDisk => self.fill_disk().await,
            Fault::ReadOnlyLog => self.read_only_log().await,
        }
    }

    pub(super) async fn restart(&mut self) {
        self.harness.restart().await;
        self.line
            .moved(self.harness.address(), self.harness.bearer());
    }

    /// Starts a server that may have lost its devices.
    pub(super) async fn start_over(&mut self) {
        self.harness.start_over().await;
        self.line
            .moved(self.harness.address(), self.harness.bearer());
    }

    async fn pause_process(&mut self, pid: u32) {
        signal(pid, Signal::STOP);
        self.hold().await;
        signal(pid, Signal::CONT);
    }

    pub(super) fn runner(&self, place: usize) -> Option<u32> {
        // What a runner announces may be half gone while it ends.
        let log = self.harness.log(&self.people[place].session);
        pilothouse_runner::find(&log).ok()?.map(|found| found.pid)
    }

    pub(super) fn kill_runner(&self, place: usize) {
        if let Some(pid) = self.runner(place) {
            signal(pid, Signal::KILL);
        }
    }

    /// The CLI of a session whose runner lives.
    fn some_cli(&mut self) -> Option<u32> {
        let place = self.some_session();
        self.runner(place)?;
        let session = &self.people[place].session;
        let records = self.harness.records(session);
        let pid = records.iter().rev().find_map(|record| record.spawn())?.pid;
        // The number may belong to another process by now.
        let mark = pilothouse_process::Mark::session(session);
        let marked = pilothouse_process::processes_marked(&mark);
        marked.contains(&pid).then_some(pid)
    }

    async fn pause_runner(&mut self) {
        let place = self.some_session();
        let Some(pid) = self.runner(place) else {
            return self.restart().await;
        };
        signal(pid, Signal::STOP);
        self.restart().await;
        self.hold().await;
        signal(pid, Signal::CONT);
    }

    /// Sends a message with this script to some session.
    fn script(&mut self, script: &Value) {
        let (place, tag) = (self.some_session(), self.tag());
        self.send(place, tag.clone(), format!("{tag} SCRIPT:{script}"));
    }

    /// Has a CLI discard its input and write nothing in the middle of a turn. Somebody stops the turn, or not, and then
    /// kills and resumes the session, as the page proposes.
    async fn hang(&mut self) {
        let (place, tag) = (self.some_session(), self.tag());
        let script = json!([
            [{"type": "tool_use", "name": "Bash", "input": {"command": "echo hello"}}],
            [{"type": "silence", "s": 2}, {"type": "text", "text": "Back."}]
        ]);
        self.send(place, tag.clone(), format!("{tag} SCRIPT:{script}"));
        let is_taken = |view: &SessionView| {
            let mut users = super::oracle::users(view);
            users.any(|user| user.text.text.contains(&tag) && user.delivery != Delivery::Queued)
        };
        let mut views = self.people[place].view.subscribe();
        let is_late = timeout(LIMIT, views.wait_for(is_taken)).await.is_err();
        assert!(!is_late, "{tag} is not taken");
        self.hold().await;
        if self.dice.below(2) == 0 {
            self.people[place].stop().await;
        }
        self.people[place].restart().await;
    }

    /// Ends the server, all runners and all CLIs, also those that are just starting.
    pub(super) async fn kill_all(&mut self) {
        self.harness.kill().await;
        self.harness.kill_processes();
    }

    /// Lets a process open nothing more for a moment.
    async fn few_files(&mut self, pid: u32) {
        let open = std::fs::read_dir(format!("/proc/{pid}/fd"));
        let open = open.map_or(0, Iterator::count) as u64;
        let Some(pid) = Pid::from_raw(pid.cast_signed()) else {
            return;
        };
        let limit = Rlimit {
            current: Some(open),
            ..getrlimit(Resource::Nofile)
        };
        let before = match prlimit(Some(pid), Resource::Nofile, limit) {
            Err(Errno::SRCH) => return,
            before => before.unwrap(),
        };
        self.hold().await;
        prlimit(Some(pid), Resource::Nofile, before).ok();
    }
}
