//! A process of Linux, held by a pidfd: a signal never reaches a process that got a freed ID.

use std::os::fd::OwnedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

#[derive(Debug)]
pub(super) struct Handle(OwnedFd);

impl Handle {
    pub(super) fn open(pid: u32) -> Option<Self> {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw)?;
        pidfd_open(pid, PidfdFlags::empty()).ok().map(Self)
    }

    pub(super) fn signal(&self, signal: Signal) {
        // An error means that it has ended already, or belongs to another user.
        pidfd_send_signal(&self.0, signal).ok();
    }

    /// Waits for the end of the process.
    pub(super) fn wait_until(&self, deadline: Instant) {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: i64::from(left.subsec_nanos()),
        };
        let mut handles = [PollFd::new(&self.0, PollFlags::IN)];
        // An interrupted wait costs one more look.
        poll(&mut handles, Some(&timeout)).ok();
    }
}
