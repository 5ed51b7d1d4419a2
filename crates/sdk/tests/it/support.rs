//! Shared helpers: programs to start, and ways to wait.

use std::path::Path;
use std::time::Duration;

use pilothouse_sdk::{Cli, Event, Events, Mark, Session, SessionBuilder, processes_marked};
use serde_json::Value;

pub(crate) use crate::programs::program;

/// The timeout for any event in a test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Returns a builder for a session with the faulty program.
pub(crate) fn fault(scene: &str) -> SessionBuilder {
    Cli::at(program("fault-cli"))
        .unwrap()
        .session()
        .env("FAULT_SCENE", scene)
}

/// Returns a builder for a session with the simulator and its home in a folder.
pub(crate) fn simulated(home: &Path) -> SessionBuilder {
    let cli = Cli::at(program("simulator")).unwrap();
    cli.session()
        .cwd(home)
        .env("HOME", home)
        .env("CLAUDE_CONFIG_DIR", home.join("config"))
}

/// Waits for an event with a timeout.
pub(crate) async fn soon<F: Future>(what: &str, future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future)
        .await
        .unwrap_or_else(|_| panic!("{what} did not happen"))
}

/// Reads events until one matches, and returns its frame as a tree.
pub(crate) async fn frame(events: &mut Events, fits: impl Fn(&Value) -> bool) -> Option<Value> {
    while let Some(event) = events.next().await {
        if let Event::Received(frame) = event {
            let value: Value = serde_json::from_slice(&frame.bytes).unwrap_or_default();
            if fits(&value) {
                return Some(value);
            }
        }
    }
    None
}

/// Waits until a process has ended, regardless of its parent.
#[cfg(target_os = "linux")]
pub(crate) async fn gone(pid: u32) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, PidfdFlags, pidfd_open};

    tokio::task::spawn_blocking(move || {
        let Ok(handle) = pidfd_open(
            Pid::from_raw(pid.cast_signed()).unwrap(),
            PidfdFlags::empty(),
        ) else {
            return true;
        };
        let timeout = Timespec {
            tv_sec: 20,
            tv_nsec: 0,
        };
        poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&timeout))
            .is_ok_and(|ready| ready == 1)
    })
    .await
    .unwrap()
}

/// Returns whether a process is running and has the mark of a session.
pub(crate) fn is_marked(mark: &Mark, pid: u32) -> bool {
    processes_marked(mark).contains(&pid)
}

/// Returns the processes started by a scene with grandchildren, which are all running and have the mark: two children
/// of shells,
/// one of them with its own session, a shell, and an MCP server.
pub(crate) async fn grandchildren(session: &Session, events: &mut Events) -> Vec<u32> {
    let frame = frame(events, |frame| frame["type"] == "grandchildren")
        .await
        .unwrap();
    let pids: Vec<u32> = frame["pids"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pid| pid.as_u64().unwrap() as u32)
        .collect();
    assert_eq!(pids.len(), 4);
    let mark = session.mark().unwrap();
    for pid in &pids {
        assert!(is_marked(mark, *pid), "process {pid} does not run");
    }
    pids
}
