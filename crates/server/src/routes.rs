//! All addresses in one place.

mod addresses;
mod control;
mod devices;
mod doctor;
mod events;
mod export;
mod files;
mod host;
mod kept;
mod list;
mod login;
mod messages;
mod push;
mod replay;
mod resources;
mod rules;
mod sessions;
mod trust;
mod views;
mod wire;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{delete, get, patch, post};

use crate::app::{App, MESSAGE_BYTES};
use crate::auth::guard::gate;
use crate::patience::patience;
use crate::problem::{Problem, make_problems};
use crate::{idempotency, metrics, openapi, socket, ui, uploads};

use self::addresses::Addresses;

pub(crate) fn router(app: App) -> Router {
    let once = from_fn_with_state(app.clone(), idempotency::once);
    let api = api().with(|api| {
        api.fallback(async || Problem::not_found("address"))
            .layer(once)
    });
    addresses(api)
        .into_router()
        .fallback(ui::serve)
        .layer(DefaultBodyLimit::max(MESSAGE_BYTES))
        .layer(from_fn(patience))
        .layer(from_fn(make_problems))
        .layer(from_fn_with_state(app.clone(), gate))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

/// Every address there is, for the comparison with the API's description.
#[cfg(test)]
pub(crate) fn paths() -> Vec<String> {
    addresses(api()).paths().to_vec()
}

fn addresses(api: Addresses) -> Addresses {
    Addresses::default()
        .route("/healthz", get(async || "ok\n"))
        .route("/metrics", get(metrics::show))
        .nest("/api", api)
}

fn api() -> Addresses {
    Addresses::default()
        .route("/login", post(login::login))
        .route("/logout", post(login::logout))
        .route("/openapi.json", get(openapi::show))
        .route("/host", get(host::host))
        .route("/doctor", get(doctor::doctor))
        .route("/tour", post(doctor::tour))
        .route("/devices", get(devices::list))
        .route("/devices/pair", post(devices::pair))
        .route("/devices/{id}", delete(devices::revoke))
        .route("/tokens", post(devices::make_token))
        .route("/projects", get(host::projects))
        .route("/projects/browse", get(host::browse))
        .route(
            "/projects/trust",
            get(trust::report).post(trust::accept).delete(trust::forget),
        )
        .route("/push", post(push::subscribe).delete(push::unsubscribe))
        .route("/inbox", get(views::inbox))
        .route(
            "/uploads",
            post(host::upload).layer(DefaultBodyLimit::max(uploads::MAX_BYTES)),
        )
        .route(
            "/replay",
            post(replay::replay).layer(DefaultBodyLimit::max(replay::MAX_BYTES)),
        )
        .route("/sessions", get(list::list).post(sessions::create))
        .route(
            "/sessions/import",
            post(export::import).layer(DefaultBodyLimit::disable()),
        )
        .nest("/sessions/{id}", session())
        .merge(kept::router())
        .merge(rules::router())
        .route("/ws", get(socket::upgrade))
}

/// What stands below one session.
fn session() -> Addresses {
    Addresses::default()
        .route(
            "/",
            get(sessions::get)
                .patch(sessions::update)
                .delete(sessions::remove),
        )
        .route("/restore", post(sessions::restore))
        .route("/view", get(views::view))
        .route("/entries", get(views::entries))
        .route("/entries/{entry}", get(views::entry))
        .route(
            "/entries/{entry}/attachments/{index}",
            get(views::attachment),
        )
        .route("/fork", post(sessions::fork))
        .route("/messages", post(messages::send))
        .route(
            "/queue/{uuid}",
            patch(messages::update_queued).delete(messages::withdraw),
        )
        .route("/interrupt", post(messages::interrupt))
        .route(
            "/held",
            post(messages::release_held).delete(messages::discard_held),
        )
        .route("/schedules/{schedule}", delete(messages::cancel_schedule))
        .route("/asks/{ask}", post(messages::answer))
        .route("/lifecycle", post(sessions::lifecycle))
        .route("/trust", get(trust::report_of_session).post(trust::decide))
        .route("/control", post(control::control))
        .route("/rewind", post(control::rewind))
        .route("/agents/stop", post(control::stop_agents))
        .route("/tasks/{task}/stop", post(control::stop_task))
        .route("/tasks/{task}/background", post(control::background_task))
        .route("/files", get(files::list))
        .route("/files/content", get(files::content))
        .route("/files/suggest", get(files::suggest))
        .route("/resources", get(resources::seen))
        .route("/diff", get(files::diff))
        .route("/wire", get(wire::page))
        .route("/events", get(events::events))
        .route("/export", get(export::export))
}
