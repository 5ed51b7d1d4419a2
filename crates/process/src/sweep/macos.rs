//! A process of macOS, held by its ID and the time of its start. It was never run on a Mac.
//!
//! A process that gets the ID between the comparison and the signal would be ended; there is no handle that prevents it.

use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};

use super::PAUSE;
use crate::table::started;

#[derive(Debug)]
pub(super) struct Handle {
    pid: u32,
    started: (u64, u64),
}

impl Handle {
    pub(super) fn open(pid: u32) -> Option<Self> {
        let started = started(pid)?;
        Some(Self { pid, started })
    }

    pub(super) fn signal(&self, signal: Signal) {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid.filter(|_| self.is_same()) {
            // An error means that it has ended already, or belongs to another user.
            kill_process(pid, signal).ok();
        }
    }

    /// Waits for the end of the process.
    pub(super) fn wait_until(&self, deadline: Instant) {
        while self.is_same() && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
    }

    fn is_same(&self) -> bool {
        started(self.pid) == Some(self.started)
    }
}
