//! How long a request may take. A client that sends its body a byte at a time is disconnected.

use std::time::Duration;

use axum::http::StatusCode;

use crate::problem::Problem;

/// How long a request may take.
pub(crate) const REQUEST: Duration = Duration::from_secs(120);
/// How long an upload or an import may take.
pub(crate) const UPLOAD: Duration = Duration::from_secs(15 * 60);

pub(crate) fn too_slow() -> Problem {
    Problem::new(
        StatusCode::REQUEST_TIMEOUT,
        "tooSlow",
        "The request took too long.",
    )
    .detail("Send it again; with the same Idempotency-Key nothing is done twice.")
}
