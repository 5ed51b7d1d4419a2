//! A budget shared by several sessions.

use std::sync::Arc;

use tokio::sync::watch;

/// A maximum cost in dollars for the turns of all sessions that share this budget.
///
/// The cost of a turn is known when it ends. When the budget is spent, running turns are interrupted and end with
/// [`Error::Limit`](crate::Error::Limit), and no session sends another prompt.
/// Each new session also passes the remaining budget to the CLI as
/// [`max_budget_usd`](crate::SessionBuilder::max_budget_usd), unless that option is set, so that one turn cannot exceed
/// the budget by much.
///
/// ```
/// use pilothouse_sdk::Budget;
///
/// let budget = Budget::new(5.0);
/// assert_eq!(budget.left(), 5.0);
/// ```
#[derive(Debug, Clone)]
pub struct Budget {
    limit: f64,
    spent: Arc<watch::Sender<f64>>,
}

impl Budget {
    /// Creates a budget of this many dollars.
    pub fn new(dollars: f64) -> Self {
        Self {
            limit: dollars,
            spent: Arc::new(watch::Sender::new(0.0)),
        }
    }

    /// Returns the whole budget, in dollars.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// Returns the amount spent, in dollars.
    pub fn spent(&self) -> f64 {
        *self.spent.borrow()
    }

    /// Returns the remaining amount, in dollars; never less than zero.
    pub fn left(&self) -> f64 {
        (self.limit - self.spent()).max(0.0)
    }

    /// Returns whether the budget is spent.
    pub fn is_spent(&self) -> bool {
        self.spent() >= self.limit
    }

    /// Adds a cost from another source, such as an earlier run of the program.
    pub fn charge(&self, dollars: f64) {
        self.spent.send_modify(|spent| *spent += dollars);
    }

    /// Waits until the budget is spent.
    pub(crate) async fn exhausted(&self) {
        let mut spent = self.spent.subscribe();
        // The sender lives as long as the budget.
        spent
            .wait_for(|spent| *spent >= self.limit)
            .await
            .map(|_| ())
            .unwrap_or_default();
    }
}
