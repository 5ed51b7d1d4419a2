//! What happens to the host, from outside: signals, files, limits.

use std::io::Write;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, prlimit};
use serde_json::Value;
use tokio::time::sleep;

use super::world::World;
use crate::ground::signal;

/// Something that happens to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    KillServer,
    EndServer,
    StopServer,
    KillRunner,
    StopRunner,
    KillCli,
    StopCli,
    KillAll,
    CutConnections,
    ReloadPages,
    TearLog,
    LaterFormat,
    LoseIndex,
    GarbleIndex,
    DamageIndex,
    LoseSockets,
    SecondServer,
    FewFiles,
}

const FAULTS: [Fault; 18] = [
    Fault::KillServer,
    Fault::EndServer,
    Fault::StopServer,
    Fault::KillRunner,
    Fault::StopRunner,
    Fault::KillCli,
    Fault::StopCli,
    Fault::KillAll,
    Fault::CutConnections,
    Fault::ReloadPages,
    Fault::TearLog,
    Fault::LaterFormat,
    Fault::LoseIndex,
    Fault::GarbleIndex,
    Fault::DamageIndex,
    Fault::LoseSockets,
    Fault::SecondServer,
    Fault::FewFiles,
];

impl Fault {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::KillServer => "server killed",
            Self::EndServer => "server ended by SIGTERM",
            Self::StopServer => "server stopped and continued",
            Self::KillRunner => "runner killed",
            Self::StopRunner => "runner stopped while the server is killed",
            Self::KillCli => "CLI killed",
            Self::StopCli => "CLI stopped and continued",
            Self::KillAll => "server, runners and CLIs killed at once",
            Self::CutConnections => "all connections cut",
            Self::ReloadPages => "pages loaded anew",
            Self::TearLog => "end of a log torn",
            Self::LaterFormat => "log of a later format, and back",
            Self::LoseIndex => "index deleted",
            Self::GarbleIndex => "index replaced by garbage",
            Self::DamageIndex => "half of the index overwritten",
            Self::LoseSockets => "sockets and announcements of runners deleted",
            Self::SecondServer => "second server on the same data",
            Self::FewFiles => "no file descriptors left for the server",
        }
    }
}

impl World {
    pub(super) fn pick(&mut self) -> Fault {
        FAULTS[self.dice.below(FAULTS.len() as u64) as usize]
    }

    pub(super) async fn inject(&mut self, fault: Fault) {
        match fault {
            Fault::KillServer => self.restart().await,
            Fault::EndServer => {
                self.ground.stop().await;
                self.restart().await;
            }
            Fault::StopServer => {
                let pid = self.ground.server_pid();
                self.stop_for_a_moment(pid).await;
            }
            Fault::KillRunner => {
                let place = self.somebody();
                self.kill_runner(place);
            }
            Fault::StopRunner => self.stop_runner().await,
            Fault::KillCli => {
                if let Some(pid) = self.some_cli() {
                    signal(pid, Signal::KILL);
                }
            }
            Fault::StopCli => {
                if let Some(pid) = self.some_cli() {
                    self.stop_for_a_moment(pid).await;
                }
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
            Fault::TearLog => self.tear_log().await,
            Fault::LaterFormat => self.later_format().await,
            Fault::LoseIndex | Fault::GarbleIndex | Fault::DamageIndex => {
                self.break_index(fault).await;
            }
            Fault::LoseSockets => self.lose_sockets().await,
            Fault::SecondServer => self.ground.is_alone().await,
            Fault::FewFiles => self.few_files().await,
        }
    }

    async fn restart(&mut self) {
        self.ground.restart().await;
        self.line.moved(self.ground.address(), self.ground.bearer());
    }

    /// Starts a server that may know no device any more.
    async fn start_over(&mut self) {
        self.ground.start_over().await;
        self.line.moved(self.ground.address(), self.ground.bearer());
    }

    async fn stop_for_a_moment(&mut self, pid: u32) {
        signal(pid, Signal::STOP);
        self.pause().await;
        signal(pid, Signal::CONT);
    }

    fn runner(&self, place: usize) -> Option<u32> {
        // An announcement may be half gone while its runner ends.
        let log = self.ground.log(&self.people[place].session);
        pilothouse_runner::find(&log).ok()?.map(|found| found.pid)
    }

    fn kill_runner(&self, place: usize) {
        if let Some(pid) = self.runner(place) {
            signal(pid, Signal::KILL);
        }
    }

    /// The CLI of a session whose runner lives.
    fn some_cli(&mut self) -> Option<u32> {
        let place = self.somebody();
        self.runner(place)?;
        Some(self.ground.cli_pid(&self.people[place].session))
    }

    async fn stop_runner(&mut self) {
        let place = self.somebody();
        let Some(pid) = self.runner(place) else {
            return self.restart().await;
        };
        signal(pid, Signal::STOP);
        self.restart().await;
        self.pause().await;
        signal(pid, Signal::CONT);
    }

    /// Ends the server and every process of a session, as a power cut does.
    async fn kill_all(&mut self) {
        self.ground.kill().await;
        for place in 0..self.people.len() {
            self.until_free(place).await;
            let mark = pilothouse_process::Mark::session(&self.people[place].session);
            pilothouse_process::sweep(&mark, None, Duration::ZERO);
        }
    }

    /// Kills the runner of a session, also one that is just starting and does not say where it is.
    async fn until_free(&self, place: usize) {
        let log = self.ground.log(&self.people[place].session);
        let mut free = 0;
        while free < 5 {
            self.kill_runner(place);
            sleep(Duration::from_millis(5)).await;
            free = if log.is_locked().unwrap_or(true) {
                0
            } else {
                free + 1
            };
        }
    }

    fn last_segment(&self, place: usize) -> std::path::PathBuf {
        let log = self.ground.log(&self.people[place].session);
        log.segments().unwrap().pop().unwrap().path
    }

    /// Leaves the beginning of a record that was never finished.
    async fn tear_log(&mut self) {
        self.kill_all().await;
        let place = self.somebody();
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.append(true).open(self.last_segment(place)).unwrap();
        file.write_all(&[40, 0, 0, 0, 1, 2, 3, 4, 5]).unwrap();
        self.torn[place] += 1;
        self.restart().await;
    }

    /// Starts a server that cannot read one of the logs, and then one that can.
    async fn later_format(&mut self) {
        self.kill_all().await;
        let path = self.last_segment(self.people.len() - 1);
        // One byte in its place: a runner that was just killed may still finish a write.
        let set_format = |format: u8| {
            use std::os::unix::fs::FileExt;
            let file = std::fs::OpenOptions::new().write(true).open(&path);
            file.unwrap().write_all_at(&[format], 8).unwrap();
        };
        set_format(99);
        self.restart().await;
        let session = &self.people[self.people.len() - 1].session;
        let path_of_view = format!("/api/sessions/{session}/view");
        let refused = self.ground.call("GET", &path_of_view, Value::Null).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        self.ground.kill().await;
        set_format(1);
        self.restart().await;
    }

    async fn break_index(&mut self, fault: Fault) {
        self.ground.kill().await;
        let path = self.ground.data().join("index.sqlite");
        match fault {
            Fault::DamageIndex => crate::damage::overwrite_half(&path),
            Fault::GarbleIndex => std::fs::write(&path, "no database at all").unwrap(),
            _ => drop(std::fs::remove_file(&path)),
        }
        if fault != Fault::DamageIndex {
            for suffix in ["-wal", "-shm"] {
                let beside = path.with_file_name(format!("index.sqlite{suffix}"));
                std::fs::remove_file(beside).ok();
            }
        }
        self.start_over().await;
    }

    async fn lose_sockets(&mut self) {
        self.ground.kill().await;
        let sockets = self.ground.home().join("run/pilothouse");
        std::fs::remove_dir_all(sockets).ok();
        for person in &self.people {
            let log = self.ground.log(&person.session);
            std::fs::remove_file(log.path().join("runner.json")).ok();
        }
        self.restart().await;
    }

    /// Lets the server open nothing more for a moment.
    async fn few_files(&mut self) {
        let pid = Pid::from_raw(self.ground.server_pid().cast_signed());
        let open = format!("/proc/{}/fd", self.ground.server_pid());
        let open = std::fs::read_dir(open).map_or(0, Iterator::count) as u64;
        let limit = |current| Rlimit {
            current: Some(current),
            maximum: None,
        };
        let Ok(before) = prlimit(pid, Resource::Nofile, limit(open)) else {
            return;
        };
        sleep(Duration::from_millis(100)).await;
        prlimit(pid, Resource::Nofile, before).ok();
    }
}
