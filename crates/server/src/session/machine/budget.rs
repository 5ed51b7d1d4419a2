//! Budgets: a turn is paused, or a person warned, when one is used up.

use pilothouse_api::settings::BudgetAction;
use pilothouse_log::{Budget, Who};
use serde_json::Map;

use super::Machine;
use super::stop::QueueFate;
use crate::session::effect::Effect;
use crate::session::input::Spending;

/// A budget that is used up.
struct Exceeded {
    scope: &'static str,
    limit: f64,
    spent: f64,
    /// Since when it was not reported as used up.
    since: u64,
}

impl Machine {
    /// Looks at the budgets after each tool and each turn.
    pub(super) fn check_budgets(&mut self) {
        if !self.policy.is_spending_due() {
            return;
        }
        if self.host.settings.day_budget_usd.is_some() {
            // The answer comes with the next input.
            if self.policy.asks_spending() {
                self.out.push(Effect::ReadSpending);
            }
            return;
        }
        self.judge_spending(None);
    }

    /// Warns of a budget that is used up, or pauses the turn at the end of a tool.
    pub(super) fn judge_spending(&mut self, spending: Option<Spending>) {
        let due = self.policy.take_ended();
        let Some(exceeded) = self.exceeded(spending) else {
            return;
        };
        let pauses = self.host.settings.budget_action == BudgetAction::Pause;
        let turn = self.view().liveness.turn;
        if pauses && due.tool && self.is_working() && self.policy.pause(turn) {
            self.note_budget(&exceeded, "pause");
            self.stop(None, QueueFate::Hold, Who::Host);
            return;
        }
        let Exceeded {
            scope,
            limit,
            since,
            ..
        } = exceeded;
        let settings = &self.projection.settings;
        if !settings.is_budget_told(scope, limit, since) {
            self.note_budget(&exceeded, "warn");
        }
    }

    fn exceeded(&self, spending: Option<Spending>) -> Option<Exceeded> {
        let spent = self.view().usage.total_cost_usd;
        if let Some(limit) = self.projection.settings.number("budgetUsd")
            && spent >= limit
        {
            return Some(Exceeded {
                scope: "session",
                limit,
                spent,
                since: 0,
            });
        }
        let limit = self.host.settings.day_budget_usd?;
        let spending = spending.filter(|spending| spending.today_usd >= limit)?;
        Some(Exceeded {
            scope: "day",
            limit,
            spent: spending.today_usd,
            since: spending.day_began_ms,
        })
    }

    fn note_budget(&mut self, exceeded: &Exceeded, action: &str) {
        let note = Budget {
            scope: exceeded.scope.to_owned(),
            limit_usd: exceeded.limit,
            spent_usd: exceeded.spent,
            action: action.to_owned(),
            extra: Map::new(),
        };
        let key = self.unique();
        self.append_note(key, Who::Host, note, None);
    }
}
