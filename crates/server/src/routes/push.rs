//! Where a device takes push messages.

use axum::extract::State;
use axum::response::NoContent;
use pilothouse_api::push::PushSubscription;

use super::body::Payload;
use crate::app::{App, blocking};
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::store::Store;

pub(super) async fn subscribe(
    State(app): State<App>,
    caller: Caller,
    Payload(subscription): Payload<PushSubscription>,
) -> Result<NoContent, Problem> {
    let device = caller.device.id;
    blocking(&app, move |app| app.push.subscribe(&device, &subscription)).await?;
    Ok(NoContent)
}

/// Ends all subscriptions of the device that asks.
pub(super) async fn unsubscribe(
    State(app): State<App>,
    caller: Caller,
) -> Result<NoContent, Problem> {
    let device = caller.device.id;
    let remove = move |store: &Store| store.remove_pushes_of(&device);
    app.store.run(remove).await?;
    Ok(NoContent)
}
