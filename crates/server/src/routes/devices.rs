//! Devices and tokens: who else may come in.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::NoContent;
use pilothouse_api::host::{Device, MadeToken, NewToken, Pair, Pairing, Scope};

use super::body::Payload;
use crate::app::App;
use crate::auth::describe;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::problem::Problem;
use crate::store::Store;

pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<Device>>, Problem> {
    let devices = app.store.run(Store::devices).await?;
    Ok(Json(
        devices
            .iter()
            .map(|device| describe(device, &caller.device.id))
            .collect(),
    ))
}

/// Makes a link for another device. It can be given no more than the one that makes it has.
pub(super) async fn pair(
    State(app): State<App>,
    Payload(pair): Payload<Pair>,
) -> Result<Json<Pairing>, Problem> {
    blocking(move || {
        let (token, expires_at) = app.auth.invite(pair.scope, pair.name.as_deref())?;
        Ok(Json(Pairing {
            link: app.link(&token),
            expires_at,
        }))
    })
    .await
}

pub(super) async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<NoContent, Problem> {
    if id != caller.device.id {
        caller.need(Scope::Admin)?;
    }
    blocking(move || {
        let device = app.store.device(&id)?;
        let device = device.ok_or_else(|| Problem::not_found("device"))?;
        app.auth.revoke(&id)?;
        if device.scope == Scope::Admin && id != caller.device.id {
            // It may have made links that would let it in again.
            app.store.withdraw_invitations()?;
        }
        Ok(NoContent)
    })
    .await
}

pub(super) async fn make_token(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewToken>,
) -> Result<Json<MadeToken>, Problem> {
    let admitted = blocking(move || app.auth.make_token(&new.name, new.scope)).await?;
    let device = describe(&admitted.device, &caller.device.id);
    Ok(Json(MadeToken {
        token: admitted.credential,
        device,
    }))
}
