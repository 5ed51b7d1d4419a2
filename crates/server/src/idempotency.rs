//! A command that is sent twice is carried out once: `Idempotency-Key`.
//!
//! The same key with the same request gives the same answer, also after the server was restarted, for a day.
//! A command that has a key is carried out to its end, even when its sender does not wait for the answer.
//! The same key with another request is refused. Answers that hold a secret are not kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::{Problem, Transient};
use crate::routes::Operation;
use crate::store::{KeptAnswer, Store};

const HEADER: &str = "idempotency-key";
/// Says that an answer was given before.
const REPLAYED: &str = "idempotency-replayed";
/// The longest key.
const KEY_BYTES: usize = 200;
/// The longest answer that is kept.
const ANSWER_BYTES: usize = 1 << 20;

/// The commands that are being carried out now, by device and key.
#[derive(Default)]
pub(crate) struct UnderWay(Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>);

impl UnderWay {
    fn lock(&self, name: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        map.retain(|_, lock| Arc::strong_count(lock) > 1);
        Arc::clone(map.entry(name.to_owned()).or_default())
    }
}

/// Calls the handler, or returns its stored answer to the same key.
pub(crate) async fn once(
    app: App,
    operation: &Operation,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let key = match operation.takes_key {
        true => key(&request)?,
        false => None,
    };
    let (Some(key), Some(caller)) = (key, Caller::of(&request)) else {
        return Ok(next.run(request).await);
    };
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, operation.body_bytes).await;
    let body = body.map_err(|_| too_large())?;
    let fingerprint = fingerprint(&parts.method, &parts.uri.to_string(), &body);
    let name = format!("{}/{key}", caller.device.id);
    let mut request = Request::from_parts(parts, Body::from(body));
    let caller = caller.with_command(command_id(&name, &fingerprint));
    request.extensions_mut().insert(caller);
    // Whoever hangs up in the middle will ask again: what was begun is carried out all the same, and its answer kept.
    let carried_out = tokio::spawn(async move {
        let _turn = app.under_way.lock(&name).lock_owned().await;
        let query = name.clone();
        let kept = app.store.run(move |store| store.kept_answer(&query));
        if let Some(kept) = kept.await? {
            return replay(kept, &fingerprint);
        }
        let answer = next.run(request).await;
        keep(&app.store, name, fingerprint, answer).await
    });
    carried_out.await.map_err(Problem::internal)?
}

/// A key as a regular expression: visible ASCII characters, with blanks only between them.
pub(crate) fn key_pattern() -> String {
    let most = KEY_BYTES - 2;
    format!("^[!-~]([ -~]{{0,{most}}}[!-~])?$")
}

/// The key of a command.
fn key(request: &Request) -> Result<Option<String>, Problem> {
    let Some(value) = request.headers().get(HEADER) else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default().trim();
    let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if text.is_empty() || text.len() > KEY_BYTES || !is_plain {
        return Err(Problem::invalid(format!(
            "An Idempotency-Key has 1 to {KEY_BYTES} plain characters."
        )));
    }
    Ok(Some(text.to_owned()))
}

fn fingerprint(method: &Method, uri: &str, body: &Bytes) -> Vec<u8> {
    let mut hash = Sha256::new();
    for part in [method.as_str().as_bytes(), uri.as_bytes(), body] {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize().to_vec()
}

/// The ID that every attempt of a command has. What the command makes is named after it in the log, so an attempt after
/// a crash finds what the one before it did, also when no answer was stored.
fn command_id(name: &str, fingerprint: &[u8]) -> Uuid {
    let mut hash = Sha256::new();
    hash.update(fingerprint);
    hash.update(name);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    uuid::Builder::from_random_bytes(bytes).into_uuid()
}

fn replay(kept: KeptAnswer, fingerprint: &[u8]) -> Result<Response, Problem> {
    if kept.fingerprint != fingerprint {
        return Err(Problem::conflict(
            "keyReused",
            "This Idempotency-Key was used for another request.",
        )
        .detail("Make a new key for each command."));
    }
    let status = StatusCode::from_u16(kept.status).map_err(Problem::internal)?;
    let mut response = (status, kept.body).into_response();
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_TYPE);
    if let Ok(value) = HeaderValue::from_str(&kept.media_type)
        && !kept.media_type.is_empty()
    {
        headers.insert(header::CONTENT_TYPE, value);
    }
    headers.insert(REPLAYED, HeaderValue::from_static("true"));
    Ok(response)
}

/// Keeps an answer that would be the same again. A failure of the host may go better the next time.
async fn keep(
    store: &Arc<Store>,
    name: String,
    fingerprint: Vec<u8>,
    answer: Response,
) -> Result<Response, Problem> {
    let status = answer.status();
    let passing = status.is_server_error()
        || answer.extensions().get::<Transient>().is_some()
        || matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::UNAUTHORIZED | StatusCode::REQUEST_TIMEOUT
        );
    if passing {
        return Ok(answer);
    }
    let (parts, body) = answer.into_parts();
    let body = to_bytes(body, usize::MAX)
        .await
        .map_err(Problem::internal)?;
    if body.len() <= ANSWER_BYTES {
        let media_type = parts.headers.get(header::CONTENT_TYPE);
        let kept = KeptAnswer {
            fingerprint,
            status: status.as_u16(),
            media_type: media_type
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
                .to_owned(),
            body: body.to_vec(),
        };
        let keep = move |store: &Store| store.keep_answer(&name, &kept);
        if let Err(error) = store.run(keep).await {
            // What was done is done, and whoever asked for it must know.
            tracing::warn!(%error, "an answer could not be kept; its key means nothing");
        }
    }
    Ok(Response::from_parts(parts, Body::from(body)))
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "tooLarge",
        "The body of the request is too large.",
    )
}
