//! Where a device takes push messages.

use axum::extract::State;
use axum::response::NoContent;
use pilothouse_api::push::PushSubscription;

use super::body::Payload;
use crate::app::App;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::problem::Problem;
use crate::store::Store;

pub(super) async fn subscribe(
    State(app): State<App>,
    caller: Caller,
    Payload(subscription): Payload<PushSubscription>,
) -> Result<NoContent, Problem> {
    blocking(move || app.push.subscribe(&caller.device.id, &subscription)).await?;
    Ok(NoContent)
}

/// Ends all subscriptions of the device that asks.
pub(super) async fn unsubscribe(
    State(app): State<App>,
    caller: Caller,
) -> Result<NoContent, Problem> {
    let remove = move |store: &Store| store.remove_pushes_of(&caller.device.id);
    app.store.run(remove).await?;
    Ok(NoContent)
}
