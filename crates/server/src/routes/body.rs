//! Request bodies and the answers of commands.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;

/// A JSON body.
///
/// A body can take minutes to arrive, so the device is checked again after that: it may have been revoked.
pub(crate) struct Payload<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Payload<T> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let caller = Caller::of(&request);
        let body = <Json<T> as FromRequest<App>>::from_request(request, app).await;
        still_admitted(caller, app).map_err(IntoResponse::into_response)?;
        body.map(|Json(value)| Self(value))
            .map_err(IntoResponse::into_response)
    }
}

impl<T: DeserializeOwned> OptionalFromRequest<App> for Payload<T> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Option<Self>, Response> {
        let caller = Caller::of(&request);
        let body = <Json<T> as OptionalFromRequest<App>>::from_request(request, app).await;
        still_admitted(caller, app).map_err(IntoResponse::into_response)?;
        body.map(|body| body.map(|Json(value)| Self(value)))
            .map_err(IntoResponse::into_response)
    }
}

/// A body of bytes that are not JSON and not empty; the table names their media type. The device is checked again as above.
pub(crate) struct RawBody(pub(crate) Bytes);

impl FromRequest<App> for RawBody {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let caller = Caller::of(&request);
        let bytes = Bytes::from_request(request, app).await;
        still_admitted(caller, app).map_err(IntoResponse::into_response)?;
        match bytes {
            Ok(bytes) if bytes.is_empty() => {
                Err(Problem::invalid("The body of the request is empty.").into_response())
            }
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) => Err(rejection.into_response()),
        }
    }
}

fn still_admitted(caller: Option<Caller>, app: &App) -> Result<(), Problem> {
    let Some(caller) = caller else {
        // The operation needs no login.
        return Ok(());
    };
    app.auth.check_device(&caller.device.id)
}

/// The answer of a command that made something.
pub(crate) struct Created<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}
