//! A real pseudo-terminal, with rustix alone: the workspace has it already, and a terminal is four calls.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::LIMIT;

/// A program in a terminal of its own, and all that it has written there.
pub(crate) struct Terminal {
    controller: File,
    child: Child,
    screen: String,
    /// The beginning of a character whose rest has not come yet.
    half: Vec<u8>,
    /// How much of the screen was waited for already.
    seen: usize,
}

impl Terminal {
    /// Starts a command with the terminal as stdin, stdout, stderr and controlling terminal.
    pub(crate) fn start(command: Command) -> Self {
        Self::start_with(command, 160)
    }

    /// Does so in a terminal of so many columns.
    pub(crate) fn start_with(mut command: Command, columns: u16) -> Self {
        let controller =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let size = Winsize {
            ws_row: 40,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&controller, size).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let user = File::options()
            .read(true)
            .write(true)
            .open(name.to_str().unwrap())
            .unwrap();
        command.stdin(user.try_clone().unwrap());
        command.stdout(user.try_clone().unwrap());
        command.stderr(user);
        own_terminal(&mut command);
        let child = command.spawn().unwrap();
        // Our copies of the terminal go with the command, so that its end is seen.
        drop(command);
        Self {
            controller: controller.into(),
            child,
            screen: String::new(),
            half: Vec::new(),
            seen: 0,
        }
    }

    /// Types.
    pub(crate) fn write(&mut self, text: &str) {
        self.controller.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until a text appears after what was waited for before, and returns what came up to it.
    #[track_caller]
    pub(crate) fn until(&mut self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.screen[self.seen..].find(text) {
                let end = self.seen + at + text.len();
                let part = self.screen[self.seen..end].to_owned();
                self.seen = end;
                return part;
            }
            let ended = !self.read(LIMIT.saturating_sub(begun.elapsed()));
            assert!(!ended, "{text:?} did not appear on:\n{}", self.screen);
        }
    }

    /// Waits for the end, and returns how it ended and all that was on the screen.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        while self.read(LIMIT.saturating_sub(begun.elapsed())) {}
        assert!(begun.elapsed() < LIMIT, "it does not end:\n{}", self.screen);
        (self.child.wait().unwrap(), std::mem::take(&mut self.screen))
    }

    /// Reads what is there; no at the end, and when nothing comes in time.
    fn read(&mut self, patience: Duration) -> bool {
        let timeout = Timespec {
            tv_sec: patience.as_secs().try_into().unwrap(),
            tv_nsec: patience.subsec_nanos().into(),
        };
        let mut ready = [PollFd::from_borrowed_fd(
            self.controller.as_fd(),
            PollFlags::IN,
        )];
        if poll(&mut ready, Some(&timeout)).unwrap() == 0 {
            return false;
        }
        let mut bytes = [0; 4096];
        match self.controller.read(&mut bytes) {
            // Linux answers with an error when the last of the other ends is closed.
            Ok(0) | Err(_) => false,
            Ok(read) => {
                self.half.extend_from_slice(&bytes[..read]);
                self.decode();
                true
            }
        }
    }
}

impl Terminal {
    /// Puts whole characters on the screen; one that came in part waits for its rest.
    fn decode(&mut self) {
        let whole = match std::str::from_utf8(&self.half) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.half.len(),
        };
        let rest = self.half.split_off(whole);
        self.screen.push_str(&String::from_utf8_lossy(&self.half));
        self.half = rest;
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Makes the terminal the controlling one of a new session.
#[allow(
    unsafe_code,
    reason = "a controlling terminal can only be set between fork and exec"
)]
fn own_terminal(command: &mut Command) {
    // SAFETY: the closure makes two system calls and allocates nothing, which is allowed after a fork.
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
            Ok(())
        });
    }
}
