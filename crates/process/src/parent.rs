//! Children that end with their parent.

use std::process::Command;

/// Has the kernel send SIGTERM to the process when the thread that starts it ends (Linux; elsewhere nothing).
///
/// The signal follows the *thread* that forked and not its process: start the command from a thread that lives as long as
/// the program.
#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "a parent-death signal can only be set in the child, between fork and exec"
)]
pub fn end_with_parent(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};

    let parent = getpid();
    let arm = move || {
        set_parent_process_death_signal(Some(Signal::TERM))?;
        // The parent may have died before the signal was armed; then nobody would send it.
        match getppid() == Some(parent) {
            true => Ok(()),
            false => Err(rustix::io::Errno::SRCH.into()),
        }
    };
    // SAFETY: the closure makes system calls only. It allocates nothing and takes no lock.
    unsafe {
        command.pre_exec(arm);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn end_with_parent(_command: &mut Command) {}
