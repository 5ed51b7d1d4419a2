//! Devices and tokens: who else may come in.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pilothouse_view::api::host::{Device, MadeToken, NewToken, Pair, Pairing, Scope};

use crate::app::App;
use crate::auth::describe;
use crate::auth::guard::Caller;
use crate::problem::Problem;

pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<Device>>, Problem> {
    let devices = app.store.devices()?;
    Ok(Json(
        devices
            .iter()
            .map(|device| describe(device, &caller.0.id))
            .collect(),
    ))
}

/// Makes a link for another device. It can be given no more than the one that makes it has.
pub(super) async fn pair(
    State(app): State<App>,
    caller: Caller,
    Json(pair): Json<Pair>,
) -> Result<Json<Pairing>, Problem> {
    caller.need(Scope::Admin)?;
    let (token, expires_at) = app.auth.invite(pair.scope, pair.name.as_deref())?;
    Ok(Json(Pairing {
        link: app.link(&token),
        expires_at,
    }))
}

pub(super) async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    if id != caller.0.id {
        caller.need(Scope::Admin)?;
    }
    let device = app.store.device(&id)?;
    let device = device.ok_or_else(|| Problem::not_found("device"))?;
    app.auth.revoke(&id)?;
    if device.scope == Scope::Admin && id != caller.0.id {
        // It may have made links that would let it in again.
        app.store.withdraw_invitations()?;
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn make_token(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewToken>,
) -> Result<Json<MadeToken>, Problem> {
    caller.need(Scope::Admin)?;
    let admitted = app.auth.make_token(&new.name, new.scope)?;
    let device = describe(&admitted.device, &caller.0.id);
    Ok(Json(MadeToken {
        token: admitted.credential,
        device,
    }))
}
