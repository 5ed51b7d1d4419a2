//! Browsers: the newest changes for those who come back, and views that are altered by the real `apply`.

use std::collections::VecDeque;
use std::rc::Rc;

use pilothouse_view::{ChangeSet, SessionView};

use super::World;
use crate::session::feed::reaches;

/// How many sets of changes are kept: few, so that snapshots are needed often.
const KEPT: usize = 24;

/// The changes of a session for those who watch, as [`crate::session::Feed`] keeps them, without the text.
#[derive(Default)]
pub(super) struct Hub {
    recent: VecDeque<Rc<ChangeSet>>,
    pending: Vec<Rc<ChangeSet>>,
}

impl Hub {
    pub(super) fn add(&mut self, set: ChangeSet, jumped: bool) {
        if jumped {
            self.recent.clear();
        }
        if !set.changes.is_empty() {
            let set = Rc::new(set);
            self.recent.push_back(Rc::clone(&set));
            self.pending.push(set);
        }
    }

    /// What is to be sent to those who watch.
    pub(super) fn publish(&mut self) -> Vec<Rc<ChangeSet>> {
        while self.recent.len() > KEPT {
            self.recent.pop_front();
        }
        std::mem::take(&mut self.pending)
    }

    /// What a browser missed since a sequence, if that is still here.
    fn since(&self, after: u64, seq: u64) -> Option<Vec<Rc<ChangeSet>>> {
        let oldest = self.recent.front().map(|set| set.seq);
        reaches(oldest, after, seq).then(|| {
            let missed = self.recent.iter().filter(|set| set.seq > after);
            missed.map(Rc::clone).collect()
        })
    }
}

/// A browser's connection and its view.
#[derive(Default)]
pub(super) struct Reader {
    view: Option<SessionView>,
    /// What was sent and has not arrived.
    inbox: VecDeque<Rc<ChangeSet>>,
    connected: bool,
}

impl Reader {
    pub(super) fn is_connected(&self) -> bool {
        self.connected
    }

    pub(super) fn view(&self) -> Option<&SessionView> {
        self.view.as_ref()
    }

    pub(super) fn receive(&mut self, set: &Rc<ChangeSet>) {
        if self.connected {
            self.inbox.push_back(Rc::clone(set));
        }
    }

    /// The connection is gone; what it shows stays.
    pub(super) fn lose(&mut self) {
        self.connected = false;
        self.inbox.clear();
    }

    /// Reloads the page.
    pub(super) fn forget(&mut self) {
        self.lose();
        self.view = None;
    }

    /// Applies what has arrived.
    pub(super) fn read(&mut self, most: usize) -> bool {
        let count = most.min(self.inbox.len());
        for set in self.inbox.drain(..count) {
            if let Some(view) = &mut self.view {
                view.apply_set(&set);
            }
        }
        count > 0
    }
}

impl World {
    /// A browser subscribes, with the sequence that it has come to.
    pub(super) fn subscribe(&mut self, person: usize) -> bool {
        if self.people[person].reader.connected {
            return false;
        }
        let Some(server) = &mut self.server else {
            return false;
        };
        if !server.machine.takes_calls() {
            return false;
        }
        let effects = server.machine.publish_all();
        self.excuse_open_requests();
        self.effects(effects);
        self.publish();
        let Some(server) = &mut self.server else {
            return false;
        };
        let seq = server.machine.view().seq;
        let after = self.people[person]
            .reader
            .view
            .as_ref()
            .map(|view| view.seq);
        let missed = after.and_then(|after| server.hub.since(after, seq));
        let reader = &mut self.people[person].reader;
        let is_resumed = missed.is_some();
        match missed {
            Some(missed) => reader.inbox = missed.into(),
            None => {
                let page = self.index.page();
                reader.view = Some(server.machine.projection().fold.snapshot(page));
                reader.inbox.clear();
            }
        }
        reader.connected = true;
        self.tell("browser", || match is_resumed {
            true => format!("{person} resumes after {after:?}"),
            false => format!("{person} gets a snapshot at {seq}"),
        });
        self.start_next();
        true
    }
}
