//! Refusals that are not problems yet: the library that takes requests apart answers in plain text.

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{MEDIA_TYPE, Problem};

/// The longest text that is looked at.
const TEXT: usize = 16 * 1024;

/// Makes a problem of every refusal that is none, so that programs read one kind of error.
pub(crate) async fn make_problems(request: Request, next: Next) -> Response {
    let is_page = !request.uri().path().starts_with("/api");
    let response = next.run(request).await;
    let status = match response.status() {
        // JSON of another shape does not fit the API description, as a text that is no JSON does not.
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        status => status,
    };
    let refused = status.is_client_error() || status.is_server_error();
    if is_page || !refused || is_problem(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // A text that is too long, or cannot be had, is not missed: the title says what happened.
    let text = to_bytes(body, TEXT).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let problem = from_plain(status, &parts.headers, text.trim()).into_response();
    parts.status = status;
    parts.headers.remove(header::CONTENT_LENGTH);
    let named = HeaderValue::from_static(MEDIA_TYPE);
    parts.headers.insert(header::CONTENT_TYPE, named);
    Response::from_parts(parts, problem.into_body())
}

fn is_problem(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE) == Some(&HeaderValue::from_static(MEDIA_TYPE))
}

fn from_plain(status: StatusCode, headers: &HeaderMap, text: &str) -> Problem {
    let (code, title, detail) = match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            let allowed = headers
                .get(header::ALLOW)
                .and_then(|value| value.to_str().ok());
            let detail = allowed.map(|allowed| format!("It takes {}.", allowed.replace(',', ", ")));
            (
                "wrongMethod",
                "This address does not take that method.",
                detail,
            )
        }
        StatusCode::RANGE_NOT_SATISFIABLE => ("noSuchPart", "The file has no such part.", None),
        StatusCode::PAYLOAD_TOO_LARGE => {
            ("tooLarge", "The body of the request is too large.", None)
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => (
            "notJson",
            "The body of the request must be JSON.",
            Some("Send it with the header content-type: application/json.".to_owned()),
        ),
        _ => (
            "invalid",
            "The request could not be understood.",
            Some(sentence(text)),
        ),
    };
    let problem = Problem::new(status, code, title);
    match detail.filter(|detail| !detail.is_empty()) {
        Some(detail) => problem.detail(detail),
        None => problem,
    }
}

/// A text with a full stop at its end, unless there is none to end.
fn sentence(text: &str) -> String {
    let stop = if text.is_empty() || text.ends_with('.') {
        ""
    } else {
        "."
    };
    format!("{text}{stop}")
}
