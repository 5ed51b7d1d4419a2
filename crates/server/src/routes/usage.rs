//! Costs by day, project and model.

use axum::Json;
use axum::extract::State;
use pilothouse_api::usage::UsageReport;

use super::query::{Query, Within, parameters};
use crate::app::App;
use crate::problem::Problem;

/// The days of a report that does not name their number.
const DAYS: u32 = 30;
/// The most days of a report.
const MOST_DAYS: u64 = 3660;

parameters! {
    pub(super) struct UsageQuery {
        /// How many days, up to today.
        days: Option<Within<1, MOST_DAYS>>,
    }
}

pub(super) async fn usage(
    State(app): State<App>,
    Query(query): Query<UsageQuery>,
) -> Result<Json<UsageReport>, Problem> {
    let days = query.days.map_or(DAYS, Within::as_u32);
    let day_budget_usd = app.settings().get().day_budget_usd;
    let report = app.store.run(move |store| {
        Ok(UsageReport {
            rows: store.usage(days)?,
            today_usd: store.spent_today()?,
            day_budget_usd,
        })
    });
    report.await.map(Json)
}
