//! Watches the list of sessions for what is worth telling.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_api::push::PushKind;
use pilothouse_api::session::SessionSummary;
use pilothouse_view::session::Activity;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::{Notifier, asked, ended, trust_question};
use crate::session::Input;

/// How long something must stay so before it is told: a rule or a person at hand may settle an ask at once,
/// and a queued message may start the next turn.
const GRACE: Duration = Duration::from_millis(700);

/// The trust question of a session, among its asks.
const TRUST: &str = "trust";

/// What was last seen of a session.
#[derive(Clone, Copy, Default)]
struct Seen {
    working: bool,
    /// A whole turn may pass between two summaries, so it is not enough to have seen one working.
    turn: u32,
    failed: bool,
    requests: u32,
    undecided: bool,
}

impl Seen {
    fn of(summary: &SessionSummary) -> Self {
        Self {
            working: is_working(&summary.liveness.activity),
            turn: summary.liveness.turn,
            failed: summary.has_failed(),
            requests: summary.requests(),
            undecided: summary.is_undecided(),
        }
    }

    /// Whether a turn has ended since.
    fn has_ended_turn(self, before: Self) -> bool {
        !self.working && (before.working || self.turn > before.turn)
    }
}

/// Watches until the server ends.
///
/// `before` are the sessions that were not at rest when the server before this one ended: what came since is told.
pub(crate) async fn watch(
    notifier: Arc<Notifier>,
    before: Vec<SessionSummary>,
    mut changes: Receiver<SessionSummary>,
) {
    let known = before.iter();
    let mut seen: HashMap<String, Seen> = known
        .map(|summary| (summary.id.clone(), Seen::of(summary)))
        .collect();
    loop {
        let summary = match changes.recv().await {
            Ok(summary) => summary,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let now = Seen::of(&summary);
        // Turns of before it was first seen are nobody's news.
        let first = Seen {
            turn: now.turn,
            ..Seen::default()
        };
        let before = seen.insert(summary.id.clone(), now).unwrap_or(first);
        if now.failed && !before.failed {
            notifier.tell(ended(PushKind::Failed, &summary, waiting(&notifier)));
        } else if now.has_ended_turn(before) && now.requests == 0 && !now.failed {
            later(&notifier, summary.clone(), PushKind::Ended);
        }
        if before.undecided && !now.undecided {
            notifier.forget(&summary.id, TRUST);
        }
        if now.requests > before.requests {
            later(&notifier, summary.clone(), PushKind::Ask);
        }
    }
}

/// Looks again after a while, and tells what is still so.
fn later(notifier: &Arc<Notifier>, summary: SessionSummary, kind: PushKind) {
    // One look is enough, however often a session came and went meanwhile.
    if !notifier.expect(&summary.id, kind) {
        return;
    }
    let notifier = Arc::clone(notifier);
    tokio::spawn(async move {
        tokio::time::sleep(GRACE).await;
        notifier.expected(&summary.id, kind);
        let Ok(handle) = notifier.app.registry.get(&summary.id).await else {
            return;
        };
        let Ok(view) = handle.ask(|reply| Input::View { reply }).await else {
            return;
        };
        match kind {
            PushKind::Ask => {
                for ask in view.asks {
                    if notifier.is_new(&summary.id, ask.id.as_str()) {
                        notifier.tell(asked(&summary, &ask, waiting(&notifier)));
                    }
                }
                let now = handle.ask(|reply| Input::Summary { reply }).await;
                if now.is_ok_and(|now| now.is_undecided()) && notifier.is_new(&summary.id, TRUST) {
                    notifier.tell(trust_question(&summary, waiting(&notifier)));
                }
            }
            _ if view.asks.is_empty() && !is_working(&view.liveness.activity) => {
                notifier.tell(ended(kind, &summary, waiting(&notifier)));
            }
            _ => {}
        }
    });
}

fn waiting(notifier: &Notifier) -> u32 {
    let summaries = notifier.app.store.busy_summaries().unwrap_or_default();
    summaries.iter().map(SessionSummary::requests).sum()
}

fn is_working(activity: &Activity) -> bool {
    !matches!(
        activity,
        Activity::NotStarted
            | Activity::Idle
            | Activity::Background { .. }
            | Activity::Parked
            | Activity::Ended { .. }
            | Activity::Starting
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_nobody_saw_running_has_ended_too() {
        let seen = |working, turn| Seen {
            working,
            turn,
            ..Seen::default()
        };
        assert!(seen(false, 1).has_ended_turn(seen(true, 1)));
        assert!(seen(false, 2).has_ended_turn(seen(false, 1)));
        assert!(!seen(false, 1).has_ended_turn(seen(false, 1)));
        assert!(!seen(true, 2).has_ended_turn(seen(false, 1)));
    }
}
