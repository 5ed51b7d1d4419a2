//! Watches the list of sessions for what is worth telling.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_api::push::PushKind;
use pilothouse_api::session::SessionSummary;
use pilothouse_view::AskId;
use pilothouse_view::session::Activity;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::{Notifier, asked, ended, trust_question};
use crate::session::Input;
use crate::store::Store;

/// How long something must stay so before it is told: a rule or a person at hand may settle an ask at once,
/// and a queued message may start the next turn.
const GRACE: Duration = Duration::from_millis(700);

/// The trust question of a session, among its asks.
const TRUST: &str = "trust";

/// What was last seen of a session.
#[derive(Clone, Default)]
struct Seen {
    working: bool,
    /// A whole turn may pass between two summaries, so it is not enough to have seen one working.
    turn: u32,
    failed: bool,
    requests: u32,
    /// The newest request that is open. One that is opened is the newest, whatever else was answered meanwhile.
    newest: Option<AskId>,
    undecided: bool,
}

/// What a person should know of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct News {
    failed: bool,
    /// A turn has ended, if that is still so after a while.
    ended: bool,
    /// A request was opened.
    asks: bool,
    /// The question about the project's settings is answered.
    decided: bool,
}

impl Seen {
    fn of(summary: &SessionSummary) -> Self {
        Self {
            working: is_working(&summary.liveness.activity),
            turn: summary.liveness.turn,
            failed: summary.has_failed(),
            requests: summary.requests(),
            newest: summary.newest_ask.clone(),
            undecided: summary.is_undecided(),
        }
    }

    /// What is new since.
    fn news(&self, before: &Self) -> News {
        let opened = self.newest.is_some() && self.newest != before.newest;
        News {
            failed: self.failed && !before.failed,
            ended: self.has_ended_turn(before) && self.requests == 0 && !self.failed,
            asks: opened || (self.undecided && !before.undecided),
            decided: before.undecided && !self.undecided,
        }
    }

    /// Whether a turn has ended since.
    fn has_ended_turn(&self, before: &Self) -> bool {
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
        match changes.recv().await {
            Ok(summary) => look(&notifier, &mut seen, &summary).await,
            // What was missed is in the index, also of sessions that say nothing more.
            Err(RecvError::Lagged(_)) => {
                for summary in all(&notifier).await {
                    look(&notifier, &mut seen, &summary).await;
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Tells what is new in a summary.
async fn look(
    notifier: &Arc<Notifier>,
    seen: &mut HashMap<String, Seen>,
    summary: &SessionSummary,
) {
    let now = Seen::of(summary);
    // Turns of before it was first seen are nobody's news.
    let first = Seen {
        turn: now.turn,
        ..Seen::default()
    };
    let before = seen.insert(summary.id.clone(), now.clone());
    let news = now.news(&before.unwrap_or(first));
    if news.failed {
        notifier.tell(ended(PushKind::Failed, summary, waiting(notifier).await));
    } else if news.ended {
        later(notifier, summary.clone(), PushKind::Ended);
    }
    if news.decided {
        notifier.forget(&summary.id, TRUST);
    }
    if news.asks {
        later(notifier, summary.clone(), PushKind::Ask);
    }
}

async fn all(notifier: &Notifier) -> Vec<SessionSummary> {
    let all = notifier.app.store.run(Store::summaries).await;
    all.unwrap_or_else(|problem| {
        tracing::error!(%problem, "cannot read the list of sessions; notifications may be missing");
        Vec::new()
    })
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
                        notifier.tell(asked(&summary, &ask, waiting(&notifier).await));
                    }
                }
                let now = handle.ask(|reply| Input::Summary { reply }).await;
                if now.is_ok_and(|now| now.is_undecided()) && notifier.is_new(&summary.id, TRUST) {
                    notifier.tell(trust_question(&summary, waiting(&notifier).await));
                }
            }
            _ if view.asks.is_empty() && !is_working(&view.liveness.activity) => {
                notifier.tell(ended(kind, &summary, waiting(&notifier).await));
            }
            _ => {}
        }
    });
}

async fn waiting(notifier: &Notifier) -> u32 {
    let busy = notifier.app.store.run(Store::busy_summaries).await;
    let summaries = busy.unwrap_or_default();
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

    fn seen(working: bool, turn: u32) -> Seen {
        Seen {
            working,
            turn,
            ..Seen::default()
        }
    }

    #[test]
    fn a_turn_that_nobody_saw_running_has_ended_too() {
        assert!(seen(false, 1).has_ended_turn(&seen(true, 1)));
        assert!(seen(false, 2).has_ended_turn(&seen(false, 1)));
        assert!(!seen(false, 1).has_ended_turn(&seen(false, 1)));
        assert!(!seen(true, 2).has_ended_turn(&seen(false, 1)));
    }

    #[test]
    fn a_request_is_news_also_when_another_was_answered_meanwhile() {
        let asking = |newest: &str| Seen {
            requests: 1,
            newest: Some(AskId::new(newest)),
            ..seen(true, 1)
        };
        assert!(asking("b").news(&asking("a")).asks);
        assert!(asking("a").news(&seen(true, 1)).asks);
        assert!(!asking("a").news(&asking("a")).asks);
        assert!(!seen(true, 1).news(&asking("a")).asks);
    }

    #[test]
    fn the_trust_question_is_news_once() {
        let undecided = Seen {
            requests: 1,
            undecided: true,
            ..seen(false, 0)
        };
        assert!(undecided.news(&seen(false, 0)).asks);
        assert!(!undecided.news(&undecided).asks);
        assert!(seen(false, 0).news(&undecided).decided);
    }
}
