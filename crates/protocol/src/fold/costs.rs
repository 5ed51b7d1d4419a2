//! Computes the cost of a turn from the cumulative numbers of a result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::usage::ModelUsage;

/// The cost of a session so far, by model.
///
/// A result has totals: of the run for cost and per-model usage, of the turn only for `usage`.
/// A total that decreases (after `/clear`, or with a CLI that does not restore it on resume) restarts from zero.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Dollars spent, including what a resumed session had spent before.
    pub total_usd: f64,
    /// Dollars that a resumed session had spent before the first turn seen here.
    pub carried_usd: f64,
    /// The CLI's own running total, as of the last result.
    reported_usd: f64,
    /// Dollars by model, as of the last result.
    models: BTreeMap<String, f64>,
    /// Whether a result was seen.
    started: bool,
}

/// The cost of one turn.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnCost {
    /// Dollars.
    pub usd: f64,
    /// Dollars by model; only those that changed.
    pub models: BTreeMap<String, f64>,
}

impl Costs {
    /// Folds the numbers of a result and returns the cost of its turn.
    ///
    /// `since_last` is the result's own usage of the turn, sent by newer CLIs; the difference is what a resumed session
    /// carried over.
    pub fn result(
        &mut self,
        total_usd: Option<f64>,
        models: &BTreeMap<String, ModelUsage>,
        since_last: Option<&BTreeMap<String, ModelUsage>>,
    ) -> TurnCost {
        let now: BTreeMap<String, f64> = models
            .iter()
            .map(|(model, usage)| (model.clone(), usage.cost_usd.unwrap_or_default()))
            .collect();
        let reported = total_usd.unwrap_or_else(|| now.values().sum());
        let before = if reported + f64::EPSILON < self.reported_usd {
            0.0
        } else {
            self.reported_usd
        };
        let grown = reported - before;
        let own =
            since_last.map(|own| own.values().filter_map(|usage| usage.cost_usd).sum::<f64>());
        let usd = match own {
            Some(own) if !self.started => own.min(grown),
            _ => grown,
        };
        let carried = grown - usd;
        let turn = TurnCost {
            usd,
            models: self.grown_models(&now, since_last.filter(|_| !self.started)),
        };
        self.carried_usd += carried;
        self.total_usd += grown;
        self.reported_usd = reported;
        self.models = now;
        self.started = true;
        turn
    }

    /// Resets the conversation: the CLI counts from zero again, the money spent stays spent.
    pub fn reset(&mut self) {
        self.reported_usd = 0.0;
        self.models.clear();
    }

    fn grown_models(
        &self,
        now: &BTreeMap<String, f64>,
        own: Option<&BTreeMap<String, ModelUsage>>,
    ) -> BTreeMap<String, f64> {
        if let Some(own) = own {
            return own
                .iter()
                .filter_map(|(model, usage)| Some((model.clone(), usage.cost_usd?)))
                .collect();
        }
        let grown = now.iter().map(|(model, cost)| {
            let before = self.models.get(model).copied().unwrap_or_default();
            (
                model.clone(),
                if *cost < before { *cost } else { cost - before },
            )
        });
        grown.filter(|(_, cost)| *cost > 0.0).collect()
    }
}
