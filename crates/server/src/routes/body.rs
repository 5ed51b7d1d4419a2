//! Request bodies and the answers of commands.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pilothouse_api::bounds::{Bounded, Invalid};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;

/// A JSON body within the bounds of its type.
///
/// A body can take minutes to arrive, so the device is checked again after that: it may have been revoked.
pub(crate) struct Payload<T>(pub(crate) T);

impl<T: DeserializeOwned + Bounded + Send> FromRequest<App> for Payload<T> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let caller = Caller::of(&request);
        let body = <Json<Object<T>> as FromRequest<App>>::from_request(request, app).await;
        still_admitted(caller, app)
            .await
            .map_err(IntoResponse::into_response)?;
        let Json(Object(value)) = body.map_err(IntoResponse::into_response)?;
        Self::checked(value).map_err(IntoResponse::into_response)
    }
}

impl<T: DeserializeOwned + Bounded + Send> OptionalFromRequest<App> for Payload<T> {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Option<Self>, Response> {
        let caller = Caller::of(&request);
        let body = <Json<Object<T>> as OptionalFromRequest<App>>::from_request(request, app).await;
        still_admitted(caller, app)
            .await
            .map_err(IntoResponse::into_response)?;
        let body = body.map_err(IntoResponse::into_response)?;
        let body = body.map(|Json(Object(value))| Self::checked(value));
        body.transpose().map_err(IntoResponse::into_response)
    }
}

impl<T: Bounded> Payload<T> {
    fn checked(value: T) -> Result<Self, Problem> {
        let checked = value.validate();
        checked.map_err(|Invalid { field, reason }| {
            Problem::invalid(format!("Invalid value for {field}: {reason}."))
        })?;
        Ok(Self(value))
    }
}

/// A value that is read from an object alone: a struct would also be read from the list of its members.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members(PhantomData))
    }
}

struct Members<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(Object)
    }
}

/// A body of bytes that are not JSON and not empty; the table names their media type. The device is checked again as above.
pub(crate) struct RawBody(pub(crate) Bytes);

impl FromRequest<App> for RawBody {
    type Rejection = Response;

    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let caller = Caller::of(&request);
        let bytes = Bytes::from_request(request, app).await;
        still_admitted(caller, app)
            .await
            .map_err(IntoResponse::into_response)?;
        match bytes {
            Ok(bytes) if bytes.is_empty() => {
                Err(Problem::invalid("The body of the request is empty.").into_response())
            }
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) => Err(rejection.into_response()),
        }
    }
}

async fn still_admitted(caller: Option<Caller>, app: &App) -> Result<(), Problem> {
    let Some(caller) = caller else {
        // The operation needs no login.
        return Ok(());
    };
    app.auth.check_device(&caller.device.id).await
}

/// The answer of a command that made something.
pub(crate) struct Created<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use pilothouse_api::session::Interrupt;

    use super::*;

    #[test]
    fn a_body_is_an_object_and_no_list() {
        let read = |text| serde_json::from_str::<Object<Interrupt>>(text).map(|body| body.0);
        assert_eq!(read("{}").unwrap(), Interrupt::default());
        assert!(read(r#"{"keepQueue": true}"#).unwrap().keep_queue);
        for wrong in ["[]", "[true, false]", "null", "7", r#"{"colour": "red"}"#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
