//! What must hold when the faults have stopped and nothing happens any more.

use std::collections::BTreeMap;
use std::time::Duration;

use pilothouse_api::session::SessionStatus;
use pilothouse_log::{Note, Record};
use pilothouse_view::entry::{Delivery, UserMessage};
use pilothouse_view::{EntryBody, EntryPage, SessionFold, SessionView};

use super::World;
use super::disk::SESSION;
use super::messages::{Logged, Place, name_of};
use crate::session::input::Input;
use crate::session::projection::Projection;

/// How many events there may be until a world is quiet.
const PATIENCE: u32 = 3_000;
/// A deadline that is farther away is no sign of unrest.
const FAR: Duration = Duration::from_secs(300);

impl World {
    /// Stops the faults, lets everything end that is under way, and checks what was promised.
    pub(super) fn come_to_rest(&mut self) {
        if self.failure.is_some() {
            return;
        }
        self.calm_down();
        self.settle();
        self.check_rest();
        // People come back: they repeat what was not answered, and wake the session.
        self.retry_all();
        self.wake();
        self.settle();
        self.check_rest();
        self.check_projection();
        self.check_messages();
    }

    /// Lets everything happen that is under way.
    fn settle(&mut self) {
        let mut answered = BTreeMap::new();
        for _ in 0..PATIENCE {
            if self.failure.is_some() {
                return;
            }
            let done = self.call()
                || self.take_events(8)
                || self.go_on_with_job()
                || self.finish_aside()
                || self.work_to_the_end()
                || self.is_waiting_for_slot() && self.signal_slot()
                || self.browse_all()
                || self.answer_all(&mut answered)
                || self.wait_briefly();
            if !done {
                return;
            }
        }
        self.fail("the session does not come to rest");
    }

    /// Background tasks of the CLI end as well.
    fn work_to_the_end(&mut self) -> bool {
        self.work()
    }

    fn is_waiting_for_slot(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.wants_slot)
    }

    fn browse_all(&mut self) -> bool {
        let mut any = false;
        for person in 0..self.people.len() {
            any |= self.subscribe(person);
            any |= self.people[person].reader.read(usize::MAX);
        }
        any
    }

    fn wait_briefly(&mut self) -> bool {
        let now = self.now;
        let Some(server) = &self.server else {
            return false;
        };
        let Some(at) = server.machine.poll_timeout(now) else {
            return false;
        };
        let left = at.saturating_duration_since(now.mono);
        if left > FAR {
            return false;
        }
        self.pass(left);
        self.tell("clock", || format!("{left:?} pass"));
        self.input(Input::Timeout);
        true
    }

    fn check_rest(&mut self) {
        if self.failure.is_some() {
            return;
        }
        if !self.disk.is_readable() {
            self.fail("the log cannot be read as it was written");
        }
        let fresh = self.fresh_view();
        self.check_processes(&fresh);
        self.check_views(&fresh);
        self.check_keys();
    }

    fn check_processes(&mut self, fresh: &SessionView) {
        let Some(server) = &self.server else {
            return self.fail("there is no server");
        };
        let summary = server.machine.summary();
        let (calls, has_slot) = (server.open.len() + server.asked.len(), server.has_slot);
        let is_attached = server.connection.is_some();
        let lives = self.runner.is_some();
        if calls > 0 {
            self.fail(format!("{calls} calls were not answered"));
        }
        if summary.status == SessionStatus::Starting {
            self.fail("the session is still starting");
        }
        if lives != is_attached || lives != (summary.status == SessionStatus::Live) {
            self.fail(format!(
                "a process lives: {lives}; the session is {:?}",
                summary.status
            ));
        }
        if lives != has_slot {
            self.fail(format!(
                "a process lives: {lives}; a slot is taken: {has_slot}"
            ));
        }
        if !lives && self.disk.has_open_process() {
            self.fail("a process has no end in the log");
        }
        let mut waiting = fresh.queue.iter().filter(|queued| !queued.held);
        let waits = waiting.any(|queued| self.oracle.wakes(&queued.text.text));
        if waits && summary.problem.is_none() && summary.status != SessionStatus::Live {
            self.fail("a message waits, and nobody is told why");
        }
    }

    /// The log, folded by somebody who has seen nothing of it.
    fn fresh_view(&self) -> SessionView {
        let mut fold = SessionFold::new();
        for record in self.disk.records() {
            fold.apply(record);
        }
        let entries = fold.take_settled();
        fold.snapshot(EntryPage {
            entries,
            has_older: false,
        })
    }

    fn check_views(&mut self, fresh: &SessionView) {
        let same = |view: &SessionView| SessionView {
            seq: 0,
            at: 0,
            ..view.clone()
        };
        let fresh = same(fresh);
        let wrong = self.people.iter().position(|person| {
            let view = person.reader.view();
            view.is_some_and(|view| same(view) != fresh)
        });
        if let Some(person) = wrong {
            let shown = self.people[person].reader.view().map(same);
            let difference = difference(&shown.unwrap_or_default(), &fresh);
            self.fail(format!(
                "browser {person} shows something else than the log: {difference}"
            ));
        }
    }

    /// All that the session knows of its log is in the log.
    fn check_projection(&mut self) {
        if self.failure.is_some() {
            return;
        }
        let mut projection = Projection::new(SESSION);
        for record in self.disk.records() {
            projection.apply(record);
            projection.take_settled();
        }
        let text = |projection: &Projection| serde_json::to_string(projection).expect("JSON");
        let own = self
            .server
            .as_ref()
            .map(|server| text(server.machine.projection()));
        if own.is_some_and(|own| own != text(&projection)) {
            self.fail("the session has folded something else than the log");
        }
    }

    fn check_keys(&mut self) {
        let twice = self.disk.keys().into_iter().find(|(_, times)| *times > 1);
        if let Some(((key, _), _)) = twice {
            let key = key.to_owned();
            self.fail(format!("the write {key} was made twice"));
        }
        let is_cut = |record: &&Record| matches!(record.note(), Some(Note::Truncated(_)));
        let reported = self.disk.records().iter().filter(is_cut).count() as u32;
        let may_be_lost = self.plan.faults.has(super::Fault::BytesRot);
        if reported != self.disk.cuts && !may_be_lost {
            self.fail(format!("{} damages, {reported} reported", self.disk.cuts));
        }
        for (name, value) in self.oracle.settings.clone() {
            if !may_be_lost {
                self.check_setting(&name, &value);
            }
        }
    }

    /// What rot has taken is not expected any more.
    pub(super) fn forget_rotten(&mut self, known: &[String]) {
        for name in known {
            let is_gone = self.oracle.messages.get(name).is_none();
            if is_gone {
                self.oracle.acknowledged.remove(name);
            }
        }
    }

    /// Everything that was acknowledged is accounted for.
    fn check_messages(&mut self) {
        if self.failure.is_some() {
            return;
        }
        let view = self.fresh_view();
        for name in self.oracle.acknowledged.clone() {
            let Some(logged) = self.oracle.messages.get(&name).cloned() else {
                self.fail(format!("{name} was acknowledged and is gone"));
                continue;
            };
            let users = view.entries.iter().filter_map(|entry| match &entry.body {
                EntryBody::User(user) if name_of(&user.text.text) == name => Some(user),
                _ => None,
            });
            let users: Vec<&UserMessage> = users.collect();
            let queued = view.queue.iter();
            let queued = queued.filter(|queued| name_of(&queued.text.text) == name);
            let places = (users.len(), queued.count());
            let expected = match logged.place {
                Place::Sent(_) => (1, 0),
                Place::Queued | Place::Held => (0, 1),
                Place::Withdrawn => (0, 0),
            };
            if places != expected {
                let place = &logged.place;
                self.fail(format!("{name} is {place:?} and shown as {places:?}"));
            }
            if let Some(why) = self.is_unaccounted(&name, &logged, users.first().copied()) {
                self.fail(format!("{name} was acknowledged and {why}"));
            }
        }
    }

    fn is_unaccounted(
        &self,
        name: &str,
        logged: &Logged,
        shown: Option<&UserMessage>,
    ) -> Option<String> {
        let reads = self.oracle.times_read(name);
        match logged.place {
            Place::Held | Place::Withdrawn => return None,
            Place::Queued => return Some("still waits".to_owned()),
            Place::Sent(_) => {}
        }
        let delivery = &shown?.delivery;
        let server = self.server.as_ref()?;
        let settings = &server.machine.projection().settings;
        let is_accounted = match delivery {
            Delivery::Done => reads == 1 || reads == 2 && logged.was_held,
            // Its process died after it had begun: the sender was told.
            Delivery::Duplicate => reads == 1 && logged.is_cut_off,
            // Its turn was stopped, and the process died.
            Delivery::Cancelled => true,
            Delivery::Lost => {
                let uuid = logged.uuid.as_str();
                settings.times_resent(uuid) >= 2 || settings.texts("abandoned").contains(&uuid)
            }
            _ => false,
        };
        (!is_accounted).then(|| format!("is {delivery:?}, read {reads} times"))
    }
}

/// The first part in which two views differ.
fn difference(one: &SessionView, other: &SessionView) -> String {
    let json = |view: &SessionView| serde_json::to_value(view).expect("JSON");
    let (one, other) = (json(one), json(other));
    let members = other.as_object().into_iter().flatten();
    for (name, value) in members {
        if one[name] != *value {
            return format!("{name}: {} instead of {value}", one[name]);
        }
    }
    "a member too many".to_owned()
}
