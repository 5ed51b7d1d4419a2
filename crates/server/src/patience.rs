//! No request may take for ever: a client that sends its body a byte at a time is not waited for.

use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;

use crate::problem::Problem;

/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(120);
/// How long an upload or an import may take.
const UPLOAD: Duration = Duration::from_secs(15 * 60);

pub(crate) async fn patience(request: Request, next: Next) -> Result<Response, Problem> {
    let path = request.uri().path();
    let long = path.ends_with("/uploads") || path.ends_with("/import");
    let limit = if long { UPLOAD } else { REQUEST };
    tokio::time::timeout(limit, next.run(request))
        .await
        .map_err(|_| {
            Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "tooSlow",
                "The request took too long.",
            )
            .detail("Send it again; with the same Idempotency-Key nothing is done twice.")
        })
}
