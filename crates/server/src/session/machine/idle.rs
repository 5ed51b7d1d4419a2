//! Deadlines, and what a session does when nothing happens: park, go on after a limit, close.
//!
//! There are no timers: the driver asks for the earliest deadline and comes back then. A deadline that has moved
//! meanwhile does nothing.

use std::time::{Duration, Instant};

use pilothouse_api::message::NewMessage;
use pilothouse_log::Who;
use pilothouse_view::session::Activity;
use pilothouse_view::turn::RateLimitStatus;

use super::Machine;
use super::acks::Append;
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::input::Now;

/// What a session is told when it goes on after a limit.
const GO_ON: &str = "Continue where you left off.";
/// How long a caller waits for the CLI: requests time out then.
const CALLER: Duration = Duration::from_secs(60);
/// How long a session without process and reader stays open.
const CLOSE_AFTER: Duration = Duration::from_secs(10 * 60);

impl Machine {
    /// When [`super::Input::Timeout`] is to come, at the latest.
    pub(in crate::session) fn poll_timeout(&self, now: Now) -> Option<Instant> {
        let deadlines = [
            self.parks_at(),
            self.stops.deadline(self.patience.stop),
            self.answers_by(),
            self.hold_until.filter(|_| self.is_holding()),
            self.stalled_until,
            self.lives.retries_at(),
            self.goes_on_at().map(|at| {
                let wait = (at * 1000).saturating_sub(now.wall_ms);
                now.mono + Duration::from_millis(wait)
            }),
            // After that the session is closed, and nothing has to remind of it.
            self.closes_at().filter(|at| *at > now.mono),
        ];
        deadlines.into_iter().flatten().min()
    }

    /// Acts on deadlines that have passed.
    pub(super) fn timeout(&mut self) {
        let now = self.now.mono;
        let passed = |at: Option<Instant>| at.is_some_and(|at| now >= at);
        // What was held up is due now as well.
        if passed(self.stalled_until) {
            self.stalled_until = None;
        }
        let (parks, late, retries) = (
            self.is_parkable() && passed(self.parks_at()),
            passed(self.answers_by()),
            passed(self.lives.retries_at()),
        );
        if parks {
            self.park("nothing was going on", Who::Host, None);
        }
        if late {
            self.greeted_at = None;
            self.lives.does_not_answer();
            self.warn("silent", &Refusal::Silent);
        }
        if retries {
            self.lives.try_once_more();
            self.recover();
        }
        self.check_stop();
        self.go_on_after_limit();
    }

    /// Whether the CLI process is idle and can be stopped.
    pub(in crate::session) fn is_parkable(&self) -> bool {
        let view = self.view();
        #[cfg(test)]
        if canary::has(Canary::ParkWhileAsking) && !view.asks.is_empty() {
            return self.lives.is_ready();
        }
        self.lives.is_ready()
            && !self.is_working()
            && !self.appends.iter().any(Append::is_work)
            && view.asks.is_empty()
            && !self.has_queued()
            && self
                .awaited_until()
                .is_none_or(|until| self.now.mono >= until)
            && !self.projection.fold.has_schedule(self.now.wall_ms)
            && !matches!(view.liveness.activity, Activity::Background { .. })
    }

    /// Since when nothing has happened.
    pub(in crate::session) fn idle_since(&self) -> Instant {
        self.active_at
    }

    /// Until when callers wait for the CLI to answer.
    fn awaited_until(&self) -> Option<Instant> {
        let calls = self.pending.callers().filter_map(|id| self.calls.get(id));
        calls.map(|call| call.since + CALLER).max()
    }

    fn parks_at(&self) -> Option<Instant> {
        if self.watched || self.is_stalled() {
            return None;
        }
        if !self.is_parkable() {
            // It may be, once no caller waits any more.
            return self.awaited_until().filter(|until| *until > self.now.mono);
        }
        let after = Duration::from_secs(self.host.settings.park_after_seconds);
        Some(self.active_at + after)
    }

    /// When the CLI must have answered `initialize`.
    fn answers_by(&self) -> Option<Instant> {
        Some(self.greeted_at? + self.patience.initialize)
    }

    /// When a limit that stopped this session resets, in seconds since 1970, if the session is to go on by itself then.
    fn goes_on_at(&self) -> Option<u64> {
        let can_go_on = self.lives.is_settled() && !self.is_stalled();
        if !can_go_on || !self.projection.settings.flag("continueAfterLimit") {
            return None;
        }
        let limit = self.view().usage.rate_limit.as_ref()?;
        let stopped = limit.status == RateLimitStatus::Rejected
            && !self.is_working()
            && !self.has_queued()
            && self.appends.is_empty();
        limit
            .resets_at
            .filter(|_| stopped && self.projection.failed_last())
    }

    fn go_on_after_limit(&mut self) {
        let is_due = |at: u64| self.now.wall_ms >= at * 1000;
        if !self.goes_on_at().is_some_and(is_due) {
            return;
        }
        let message = NewMessage {
            text: GO_ON.to_owned(),
            ..NewMessage::default()
        };
        self.send(None, message, Vec::new(), Who::Host);
    }

    /// When a session that has nothing to keep is closed.
    fn closes_at(&self) -> Option<Instant> {
        let rests = self.lives.is_absent()
            && !self.watched
            && self.appends.is_empty()
            && !self.has_queued()
            && self.goes_on_at().is_none();
        rests.then(|| self.active_at + CLOSE_AFTER)
    }

    /// Whether the session has nothing to keep: opening it again is cheap.
    pub(in crate::session) fn is_forgotten(&self) -> bool {
        self.closes_at().is_some_and(|at| self.now.mono >= at)
    }
}
