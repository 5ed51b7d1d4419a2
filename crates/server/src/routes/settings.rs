//! The server's settings.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use pilothouse_api::host::Scope;
use pilothouse_api::settings::HostSettings;

use super::body::Payload;
use crate::app::App;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::problem::Problem;

/// Notification URLs are secrets: anyone who has one can post there.
pub(super) async fn show(State(app): State<App>, caller: Caller) -> Json<HostSettings> {
    let mut settings = (*app.settings().get()).clone();
    if caller.need(Scope::Admin).is_err() {
        settings.notify.clear();
    }
    Json(settings)
}

pub(super) async fn replace(
    State(app): State<App>,
    Payload(settings): Payload<HostSettings>,
) -> Result<Json<HostSettings>, Problem> {
    let host = Arc::clone(&app);
    blocking(move || host.settings().put(settings)).await?;
    // A higher limit may have a slot for a waiting session.
    app.registry.shared.slots.limit_changed();
    Ok(Json((*app.settings().get()).clone()))
}
