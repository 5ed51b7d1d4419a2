//! Limits of a session: interrupts turns that exceed the deadline or the budget.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::Session;
use crate::budget::Budget;
use crate::connection::lock;
use crate::turn::Limit;
use crate::turns::Activity;

impl Session {
    /// Monitors the turns of the session, if there is a limit.
    pub(super) fn enforce_limits(&self) {
        let settings = &self.shared().settings;
        let (deadline, budget) = (settings.turn_deadline, settings.budget.clone());
        if deadline.is_none() && budget.is_none() {
            return;
        }
        let mut activity = lock(&self.shared().turns).activity();
        // The task must not keep a session without owners alive.
        let handle = Arc::downgrade(&self.handle);
        self.shared().spawn(async move {
            loop {
                let begun = match activity.wait_for(Activity::is_busy).await {
                    Ok(now) => *now,
                    Err(_) => return,
                };
                let limit = tokio::select! {
                    () = ended(&mut activity, begun) => continue,
                    after = elapsed(deadline) => Limit::Deadline(after),
                    dollars = spent(budget.as_ref()) => Limit::Budget(dollars),
                };
                let Some(handle) = handle.upgrade() else {
                    return;
                };
                Self { handle }.stop_at(begun, limit, &mut activity).await;
            }
        });
    }

    /// Interrupts a turn. A CLI that continues is killed, so that the limit cannot be ignored.
    async fn stop_at(
        &self,
        begun: Activity,
        limit: Limit,
        activity: &mut watch::Receiver<Activity>,
    ) {
        lock(&self.shared().turns).stop(begun.turn, limit);
        let receipt = match limit {
            Limit::Deadline(_) => self.interrupt().await,
            // There is no budget left for the waiting prompts either.
            Limit::Budget(_) => self.interrupt_all().await,
        };
        let patience = self.shared().settings.interrupt_timeout;
        let ended = tokio::time::timeout(patience, ended(activity, begun));
        if receipt.is_err() || ended.await.is_err() {
            self.kill().await;
        }
    }
}

/// Waits until a turn has ended, or all waiting prompts have their outcome.
async fn ended(activity: &mut watch::Receiver<Activity>, begun: Activity) {
    let ended = activity.wait_for(|now| now.turn != begun.turn || !now.is_busy());
    if ended.await.is_err() {
        // The session has been dropped, and this task will be.
        std::future::pending().await
    }
}

async fn elapsed(deadline: Option<Duration>) -> Duration {
    match deadline {
        Some(after) => {
            tokio::time::sleep(after).await;
            after
        }
        None => std::future::pending().await,
    }
}

async fn spent(budget: Option<&Budget>) -> f64 {
    match budget {
        Some(budget) => {
            budget.exhausted().await;
            budget.limit()
        }
        None => std::future::pending().await,
    }
}
