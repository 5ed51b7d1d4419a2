//! The cost of a turn, out of the cumulative numbers of a result.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::usage::ModelUsage;

/// Cost of everything so far, by model.
///
/// A result carries totals: of the run for cost and per-model usage, of the turn only for `usage`.
/// A total that falls (after `/clear`, or with a CLI that does not restore it on resume) starts again from zero.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Dollars spent, all turns seen here and what a resumed session had spent before.
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

/// What one turn cost.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TurnCost {
    /// Dollars.
    pub usd: f64,
    /// Dollars by model, those that changed.
    pub models: BTreeMap<String, f64>,
}

impl Costs {
    /// Folds the numbers of a result and returns what its turn cost.
    ///
    /// `since_last` is the result's own account of the turn, which newer CLIs send; it tells what a resumed session carried over.
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

    /// The conversation was reset: the CLI counts from zero again, what was spent stays spent.
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
