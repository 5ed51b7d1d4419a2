//! Where a device takes push messages.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use pilothouse_view::api::push::PushSubscription;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;

pub(super) async fn subscribe(
    State(app): State<App>,
    caller: Caller,
    Json(subscription): Json<PushSubscription>,
) -> Result<StatusCode, Problem> {
    app.push.subscribe(&caller.0.id, &subscription)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all subscriptions of the device that asks.
pub(super) async fn unsubscribe(
    State(app): State<App>,
    caller: Caller,
) -> Result<StatusCode, Problem> {
    app.store.remove_pushes_of(&caller.0.id)?;
    Ok(StatusCode::NO_CONTENT)
}
