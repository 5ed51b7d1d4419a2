//! Where a device takes push messages.

use axum::extract::State;
use axum::response::NoContent;
use pilothouse_api::push::PushSubscription;

use super::body::Payload;
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;

pub(super) async fn subscribe(
    State(app): State<App>,
    caller: Caller,
    Payload(subscription): Payload<PushSubscription>,
) -> Result<NoContent, Problem> {
    app.push.subscribe(&caller.device.id, &subscription)?;
    Ok(NoContent)
}

/// Ends all subscriptions of the device that asks.
pub(super) async fn unsubscribe(
    State(app): State<App>,
    caller: Caller,
) -> Result<NoContent, Problem> {
    app.store.remove_pushes_of(&caller.device.id)?;
    Ok(NoContent)
}
