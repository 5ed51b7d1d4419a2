//! What a session does when nothing happens: park, seal, say that a stop was not heard, close.

use std::time::Duration;

use pilothouse_log::Who;
use tokio::sync::oneshot;

use super::folding::SAVE_AFTER;
use super::room::Idle;
use super::seal;
use super::task::Task;
use crate::problem::Problem;

/// How much must be new in a log before it is looked at for segments to seal.
pub(super) const SEAL_AFTER: u64 = 1 << 20;
/// How long a session without process and reader stays open.
const CLOSE_AFTER: Duration = Duration::from_secs(10 * 60);

impl Task {
    /// Tells the host whether this session could make room for another.
    pub(super) fn report(&mut self) {
        let idle = Idle {
            since: self.active_at,
            watched: self.feed.is_watched(),
        };
        let idle = self.is_parkable().then_some(idle);
        self.shared.room.report(&self.id, idle);
    }

    /// Parks a session that has had nothing to do for long and that nobody looks at, and tidies up.
    pub(super) async fn on_tick(&mut self) {
        let park_after = self.shared.settings.get().park_after_seconds;
        let long = self.active_at.elapsed() >= Duration::from_secs(park_after);
        if long && self.is_parkable() && !self.feed.is_watched() {
            self.park_or_warn("nothing was going on").await;
        }
        self.check_stop().await;
        self.go_on_after_limit().await;
        self.check_trust().await;
        if self.unsaved > SAVE_AFTER && !self.is_working() {
            self.save();
        }
        self.seal_in_background();
    }

    pub(super) async fn park_or_warn(&mut self, reason: &str) {
        if let Err(problem) = self.park(reason, Who::Host).await {
            tracing::warn!(session = %self.id, ?problem, "cannot park");
        }
    }

    /// Says so when the turn goes on although it was stopped.
    async fn check_stop(&mut self) {
        let Some(interrupting) = &self.interrupting else {
            return;
        };
        let patience = self.shared.config.timings.receipt;
        if self.unresponsive || interrupting.at.elapsed() < patience {
            return;
        }
        self.unresponsive = true;
        let problem = Problem::conflict("unresponsive", "Claude did not stop.")
            .detail("Kill and resume it: the conversation continues where it was.");
        self.tell_trouble("unresponsive", &problem).await;
    }

    /// Seals old segments of the log, one session's at a time.
    fn seal_in_background(&mut self) {
        if let Some(sealing) = &mut self.sealing {
            match sealing.try_recv() {
                Err(oneshot::error::TryRecvError::Empty) => return,
                _ => self.sealing = None,
            }
        }
        if self.unsealed < SEAL_AFTER {
            return;
        }
        self.unsealed = 0;
        let (done, sealing) = oneshot::channel();
        self.sealing = Some(sealing);
        let (shared, id) = (self.shared.clone(), self.id.clone());
        tokio::task::spawn_blocking(move || {
            match seal::seal(&shared, &id) {
                Ok(sealed) if sealed.segments > 0 => {
                    tracing::info!(session = %id, ?sealed, "sealed old segments");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(session = %id, %error, "cannot seal"),
            }
            // The session may be closed by now.
            done.send(()).ok();
        });
    }

    /// Whether the task has nothing to keep: opening the session again is cheap.
    pub(super) fn is_forgotten(&mut self) -> bool {
        self.runner.is_none()
            && self.active_at.elapsed() >= CLOSE_AFTER
            && !self.has_queued()
            && !self.feed.is_watched()
            && self.goes_on_at().is_none()
    }
}
