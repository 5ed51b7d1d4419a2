//! A session as a state machine: it does no I/O, waits for nothing and reads no clock.
//!
//! [`Machine::handle`] takes what happened and returns what to do. A write is acknowledged by its own record, which
//! comes back like any other, so a call is answered when the log has what it asked for.

mod acks;
mod asks;
mod budget;
mod ending;
mod hello;
mod idle;
mod lives;
mod queue;
mod resend;
mod settings;
mod start;
mod stop;
mod summary;
#[cfg(test)]
mod tests;
mod title;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use pilothouse_api::session::Lifecycle;
use pilothouse_log::{Kind, Note, Record, Warning, Who};
use pilothouse_view::entry::Delivery;
use pilothouse_view::session::Activity;
use pilothouse_view::{ChangeSet, EntryBody, SessionView};
use serde_json::Map;
use sha2::{Digest, Sha256};

use super::Refusal;
#[cfg(test)]
use super::canary::{self, Canary};
use super::effect::{Answer, Effect};
use super::input::{Call, HostFacts, Input, Now, ReplyId};
use super::pending::{Awaited, Pending};
use super::policy::Policy;
use super::projection::Projection;
use acks::{Append, OpenCall};
use lives::Lives;
use stop::Stops;

/// How long the machine waits for things, where tests differ from the product.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// For the CLI to confirm a stop.
    pub(super) stop: Duration,
    /// For the CLI to answer `initialize`.
    pub(super) initialize: Duration,
}

/// Makes IDs that no other machine makes, the same ones from the same seed.
#[derive(Debug)]
struct Ids {
    seed: u128,
    made: u64,
}

impl Ids {
    fn next(&mut self) -> String {
        self.made += 1;
        let mut hash = Sha256::new();
        hash.update(self.seed.to_le_bytes());
        hash.update(self.made.to_le_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        uuid::Builder::from_random_bytes(bytes)
            .into_uuid()
            .to_string()
    }
}

/// How long a request stays unpublished while a rule's answer to it is written.
const HOLD: Duration = Duration::from_millis(250);
/// After how long work is tried again whose write was refused.
const RETRY: Duration = Duration::from_secs(2);

/// The state of a session. Everything but the projection is lost with the server, and can be.
pub(super) struct Machine {
    id: String,
    ids: Ids,
    /// What the log says.
    projection: Projection,
    policy: Policy,
    host: HostFacts,
    patience: Patience,
    lives: Lives,
    /// Writes whose records have not come yet, oldest first.
    appends: Vec<Append>,
    calls: BTreeMap<ReplyId, OpenCall>,
    pending: Pending<ReplyId>,
    stops: Stops,
    /// Calls that wait until a start is over, or until what was begun before them is written.
    deferred: Vec<(ReplyId, Who, Call)>,
    /// A command or a turn may have changed the model or the effort; the CLI is to be asked.
    settings_due: bool,
    /// The name of the session has to be compared with that of the conversation.
    name_due: bool,
    /// The CLI was asked for a title.
    is_title_asked: bool,
    /// When the running process was sent `initialize`, until it has answered.
    greeted_at: Option<Instant>,
    /// Since when a write of the session's own is not made, and when it is tried again.
    stalled_until: Option<Instant>,
    /// Changes that are not published yet because a rule's answer is being written, and until when.
    unpublished: Vec<(ChangeSet, bool)>,
    /// Answers to calls whose changes are among them.
    unanswered: Vec<Effect>,
    hold_until: Option<Instant>,
    watched: bool,
    active_at: Instant,
    now: Now,
    out: Vec<Effect>,
}

impl Machine {
    pub(super) fn new(
        id: &str,
        seed: u128,
        projection: Projection,
        policy: Policy,
        host: HostFacts,
        patience: Patience,
        now: Now,
    ) -> Self {
        Self {
            id: id.to_owned(),
            ids: Ids { seed, made: 0 },
            projection,
            policy,
            host,
            patience,
            lives: Lives::default(),
            appends: Vec::new(),
            calls: BTreeMap::new(),
            pending: Pending::new(&format!("{seed:x}")),
            stops: Stops::default(),
            deferred: Vec::new(),
            settings_due: false,
            name_due: false,
            is_title_asked: false,
            greeted_at: None,
            stalled_until: None,
            unpublished: Vec::new(),
            unanswered: Vec::new(),
            hold_until: None,
            watched: false,
            active_at: now.mono,
            now,
            out: Vec::new(),
        }
    }

    /// Begins: looks for a runner that an earlier server has left.
    pub(super) fn begin(&mut self) -> Vec<Effect> {
        self.recover();
        std::mem::take(&mut self.out)
    }

    /// Takes what happened and returns what to do, in order.
    pub(super) fn handle(&mut self, input: Input, now: Now) -> Vec<Effect> {
        self.now = now;
        match input {
            Input::Call { reply, who, call } => self.call(reply, who, call),
            Input::Records(records) => self.records(&records),
            Input::CaughtUp => self.caught_up(),
            Input::Refused { key, refusal } => self.refused(&key, refusal),
            Input::Repeated { key, seq } => self.repeated(&key, seq),
            Input::SlotGranted => self.slot_granted(),
            Input::SlotRefused(limit) => self.slot_refused(limit),
            Input::SlotFree => self.slot_free(),
            Input::SlotNeeded => self.slot_needed(),
            Input::Prepared { life, result } => self.prepared(life, result),
            Input::Launched { life, result } => self.launched(life, result),
            Input::Lost => self.lost(),
            Input::Recovered(result) => self.recovered(result),
            Input::Lines(lines) => self.hold_taken_back(lines),
            Input::Spending(spending) => self.judge_spending(Some(spending)),
            Input::Digest(digest) => self.start_with_digest(digest),
            Input::Host(host) => {
                self.host = host;
                self.trust_changed();
            }
            Input::Watched(watched) => self.watched = watched,
            Input::Timeout => self.timeout(),
        }
        self.go_on();
        std::mem::take(&mut self.out)
    }

    pub(super) fn projection(&self) -> &Projection {
        &self.projection
    }

    pub(super) fn projection_mut(&mut self) -> &mut Projection {
        &mut self.projection
    }

    pub(super) fn view(&self) -> &SessionView {
        self.projection.view()
    }

    /// What the host knows, as far as the session was told.
    pub(super) fn host(&self) -> &HostFacts {
        &self.host
    }

    /// Whether calls are taken. While records of the past come, an answer could be refused that is not late.
    pub(super) fn takes_calls(&self) -> bool {
        self.lives.is_settled()
    }

    /// Publishes what was held back: somebody is to be shown the session as it is.
    pub(super) fn publish_all(&mut self) -> Vec<Effect> {
        self.hold_until = Some(self.now.mono);
        self.publish();
        std::mem::take(&mut self.out)
    }

    /// Whether changes that were made are not published yet.
    pub(super) fn is_holding(&self) -> bool {
        !self.unpublished.is_empty() || !self.unanswered.is_empty()
    }

    fn call(&mut self, reply: ReplyId, who: Who, call: Call) {
        if self.lives.is_starting() && waits_for_start(&call) || self.waits_for_writes(&call) {
            self.deferred.push((reply, who, call));
            return;
        }
        self.open_call(reply, Answer::Done);
        match call {
            Call::Send { message, blocks } => self.send(Some(reply), message, blocks, who),
            Call::UpdateQueued { uuid, update } => self.update_queued(reply, &uuid, update, who),
            Call::Withdraw { uuid } => self.withdraw(reply, &uuid, who),
            Call::Interrupt(interrupt) => self.interrupt(reply, interrupt, who),
            Call::ReleaseHeld(ids) => self.release(reply, ids, who),
            Call::DiscardHeld => self.discard_held(reply, &who),
            Call::Answer { ask, answer, scope } => {
                self.answer(Some(reply), &ask, answer, scope, who);
            }
            Call::Change(change) => self.change(reply, *change, who),
            Call::Update(update) => self.update(reply, *update, who),
            Call::LookAt(turns) => self.look_at(reply, turns, who),
            Call::Lifecycle(action) => self.lifecycle(reply, action, who),
            Call::DecideProjectSettings { leave_out } => self.decide_project(reply, leave_out, who),
            Call::Control(call) => self.control(reply, &call, who),
            Call::GrantRule {
                key,
                behavior,
                rule,
            } => self.grant(reply, key, behavior, rule, who),
            Call::RevokeRule(rule) => self.revoke(reply, &rule, who),
            Call::Remove => self.remove(reply),
        }
        self.close_call(reply);
    }

    /// Whether what is being written decides about the call: an idle session is not busy because a browser just
    /// reported that the end of its turn was seen.
    fn waits_for_writes(&self, call: &Call) -> bool {
        matches!(call, Call::Lifecycle(Lifecycle::Park)) && self.appends.iter().any(Append::is_work)
    }

    fn records(&mut self, records: &[Record]) {
        for record in records {
            self.record(record);
        }
    }

    fn record(&mut self, record: &Record) {
        if record.seq <= self.projection.seq() {
            return;
        }
        let answered = match record.kind {
            Kind::Out => self.pending.settle(&record.bytes),
            _ => None,
        };
        let mut applied = self.projection.apply(record);
        self.policy
            .see(self.projection.directory(), record, &applied.changes);
        if applied.turn_ended {
            self.turn_ended();
        }
        if !self.is_working() {
            self.stops.turn_is_over();
        }
        let changes = ChangeSet {
            changes: std::mem::take(&mut applied.changes.changes),
            ..applied.changes
        };
        self.unpublished.push((changes, applied.jumped));
        if applied.concerns_index() {
            self.out.push(Effect::Index(Box::new(applied)));
        }
        self.lives.progressed();
        // A look at the session is no activity of it.
        if !matches!(record.note(), Some(Note::LookedAt(_))) {
            self.active_at = self.now.mono;
        }
        self.acknowledge(record);
        if let Some((awaited, answer)) = answered {
            self.answered(awaited, answer);
        }
    }

    fn turn_ended(&mut self) {
        self.lives.turn_ended();
        self.settings_due = true;
    }

    /// Acts on what the CLI answered.
    fn answered(&mut self, awaited: Awaited<ReplyId>, answer: super::pending::Answer) {
        match awaited {
            Awaited::Call(reply) => self.reply(reply, answer.map(Answer::Value)),
            Awaited::Setting {
                name,
                value,
                who,
                reply,
            } => self.agreed(reply, name, value, who, answer),
            Awaited::Stop => self.stops.heard(),
            Awaited::Title => self.title_found(answer),
            Awaited::Hello => {
                self.greeted_at = None;
                self.lives.answers();
            }
        }
    }

    /// Does what is due in the state that the last input left.
    fn go_on(&mut self) {
        if !self.lives.is_starting() {
            for (reply, who, call) in std::mem::take(&mut self.deferred) {
                self.call(reply, who, call);
            }
        }
        self.send_follow_up();
        self.report_lost();
        if self.is_ready() {
            self.greet();
            self.finish_start();
            self.resend_lost();
            self.judge_asks();
            self.check_budgets();
            self.ask_settings();
            self.name_resumed();
            self.ask_title();
            self.take_back();
        }
        self.answer_stops();
        if self.is_ready() {
            self.pump();
        }
        self.give_up_unused_slot();
        self.prepare();
        self.publish();
    }

    /// Publishes what has changed, unless a rule is answering a request in it: that would only flash up.
    fn publish(&mut self) {
        let is_reply = |effect: &Effect| matches!(effect, Effect::Reply(..));
        if self.holds() {
            // Whoever is answered finds what was asked for in the view, so answers wait as well.
            let held = self.out.extract_if(.., |effect| is_reply(effect));
            self.unanswered.extend(held);
            return;
        }
        let at = self.out.iter().position(is_reply);
        let at = at.unwrap_or(self.out.len());
        let published = std::mem::take(&mut self.unpublished).into_iter();
        let published = published.map(|(changes, jumped)| Effect::Publish { changes, jumped });
        let effects = published.chain(std::mem::take(&mut self.unanswered));
        let effects: Vec<Effect> = effects.collect();
        self.out.splice(at..at, effects);
    }

    /// Whether changes are held back for a moment, because a rule's answer is being written.
    fn holds(&mut self) -> bool {
        let is_over = self
            .out
            .iter()
            .any(|effect| matches!(effect, Effect::Ended));
        let holds = self.is_rule_answering() && !is_over;
        #[cfg(test)]
        let holds = holds && !canary::has(Canary::PublishBeforeRule);
        if !holds {
            self.hold_until = None;
            return false;
        }
        let until = self.hold_until.get_or_insert(self.now.mono + HOLD);
        self.now.mono < *until
    }

    /// Whether the CLI can be written to.
    pub(super) fn is_ready(&self) -> bool {
        self.lives.is_ready()
    }

    /// Whether a turn runs or is about to.
    pub(super) fn is_working(&self) -> bool {
        let view = self.view();
        match view.liveness.activity {
            Activity::Starting => has_open_message(view),
            Activity::NotStarted
            | Activity::Idle
            | Activity::Background { .. }
            | Activity::Parked
            | Activity::Ended { .. } => false,
            _ => true,
        }
    }

    /// Whether the session's own work is to be tried now.
    fn is_stalled(&self) -> bool {
        self.stalled_until.is_some()
    }

    /// Writes down what a person should know and do.
    fn warn(&mut self, code: &str, refusal: &Refusal) {
        let note = Note::Warning(Warning {
            code: code.to_owned(),
            message: refusal.sentence(),
            extra: Map::new(),
        });
        let key = self.unique();
        self.append_note(key, Who::Host, note, None);
    }

    /// A key for a write that is never repeated.
    fn unique(&mut self) -> String {
        self.ids.next()
    }
}

/// Whether a call depends on the process that is being started.
fn waits_for_start(call: &Call) -> bool {
    matches!(
        call,
        Call::Change(_)
            | Call::Control(_)
            | Call::Update(_)
            | Call::Answer { .. }
            | Call::DecideProjectSettings { .. }
    )
}

fn has_open_message(view: &SessionView) -> bool {
    view.entries.iter().any(|entry| match &entry.body {
        EntryBody::User(user) => matches!(
            user.delivery,
            Delivery::Sent | Delivery::Queued | Delivery::Running
        ),
        _ => false,
    })
}
