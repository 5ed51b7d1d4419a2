//! Signals of a program that stands for another.

#![allow(
    unsafe_code,
    reason = "waiting for signals with their origin, and what happens between fork and exec, have no safe interface"
)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};

/// What is passed on. Those of job control are left alone: the terminal sends them to the program too.
const PASSED: [i32; 6] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGUSR1,
    libc::SIGUSR2,
];

fn passed() -> libc::sigset_t {
    // SAFETY: both calls only write to a set that is on our stack.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in PASSED {
            libc::sigaddset(&mut set, signal);
        }
        set
    }
}

/// The signals that were blocked before.
#[derive(Clone, Copy)]
pub(super) struct Before(libc::sigset_t);

/// Blocks the signals for this thread and those it makes; they are waited for instead.
pub(super) fn block() -> io::Result<Before> {
    let set = passed();
    // SAFETY: both sets are valid and on our stack.
    unsafe {
        let mut before = std::mem::zeroed();
        match libc::pthread_sigmask(libc::SIG_BLOCK, &set, &mut before) {
            0 => Ok(Before(before)),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }
}

/// Gives a program the signals that we had: it would inherit what is blocked.
pub(super) fn unblock(command: &mut Command, before: Before) {
    // SAFETY: the closure makes one system call and allocates nothing, which is allowed after a fork.
    unsafe {
        command.pre_exec(move || {
            match libc::pthread_sigmask(libc::SIG_SETMASK, &before.0, std::ptr::null_mut()) {
                0 => Ok(()),
                error => Err(io::Error::from_raw_os_error(error)),
            }
        });
    }
}

/// Passes signals on to a process, from a thread of its own.
pub(super) fn forward(pid: u32) {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        return;
    };
    std::thread::spawn(move || {
        let set = passed();
        loop {
            // SAFETY: the set is valid, and the information is written to our stack.
            let (signal, from_terminal) = unsafe {
                let mut information: libc::siginfo_t = std::mem::zeroed();
                let signal = libc::sigwaitinfo(&set, &mut information);
                (signal, information.si_code > 0)
            };
            // The terminal has sent its signals to the whole group, and so to the program already.
            if !from_terminal && let Some(signal) = Signal::from_named_raw(signal) {
                // A program that has ended needs no signal.
                kill_process(pid, signal).unwrap_or_default();
            }
        }
    });
}

/// Lets the program be killed with us: whoever kills us means it.
pub(super) fn die_with_parent(command: &mut Command) {
    #[cfg(target_os = "linux")]
    // SAFETY: the closure makes one system call and allocates nothing, which is allowed after a fork.
    unsafe {
        command.pre_exec(|| {
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
            Ok(())
        });
    }
    #[cfg(not(target_os = "linux"))]
    let _ = command;
}

/// Takes the process out of our session, so that what is sent to our group does not reach it.
pub(super) fn own_session(command: &mut Command) {
    // SAFETY: the closure makes one system call and allocates nothing, which is allowed after a fork.
    unsafe {
        command.pre_exec(|| {
            rustix::process::setsid()?;
            Ok(())
        });
    }
}

/// Ends this process by a signal, as the program ended.
pub(super) fn die_by(signal: i32) {
    // SAFETY: the default action is set, the signal is unblocked and sent; the last call returns only if it is ignored.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        libc::sigaddset(&mut set, signal);
        libc::signal(signal, libc::SIG_DFL);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &set, std::ptr::null_mut());
        // The program left a core of itself, if it left one; another of ours helps nobody.
        let none = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        libc::raise(signal);
    }
}
