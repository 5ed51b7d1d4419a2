//! Room for processes: who has one, who could do without, and who waits for one.
//!
//! The limit is the host's. When it is reached, the session that has been idle longest is parked,
//! and the one that waits is told as soon as its process is gone.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

/// What a session is told. It always arrives: a lost one would leave a session waiting for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// A slot may be free for the process this session waits for.
    SlotFree,
    /// Another session needs the slot of this one.
    SlotNeeded,
}

/// The processes of this host.
#[derive(Default)]
pub(crate) struct Room {
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
    /// It was told to park and is not gone yet.
    leaving: bool,
}

/// That a session could be parked.
#[derive(Clone, Copy)]
pub(super) struct Idle {
    pub(super) since: Instant,
    /// Whether a browser shows it; others are parked first.
    pub(super) watched: bool,
}

/// That there is no room: so many run already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoRoom(pub(crate) u32);

impl Room {
    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is one step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many processes run or are about to.
    pub(crate) fn live(&self) -> u32 {
        u32::try_from(self.state().live.len()).unwrap_or(u32::MAX)
    }

    /// Takes room for a process; without any, has another session parked and remembers who waits.
    pub(super) fn claim(
        &self,
        session: &str,
        signals: &UnboundedSender<Signal>,
        limit: u32,
    ) -> Result<(), NoRoom> {
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
        // Room that nobody takes up belongs to the one at the front.
        if state.live.len() < limit as usize {
            state.call_next();
        }
        Err(NoRoom(limit))
    }

    /// Counts a process that runs already.
    pub(super) fn enter(&self, session: &str, signals: &UnboundedSender<Signal>) {
        self.state().enter(session, signals);
    }

    /// A process is gone, or will not be started after all.
    pub(super) fn release(&self, session: &str) {
        let mut state = self.state();
        if state.live.remove(session).is_some() {
            state.call_next();
        }
    }

    /// The limit may have changed: whoever waits tries again.
    pub(crate) fn look_again(&self) {
        self.state().call_next();
    }

    /// A session needs no process any more.
    pub(super) fn give_up(&self, session: &str) {
        let mut state = self.state();
        state.waiting.retain(|(waits, _)| waits != session);
    }

    /// Says whether a session with a process could be parked.
    pub(super) fn report(&self, session: &str, idle: Option<Idle>) {
        let mut state = self.state();
        if let Some(live) = state.live.get_mut(session) {
            live.idle = idle;
        }
        if idle.is_some() {
            state.park_for_waiting();
        }
    }

    /// A session that was told to park cannot: another one is to.
    pub(super) fn stays(&self, session: &str) {
        let mut state = self.state();
        if let Some(live) = state.live.get_mut(session) {
            live.leaving = false;
            live.idle = None;
        }
        state.park_for_waiting();
    }

    /// Has the session parked that has been idle longest, if any was idle for so long.
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

    /// Has one more session parked while more wait than leave.
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
        let told = live.signals.send(Signal::SlotNeeded).is_ok();
        live.leaving = told;
        told
    }

    /// Tells the first one that waits; it stays in the line until it has taken the room.
    fn call_next(&mut self) {
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

    fn idle_for(room: &Room, session: &str, seconds: u64, watched: bool) {
        let since = Instant::now() - Duration::from_secs(seconds);
        room.report(session, Some(Idle { since, watched }));
    }

    #[test]
    fn the_one_idle_longest_makes_room() {
        let room = Room::default();
        let (one, mut to_one) = mpsc::unbounded_channel();
        let (two, mut to_two) = mpsc::unbounded_channel();
        let (three, mut to_three) = mpsc::unbounded_channel();
        assert_eq!(room.claim("one", &one, 2), Ok(()));
        assert_eq!(room.claim("two", &two, 2), Ok(()));
        idle_for(&room, "one", 5, false);
        idle_for(&room, "two", 9, false);
        assert_eq!(room.claim("three", &three, 2), Err(NoRoom(2)));
        assert!(to_one.try_recv().is_err());
        assert!(matches!(to_two.try_recv(), Ok(Signal::SlotNeeded)));
        room.release("two");
        assert!(matches!(to_three.try_recv(), Ok(Signal::SlotFree)));
        assert_eq!(room.claim("three", &three, 2), Ok(()));
        assert_eq!(room.live(), 2);
    }

    #[test]
    fn busy_sessions_are_left_alone_and_watched_ones_go_last() {
        let room = Room::default();
        let (one, mut to_one) = mpsc::unbounded_channel();
        let (two, mut to_two) = mpsc::unbounded_channel();
        room.enter("one", &one);
        assert!(!room.park_idlest(Duration::ZERO));
        room.enter("two", &two);
        idle_for(&room, "one", 50, true);
        idle_for(&room, "two", 1, false);
        assert!(!room.park_idlest(Duration::from_secs(60)));
        assert!(room.park_idlest(Duration::ZERO));
        assert!(to_one.try_recv().is_err());
        assert!(to_two.try_recv().is_ok());
        room.stays("two");
        assert!(room.park_idlest(Duration::ZERO));
        assert!(to_one.try_recv().is_ok());
    }
}
