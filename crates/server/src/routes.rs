//! All addresses in one place.

mod devices;
mod login;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};

use crate::app::App;
use crate::auth::guard::gate;
use crate::problem::Problem;
use crate::ui;

pub(crate) fn router(app: App) -> Router {
    let api = Router::new()
        .route("/login", post(login::login))
        .route("/logout", post(login::logout))
        .route("/devices", get(devices::list))
        .route("/devices/pair", post(devices::pair))
        .route("/devices/{id}", delete(devices::revoke))
        .route("/tokens", post(devices::make_token))
        .fallback(async || Problem::not_found("address"));
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .nest("/api", api)
        .fallback(ui::serve)
        .layer(from_fn_with_state(app.clone(), gate))
        .with_state(app)
}
