//! Coming in and going out.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
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
    headers: HeaderMap,
    Json(login): Json<Login>,
) -> Result<Response, Problem> {
    let admitted = app.auth.accept(&login.token, login.device.as_deref())?;
    let key = admitted
        .key
        .ok_or_else(|| Problem::internal("a page was admitted without a key"))?;
    let device = describe(&admitted.device, &admitted.device.id);
    let mut response = Json(LoggedIn { key, device }).into_response();
    set_cookie(
        &app,
        &headers,
        &mut response,
        &admitted.credential,
        COOKIE_AGE,
    )?;
    Ok(response)
}

/// Forgets the device that asks.
pub(super) async fn logout(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    app.auth.revoke(&caller.0.id)?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&app, &headers, &mut response, "", 0)?;
    Ok(response)
}

/// Sets the cookie for the path and the scheme by which the page was reached: its origin tells.
fn set_cookie(
    app: &App,
    request: &HeaderMap,
    response: &mut Response,
    value: &str,
    age: u32,
) -> Result<(), Problem> {
    let public = app.names.is_public(request);
    let path = if public {
        app.prefix.cookie_path()
    } else {
        "/".to_owned()
    };
    let https = app
        .config
        .public_url
        .as_deref()
        .is_some_and(|url| url.starts_with("https://"));
    let secure = if app.config.tls.is_some() || (public && https) {
        "; Secure"
    } else {
        ""
    };
    let name = &app.cookie_name;
    let text =
        format!("{name}={value}; HttpOnly; SameSite=Strict; Path={path}; Max-Age={age}{secure}");
    let value = HeaderValue::from_str(&text).map_err(Problem::internal)?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(())
}
