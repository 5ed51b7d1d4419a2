//! Coming in and going out.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{AppendHeaders, NoContent};
use pilothouse_api::host::{LoggedIn, Login};

use super::body::Payload;
use crate::app::App;
use crate::auth::describe;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::problem::Problem;

/// A year, in seconds: a device stays signed in until it is revoked.
const COOKIE_AGE: u32 = 365 * 24 * 60 * 60;

pub(super) async fn login(
    State(app): State<App>,
    headers: HeaderMap,
    Payload(login): Payload<Login>,
) -> Result<(Cookie, Json<LoggedIn>), Problem> {
    let host = Arc::clone(&app);
    let accept = move || host.auth.accept(&login.token, login.device.as_deref());
    let admitted = blocking(accept).await?;
    let key = admitted
        .key
        .ok_or_else(|| Problem::internal("a page was admitted without a key"))?;
    let device = describe(&admitted.device, &admitted.device.id);
    let cookie = cookie(&app, &headers, &admitted.credential, COOKIE_AGE)?;
    Ok((cookie, Json(LoggedIn { key, device })))
}

/// Forgets the device that asks.
pub(super) async fn logout(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<(Cookie, NoContent), Problem> {
    let host = Arc::clone(&app);
    blocking(move || host.auth.revoke(&caller.device.id)).await?;
    Ok((cookie(&app, &headers, "", 0)?, NoContent))
}

/// The `Set-Cookie` header of an answer.
type Cookie = AppendHeaders<[(HeaderName, HeaderValue); 1]>;

/// Makes the cookie for the path and the scheme by which the page was reached: its origin tells.
fn cookie(app: &App, request: &HeaderMap, value: &str, age: u32) -> Result<Cookie, Problem> {
    let public = app.origins.is_public(request);
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
    Ok(AppendHeaders([(header::SET_COOKIE, value)]))
}
