//! The HTTP server: connections, routes, and streams with scripted timing.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};

use super::body::{Cut, ReplyBody};
use super::conversation::position;
use super::reply::{Message, Step, error_body, new_id};
use super::{Attempts, Shared, title};
use crate::script::{self, Block, ErrorReply};

type Answer = Response<ReplyBody>;

/// The models in the list for clients.
const MODELS: [&str; 3] = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"];

pub(super) async fn accept(
    listener: TcpListener,
    shared: Arc<Shared>,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.wait_for(|stopped| *stopped) => return,
        };
        // A connection that fails while it is accepted concerns only its client.
        if let Ok((stream, _)) = accepted {
            tokio::spawn(connection(stream, Arc::clone(&shared), stopped.clone()));
        }
    }
}

async fn connection(stream: TcpStream, shared: Arc<Shared>, mut stopped: watch::Receiver<bool>) {
    stream.set_nodelay(true).ok();
    let service = service_fn(move |request| answer(request, Arc::clone(&shared)));
    let serving =
        hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
    // Scripted cuts end here as errors.
    tokio::select! {
        _ = serving => {}
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
}

async fn answer(request: Request<Incoming>, shared: Arc<Shared>) -> Result<Answer, Cut> {
    let (head, body) = request.into_parts();
    let bytes = match body.collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(_) => Bytes::new(),
    };
    let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let answer = route(&head.method, head.uri.path(), &body, &shared.attempts);
    let status = answer.as_ref().map_or(0, |answer| answer.status().as_u16());
    shared
        .log
        .add(head.method.as_str(), head.uri.path(), status, body);
    answer
}

fn route(method: &Method, path: &str, body: &Value, attempts: &Attempts) -> Result<Answer, Cut> {
    if (method, path) == (&Method::POST, "/v1/messages") {
        return messages(body, attempts);
    }
    Ok(match (method, path) {
        (&Method::POST, "/v1/messages/count_tokens") => {
            let tokens = body.to_string().len() / 4;
            whole(StatusCode::OK, &json!({"input_tokens": tokens}))
        }
        (&Method::GET, "/v1/models") => whole(StatusCode::OK, &models()),
        (&Method::HEAD | &Method::GET, "/") | (&Method::POST, _) => {
            whole(StatusCode::OK, &json!({}))
        }
        _ => error(StatusCode::NOT_FOUND, "not_found_error", "not found"),
    })
}

fn models() -> Value {
    let data: Vec<Value> = MODELS
        .iter()
        .map(|id| json!({"type": "model", "id": id, "display_name": id, "created_at": "2026-01-01T00:00:00Z"}))
        .collect();
    json!({"data": data, "has_more": false, "first_id": MODELS[0], "last_id": MODELS[MODELS.len() - 1]})
}

fn messages(body: &Value, attempts: &Attempts) -> Result<Answer, Cut> {
    let position = position(&body["messages"]);
    let text = title::script(body, &position.text).unwrap_or(position.text);
    let mut reply = match script::reply(&text, position.replies) {
        Ok(reply) => reply,
        Err(fault) => {
            return Ok(error(
                StatusCode::BAD_REQUEST,
                "invalid_request_error",
                &fault.to_string(),
            ));
        }
    };
    forget_spent_failures(&mut reply, &body["messages"], attempts);
    if matches!(reply.first(), Some(Block::Cut { .. })) {
        return Err(Cut);
    }
    Ok(match reply.iter().find(|block| decides_alone(block)) {
        Some(Block::HttpError(failure)) => http_error(failure),
        Some(Block::Body { text, content_type }) => other_body(text, content_type.as_deref()),
        _ => said(reply, body),
    })
}

/// Removes the blocks whose number of failures for this request is used up.
fn forget_spent_failures(reply: &mut Vec<Block>, messages: &Value, attempts: &Attempts) {
    let mut index = 0;
    reply.retain(|block| {
        index += 1;
        match block {
            Block::HttpError(failure) | Block::SseError(failure) => {
                attempts.fails(messages, index, failure.times)
            }
            Block::Cut { times } => attempts.fails(messages, index, *times),
            _ => true,
        }
    });
}

fn decides_alone(block: &Block) -> bool {
    matches!(block, Block::HttpError(_) | Block::Body { .. })
}

fn said(reply: Vec<Block>, body: &Value) -> Answer {
    let model = body["model"].as_str().unwrap_or(MODELS[0]);
    let message = Message::new(&reply, model);
    let mut answer = if body["stream"] == true {
        stream(message.steps(&reply))
    } else {
        whole(StatusCode::OK, &message.whole(&reply))
    };
    for block in &reply {
        if let Block::Headers { headers } = block {
            add_headers(&mut answer, headers);
        }
    }
    answer
}

fn stream(steps: Vec<Step>) -> Answer {
    let (sender, receiver) = mpsc::channel(64);
    tokio::spawn(play(steps, sender));
    with_type(
        StatusCode::OK,
        "text/event-stream; charset=utf-8",
        ReplyBody::Stream(receiver),
    )
}

/// Writes the steps until the end of the script or of the connection.
async fn play(steps: Vec<Step>, sender: mpsc::Sender<Result<Bytes, Cut>>) {
    for step in steps {
        let sent = match step {
            Step::Wait(time) => {
                tokio::select! {
                    () = tokio::time::sleep(time) => Ok(()),
                    () = sender.closed() => return,
                }
            }
            Step::Event(event) => sender.send(Ok(event_bytes(&event))).await,
            Step::Cut => sender.send(Err(Cut)).await,
        };
        if sent.is_err() {
            return;
        }
    }
}

fn event_bytes(event: &Value) -> Bytes {
    let name = event["type"].as_str().unwrap_or_default();
    Bytes::from(format!("event: {name}\ndata: {event}\n\n"))
}

fn http_error(failure: &ErrorReply) -> Answer {
    let status = StatusCode::from_u16(failure.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = error(status, &failure.etype, &failure.message);
    if let Some(after) = failure.retry_after {
        let seconds = after.duration().as_secs_f64();
        add_header(&mut answer, "retry-after", &seconds.to_string());
    }
    add_headers(&mut answer, &failure.headers);
    answer
}

fn other_body(text: &str, content_type: Option<&str>) -> Answer {
    with_type(
        StatusCode::OK,
        content_type.unwrap_or("text/event-stream"),
        ReplyBody::whole(text.to_owned()),
    )
}

fn error(status: StatusCode, etype: &str, message: &str) -> Answer {
    whole(status, &error_body(etype, message))
}

fn whole(status: StatusCode, body: &Value) -> Answer {
    with_type(
        status,
        "application/json",
        ReplyBody::whole(body.to_string()),
    )
}

fn with_type(status: StatusCode, content_type: &str, body: ReplyBody) -> Answer {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    if let Ok(value) = HeaderValue::from_str(content_type) {
        answer.headers_mut().insert(CONTENT_TYPE, value);
    }
    add_header(&mut answer, "request-id", &new_id("req"));
    answer
}

fn add_headers(answer: &mut Answer, headers: &Map<String, Value>) {
    for (name, value) in headers {
        match value {
            Value::String(text) => add_header(answer, name, text),
            other => add_header(answer, name, &other.to_string()),
        }
    }
}

fn add_header(answer: &mut Answer, name: &str, value: &str) {
    let parsed = (
        HeaderName::from_bytes(name.as_bytes()),
        HeaderValue::from_str(value),
    );
    if let (Ok(name), Ok(value)) = parsed {
        answer.headers_mut().insert(name, value);
    }
}
