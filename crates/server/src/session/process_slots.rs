//! Slots for CLI processes: the sessions that have one, could release theirs, or wait for one.
//!
//! The limit is a setting of the server. When it is reached, the session that has been idle longest is parked, and the
//! first session in the queue gets a signal as soon as that process is gone.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

/// A signal to a session. The channel is unbounded: a lost signal would leave a session waiting for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// A slot may be free for the process this session waits for.
    SlotFree,
    /// Another session needs the slot of this one.
    SlotNeeded,
}

/// The slots of this server.
#[derive(Default)]
pub(crate) struct ProcessSlots {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    live: HashMap<String, Live>,
    waiting: VecDeque<(String, UnboundedSender<Signal>)>,
}

struct Live {
    signals: UnboundedSender<Signal>,
    idle: Option<Idle>,
    /// It was asked to park and still has its process.
    leaving: bool,
}

/// A session that could be parked.
#[derive(Clone, Copy)]
pub(super) struct Idle {
    pub(super) since: Instant,
    /// Whether a browser shows it; others are parked first.
    pub(super) watched: bool,
}

/// All slots are in use; the value is the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoFreeSlot(pub(crate) u32);

impl ProcessSlots {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of processes that run or are about to start.
    pub(crate) fn live(&self) -> u32 {
        u32::try_from(self.state().live.len()).unwrap_or(u32::MAX)
    }

    /// Takes a slot. If none is free, parks another session and queues this one.
    pub(super) fn claim(
        &self,
        session: &str,
        signals: &UnboundedSender<Signal>,
        limit: u32,
    ) -> Result<(), NoFreeSlot> {
        let mut state = self.state();
        if state.live.contains_key(session) {
            return Ok(());
        }
        let first = state.waiting.front();
        let is_next = first.is_none_or(|(waits, _)| waits == session);
        if is_next && state.live.len() < limit as usize {
            state.waiting.retain(|(waits, _)| waits != session);
            state.enter(session, signals);
            return Ok(());
        }
        if !state.waiting.iter().any(|(waits, _)| waits == session) {
            let entry = (session.to_owned(), signals.clone());
            state.waiting.push_back(entry);
        }
        state.park_for_waiting();
        // A free slot belongs to the session at the front of the queue.
        if state.live.len() < limit as usize {
            state.signal_next();
        }
        Err(NoFreeSlot(limit))
    }

    /// Takes a slot for a process that runs already, also beyond the limit.
    pub(super) fn enter(&self, session: &str, signals: &UnboundedSender<Signal>) {
        self.state().enter(session, signals);
    }

    /// Releases the slot of a process that ended or will not be started.
    pub(super) fn release(&self, session: &str) {
        let mut state = self.state();
        if state.live.remove(session).is_some() {
            state.signal_next();
        }
    }

    /// Signals the first waiting session after the limit may have changed.
    pub(crate) fn limit_changed(&self) {
        self.state().signal_next();
    }

    /// Removes a session from the queue.
    pub(super) fn stop_waiting(&self, session: &str) {
        let mut state = self.state();
        state.waiting.retain(|(waits, _)| waits != session);
    }

    /// Records whether a session with a process could be parked.
    pub(super) fn report(&self, session: &str, idle: Option<Idle>) {
        let mut state = self.state();
        if let Some(live) = state.live.get_mut(session) {
            live.idle = idle;
        }
        if idle.is_some() {
            state.park_for_waiting();
        }
    }

    /// Parks another session, because this one cannot be.
    pub(super) fn cannot_park(&self, session: &str) {
        let mut state = self.state();
        if let Some(live) = state.live.get_mut(session) {
            live.leaving = false;
            live.idle = None;
        }
        state.park_for_waiting();
    }

    /// Parks the session that has been idle longest, if it was idle for at least this long.
    pub(crate) fn park_idlest(&self, at_least: Duration) -> bool {
        self.state().park_idlest(at_least)
    }
}

impl State {
    fn enter(&mut self, session: &str, signals: &UnboundedSender<Signal>) {
        let live = Live {
            signals: signals.clone(),
            idle: None,
            leaving: false,
        };
        self.live.insert(session.to_owned(), live);
    }

    /// Parks one more session while more wait than are being parked.
    fn park_for_waiting(&mut self) {
        let leaving = self.live.values().filter(|live| live.leaving).count();
        if leaving < self.waiting.len() {
            self.park_idlest(Duration::ZERO);
        }
    }

    fn park_idlest(&mut self, at_least: Duration) -> bool {
        let candidates = self.live.values_mut().filter(|live| !live.leaving);
        let idlest = candidates
            .filter_map(|live| Some((live.idle?, live)))
            .filter(|(idle, _)| idle.since.elapsed() >= at_least)
            .min_by_key(|(idle, _)| (idle.watched, idle.since));
        let Some((_, live)) = idlest else {
            return false;
        };
        let is_signalled = live.signals.send(Signal::SlotNeeded).is_ok();
        live.leaving = is_signalled;
        is_signalled
    }

    /// Signals the first session in the queue, which stays there until it has taken the slot.
    fn signal_next(&mut self) {
        while let Some((_, signals)) = self.waiting.front() {
            if signals.send(Signal::SlotFree).is_ok() {
                return;
            }
            self.waiting.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    fn idle_for(slots: &ProcessSlots, session: &str, seconds: u64, watched: bool) {
        let since = Instant::now() - Duration::from_secs(seconds);
        slots.report(session, Some(Idle { since, watched }));
    }

    #[test]
    fn the_one_idle_longest_makes_room() {
        let slots = ProcessSlots::default();
        let (one, mut to_one) = mpsc::unbounded_channel();
        let (two, mut to_two) = mpsc::unbounded_channel();
        let (three, mut to_three) = mpsc::unbounded_channel();
        assert_eq!(slots.claim("one", &one, 2), Ok(()));
        assert_eq!(slots.claim("two", &two, 2), Ok(()));
        idle_for(&slots, "one", 5, false);
        idle_for(&slots, "two", 9, false);
        assert_eq!(slots.claim("three", &three, 2), Err(NoFreeSlot(2)));
        assert!(to_one.try_recv().is_err());
        assert!(matches!(to_two.try_recv(), Ok(Signal::SlotNeeded)));
        slots.release("two");
        assert!(matches!(to_three.try_recv(), Ok(Signal::SlotFree)));
        assert_eq!(slots.claim("three", &three, 2), Ok(()));
        assert_eq!(slots.live(), 2);
    }

    #[test]
    fn busy_sessions_are_left_alone_and_watched_ones_go_last() {
        let slots = ProcessSlots::default();
        let (one, mut to_one) = mpsc::unbounded_channel();
        let (two, mut to_two) = mpsc::unbounded_channel();
        slots.enter("one", &one);
        assert!(!slots.park_idlest(Duration::ZERO));
        slots.enter("two", &two);
        idle_for(&slots, "one", 50, true);
        idle_for(&slots, "two", 1, false);
        assert!(!slots.park_idlest(Duration::from_secs(60)));
        assert!(slots.park_idlest(Duration::ZERO));
        assert!(to_one.try_recv().is_err());
        assert!(to_two.try_recv().is_ok());
        slots.cannot_park("two");
        assert!(slots.park_idlest(Duration::ZERO));
        assert!(to_one.try_recv().is_ok());
    }
}
