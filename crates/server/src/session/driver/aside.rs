//! What a session asks of the host: a slot, what was spent, whether a start can be made.

use std::time::Duration;

use serde_json::Value;

use super::Driver;
use super::jobs::Done;
use crate::problem::Problem;
use crate::session::input::{Input, Life, Spending};
use crate::session::prepare::Preparation;
use crate::session::{Refusal, fresh};
use crate::trust;

/// How long the preparation of a start may take.
const PREPARATION: Duration = Duration::from_secs(30);

impl Driver {
    pub(super) fn claim_slot(&mut self) {
        let limit = self.shared.settings.get().live_sessions;
        let claimed = self.shared.slots.claim(&self.id, &self.signals, limit);
        self.due.push_back(match claimed {
            Ok(()) => Input::SlotGranted,
            Err(full) => Input::SlotRefused(full.0),
        });
    }

    pub(super) fn prepare(&mut self, life: Life) {
        let preparation = Preparation {
            shared: self.shared.clone(),
            id: self.id.clone(),
            projection: self.machine.projection().clone(),
        };
        self.running.spawn(async move {
            let prepared = tokio::time::timeout(PREPARATION, preparation.run()).await;
            let result = match prepared {
                Ok(result) => result.map(Box::new).map_err(Refusal::from),
                Err(_) => Err(Refusal::CannotStart(
                    "the project or the CLI could not be read in time".to_owned(),
                )),
            };
            Done::Aside(Input::Prepared { life, result })
        });
    }

    pub(super) fn read_spending(&mut self) {
        let store = &self.shared.store;
        let spending = store.spent_today().and_then(|today_usd| {
            let day_began_ms = store.day_began_ms()?;
            Ok(Spending {
                today_usd,
                day_began_ms,
            })
        });
        let spending = spending.unwrap_or_else(|error| {
            tracing::error!(%error, "cannot tell what was spent today");
            Spending {
                today_usd: 0.0,
                day_began_ms: 0,
            }
        });
        self.due.push_back(Input::Spending(spending));
    }

    pub(super) fn digest(&self) -> Result<String, Problem> {
        let page = self
            .shared
            .store
            .entries_before(&self.id, None, fresh::ENTRIES)?;
        let view = self.machine.projection().fold.snapshot(page);
        Ok(fresh::digest(&view.entries))
    }

    /// Keeps what an answer makes the CLI write into the project from asking again.
    pub(super) fn accept_own_writes(&self, updates: &Value) {
        let Some(updates) = updates.as_array().filter(|updates| !updates.is_empty()) else {
            return;
        };
        let projection = self.machine.projection();
        let place = trust::Place {
            project: projection.settings.text("project").unwrap_or_default(),
            directory: projection.directory(),
            added: &[],
        };
        if let Err(problem) = trust::accept_updates(&self.shared.store, &place, updates) {
            tracing::warn!(session = %self.id, %problem, "the next start will ask about a rule that was just saved");
        }
    }
}
