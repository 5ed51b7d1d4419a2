//! The gate in front of the API.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use pilothouse_api::host::Scope;
use pilothouse_log::Who;
use uuid::Uuid;

use super::local::LocalPeer;
use crate::app::App;
use crate::problem::Problem;
use crate::store::DeviceRow;

/// The header in which a page sends its key.
pub(crate) const KEY_HEADER: &str = "x-pilothouse-key";
/// How the key stands among the subprotocols of a WebSocket, whose other headers a page cannot choose.
const KEY_PROTOCOL: &str = "pilothouse.key.";

/// The device that makes a request, authenticated before its handler is called.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) device: DeviceRow,
    /// The ID of the command, if it has an idempotency key.
    command: Option<Uuid>,
}

impl Caller {
    /// Authenticates a request by its connection, by its bearer token, or by the cookie and the key of a page.
    pub(crate) async fn authenticate(parts: &Parts, app: &App) -> Result<Self, Problem> {
        if let Some(peer) = parts.extensions.get::<LocalPeer>() {
            return Ok(Self::new(peer.device()));
        }
        let headers = &parts.headers;
        if let Some(token) = bearer(headers) {
            return app.auth.bearer(token).await.map(Self::new);
        }
        let cookie = cookie(headers, &app.cookie_name).ok_or_else(Problem::not_signed_in)?;
        let key = match headers
            .get(KEY_HEADER)
            .and_then(|value| value.to_str().ok())
        {
            Some(key) => key,
            None => {
                let key = socket_key(headers).ok_or_else(Problem::not_signed_in)?;
                app.origins.require_origin(headers)?;
                key
            }
        };
        let device = app.auth.page(cookie, key).await?;
        Ok(Self::new(device))
    }

    fn new(device: DeviceRow) -> Self {
        let command = None;
        Self { device, command }
    }

    /// The same caller with a command that has an idempotency key.
    pub(crate) fn with_command(self, id: Uuid) -> Self {
        let command = Some(id);
        Self { command, ..self }
    }

    /// The ID of the command: of every attempt with the same idempotency key, or a new one.
    pub(crate) fn command_id(&self) -> Uuid {
        self.command.unwrap_or_else(Uuid::new_v4)
    }

    /// The caller of a request that was authenticated.
    pub(crate) fn of(request: &Request) -> Option<Self> {
        request.extensions().get().cloned()
    }

    /// Who this is in a session's log.
    pub(crate) fn who(&self) -> Who {
        Who::device(&self.device.name, &self.device.id)
    }

    /// Refuses a device of a smaller scope.
    pub(crate) fn need(&self, scope: Scope) -> Result<(), Problem> {
        check_scope(self.device.scope, scope)
    }
}

/// Checks that a device of one scope may do what another is needed for.
pub(crate) fn check_scope(scope: Scope, needed: Scope) -> Result<(), Problem> {
    if scope >= needed {
        return Ok(());
    }
    Err(
        Problem::forbidden(format!("This device may only {}.", allowed(scope)))
            .detail("Ask someone with a device of scope admin to change that."),
    )
}

fn allowed(scope: Scope) -> &'static str {
    match scope {
        Scope::View => "look",
        Scope::Answer => "look, and answer with yes, no or a choice",
        Scope::Control => "look, answer and steer sessions",
        Scope::Admin => "do everything",
    }
}

/// Checks name and origin of every request, and adds the headers that every answer carries.
pub(crate) async fn gate(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    match request.extensions().get::<LocalPeer>() {
        // No browser comes this way: the name of the host means nothing.
        Some(peer) => peer.check()?,
        None => {
            if let Some(home) = check_names(&app, &request)? {
                return Ok(Redirect::temporary(&home).into_response());
            }
        }
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    Ok(response)
}

/// Checks name and origin of a request. Returns where a page is that was asked for by another name.
fn check_names(app: &App, request: &Request) -> Result<Option<String>, Problem> {
    let path = request.uri().path();
    let is_page = !path.starts_with("/api") && !matches!(path, "/healthz" | "/metrics");
    if is_page && let Some(home) = app.origins.home_of_page(request.uri(), request.headers()) {
        return Ok(Some(home));
    }
    if path != "/healthz" {
        app.origins.check_host(request.uri(), request.headers())?;
    }
    if path.starts_with("/api") {
        app.origins.check_origin(request.headers())?;
    }
    Ok(None)
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let caller = parts.extensions.get().cloned();
        caller.ok_or_else(Problem::not_signed_in)
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
        .map(str::trim)
}

fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(found, _)| *found == name)
        .map(|(_, value)| value)
}

fn socket_key(headers: &HeaderMap) -> Option<&str> {
    let protocols = headers.get(header::SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    protocols
        .split(',')
        .find_map(|protocol| protocol.trim().strip_prefix(KEY_PROTOCOL))
}
