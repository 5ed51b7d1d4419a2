//! Coming in and going out.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pilothouse_view::api::host::{LoggedIn, Login};

use crate::app::App;
use crate::auth::describe;
use crate::auth::guard::Caller;
use crate::problem::Problem;

/// A year, in seconds: a device stays signed in until it is revoked.
const COOKIE_AGE: u32 = 365 * 24 * 60 * 60;

pub(super) async fn login(
    State(app): State<App>,
    Json(login): Json<Login>,
) -> Result<Response, Problem> {
    let admitted = app.auth.accept(&login.token, login.device.as_deref())?;
    let key = admitted
        .key
        .ok_or_else(|| Problem::internal("a page was admitted without a key"))?;
    let device = describe(&admitted.device, &admitted.device.id);
    let mut response = Json(LoggedIn { key, device }).into_response();
    set_cookie(&app, &mut response, &admitted.credential, COOKIE_AGE)?;
    Ok(response)
}

/// Forgets the device that asks.
pub(super) async fn logout(State(app): State<App>, caller: Caller) -> Result<Response, Problem> {
    app.store.remove_device(&caller.0.id)?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&app, &mut response, "", 0)?;
    Ok(response)
}

fn set_cookie(app: &App, response: &mut Response, value: &str, age: u32) -> Result<(), Problem> {
    let secure = if app.config.tls.is_some() {
        "; Secure"
    } else {
        ""
    };
    let name = &app.cookie_name;
    let text = format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/; Max-Age={age}{secure}");
    let value = HeaderValue::from_str(&text).map_err(Problem::internal)?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(())
}
