//! The processes that a sweep ends: those that carry the mark, and those that descend from them.
//!
//! Processes are held before they are checked again, so that a signal reaches the process that was found.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use rustix::process::Signal;

use super::Kind;
#[cfg(target_os = "linux")]
use super::linux::Handle;
#[cfg(target_os = "macos")]
use super::macos::Handle;
use crate::mark::Mark;
use crate::table::Process;

/// A process to end.
#[derive(Debug)]
pub(super) struct Victim {
    pub(super) pid: u32,
    handle: Handle,
}

impl Victim {
    /// Takes hold of a process and makes sure that it still is the one that was found.
    fn hold(found: &Process, mark: &Mark) -> Option<Self> {
        let pid = found.pid;
        let handle = Handle::open(pid)?;
        let now = Process::read(pid)?;
        let same = mark.is_carried_by(&now) || now.parent == found.parent;
        (same && !now.zombie).then_some(Self { pid, handle })
    }

    pub(super) fn signal(&self, kind: Kind) {
        self.handle.signal(match kind {
            Kind::Terminate => Signal::TERM,
            Kind::Kill => Signal::KILL,
        });
    }

    pub(super) fn wait_until(&self, deadline: Instant) {
        self.handle.wait_until(deadline);
    }
}

/// Returns what carries the mark, belongs to the root, or descends from either.
pub(super) fn victims(mark: &Mark, root: Option<u32>) -> Vec<Victim> {
    let own = std::process::id();
    let mut everyone = Process::all();
    everyone.retain(|process| process.pid != own);
    let mut found: HashSet<u32> = everyone
        .iter()
        .filter(|process| mark.is_carried_by(process))
        .map(|process| process.pid)
        .collect();
    if let Some(root) = root.filter(|root| is_ours(*root, &everyone, &found)) {
        let in_group = everyone.iter().filter(|process| process.group == root);
        found.extend(in_group.map(|process| process.pid));
        found.insert(root);
    }
    let parents: HashMap<u32, u32> = everyone
        .iter()
        .map(|process| (process.pid, process.parent))
        .collect();
    everyone
        .iter()
        .filter(|process| descends(process.pid, &found, &parents))
        .filter_map(|process| Victim::hold(process, mark))
        .collect()
}

/// Returns whether the id of the root is still the root's: an ended root may have left it to another process, whose
/// children and group are not ours.
fn is_ours(root: u32, everyone: &[Process], marked: &HashSet<u32>) -> bool {
    let process = everyone.iter().find(|process| process.pid == root);
    process.is_none_or(|process| process.zombie || marked.contains(&root))
}

/// Returns whether a process or one of its ancestors was found.
fn descends(pid: u32, found: &HashSet<u32>, parents: &HashMap<u32, u32>) -> bool {
    let mut current = pid;
    // The bound guards against a loop made by process ids that were reused while the table was read.
    for _ in 0..=parents.len() {
        if found.contains(&current) {
            return true;
        }
        match parents.get(&current) {
            Some(parent) => current = *parent,
            None => return false,
        }
    }
    false
}
