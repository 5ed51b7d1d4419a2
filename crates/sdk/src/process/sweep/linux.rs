//! The sweep on Linux: `/proc` says who carries the mark and who descends from whom.
//!
//! Processes are held by pidfd before they are looked at, so a signal never reaches a stranger that got a freed process id.

use std::collections::{HashMap, HashSet};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

use super::{MARK, Mark};

/// How often to look again for processes that were started while others were being ended.
const ROUNDS: usize = 8;
/// How long a process may take to end by itself after SIGTERM.
const GRACE: Duration = Duration::from_millis(400);

/// Ends everything marked and every descendant.
pub(super) fn sweep(mark: &Mark, root: u32) -> usize {
    let mut ended = HashSet::new();
    for round in 0..ROUNDS {
        let victims = victims(mark, root);
        if victims.is_empty() {
            break;
        }
        ended.extend(victims.iter().map(|victim| victim.pid));
        if round == 0 {
            signal(&victims, Signal::TERM);
            wait(&victims, GRACE);
        }
        signal(&victims, Signal::KILL);
        wait(&victims, Duration::from_secs(1));
    }
    ended.len()
}

/// Returns the processes that carry the mark.
pub(super) fn marked(mark: &Mark) -> Vec<u32> {
    let needle = needle(mark);
    process_ids().filter(|pid| carries(*pid, &needle)).collect()
}

struct Victim {
    pid: u32,
    handle: OwnedFd,
}

fn victims(mark: &Mark, root: u32) -> Vec<Victim> {
    let needle = needle(mark);
    let own = std::process::id();
    let everyone: Vec<u32> = process_ids().filter(|pid| *pid != own).collect();
    let parents: HashMap<u32, u32> = everyone
        .iter()
        .filter_map(|pid| Some((*pid, parent(*pid)?)))
        .collect();
    let mut found: HashSet<u32> = everyone
        .iter()
        .copied()
        .filter(|pid| carries(*pid, &needle))
        .collect();
    // The id of the root may belong to a stranger by now; then neither its children nor its group are ours.
    if !everyone.contains(&root) || found.contains(&root) || is_zombie(root) {
        found.extend(
            everyone
                .iter()
                .filter(|pid| group(**pid) == Some(root) || descends(**pid, root, &parents)),
        );
    }
    let heirs: Vec<u32> = everyone
        .iter()
        .copied()
        .filter(|pid| found.iter().any(|of| descends(*pid, *of, &parents)))
        .collect();
    found.extend(heirs);
    found
        .into_iter()
        .filter_map(|pid| hold(pid, &needle, &parents))
        .collect()
}

/// Takes hold of a process and makes sure that it still is the one that was found.
fn hold(pid: u32, needle: &[u8], parents: &HashMap<u32, u32>) -> Option<Victim> {
    let raw = i32::try_from(pid).ok().and_then(Pid::from_raw)?;
    let handle = pidfd_open(raw, PidfdFlags::empty()).ok()?;
    let same = carries(pid, needle) || parent(pid) == parents.get(&pid).copied();
    (same && !is_zombie(pid)).then_some(Victim { pid, handle })
}

fn signal(victims: &[Victim], signal: Signal) {
    for victim in victims {
        // An error means that it has ended already.
        if let Err(error) = pidfd_send_signal(&victim.handle, signal) {
            tracing::trace!(%error, pid = victim.pid, "the process is gone");
        }
    }
}

/// Waits until all of them have ended, or the time is over.
fn wait(victims: &[Victim], time: Duration) {
    let deadline = std::time::Instant::now() + time;
    for victim in victims {
        let left = deadline.saturating_duration_since(std::time::Instant::now());
        let timeout = Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: i64::from(left.subsec_nanos()),
        };
        let mut handles = [PollFd::new(&victim.handle, PollFlags::IN)];
        if let Err(error) = poll(&mut handles, Some(&timeout)) {
            tracing::debug!(%error, pid = victim.pid, "wait for a process to end");
        }
    }
}

fn needle(mark: &Mark) -> Vec<u8> {
    format!("{MARK}={mark}").into_bytes()
}

fn process_ids() -> impl Iterator<Item = u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn carries(pid: u32, needle: &[u8]) -> bool {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment
        .split(|byte| *byte == 0)
        .any(|variable| variable == needle)
}

fn parent(pid: u32) -> Option<u32> {
    stat_field(pid, 1)?.parse().ok()
}

fn group(pid: u32) -> Option<u32> {
    stat_field(pid, 2)?.parse().ok()
}

fn is_zombie(pid: u32) -> bool {
    stat_field(pid, 0).is_none_or(|state| state == "Z" || state == "X")
}

/// Returns a field of `/proc/PID/stat`, counted after the name, which may hold anything.
fn stat_field(pid: u32, index: usize) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(index).map(str::to_owned)
}

fn descends(pid: u32, ancestor: u32, parents: &HashMap<u32, u32>) -> bool {
    let mut current = pid;
    // The bound guards against a loop made by process ids that were reused while we looked.
    for _ in 0..parents.len() {
        match parents.get(&current) {
            Some(parent) if *parent == ancestor => return true,
            Some(parent) => current = *parent,
            None => return false,
        }
    }
    false
}
