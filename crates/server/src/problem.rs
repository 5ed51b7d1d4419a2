//! What a client is told when something cannot be done.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pilothouse_view::api::host;

/// An error for the client: a word for programs, a sentence for people, and what to do.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    code: &'static str,
    title: String,
    detail: Option<String>,
    retry_after: Option<u64>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, title: impl Into<String>) -> Self {
        Self {
            status,
            code,
            title: title.into(),
            detail: None,
            retry_after: None,
        }
    }

    /// Says what to do about it.
    #[must_use]
    pub(crate) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "notFound",
            format!("There is no such {what}."),
        )
    }

    pub(crate) fn invalid(title: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid", title)
    }

    pub(crate) fn conflict(code: &'static str, title: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, title)
    }

    pub(crate) fn not_signed_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "notSignedIn", "This device is not signed in.")
            .detail("Open the link that `pilothouse serve` printed, or pair this device from one that is signed in.")
    }

    pub(crate) fn forbidden(title: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", title)
    }

    pub(crate) fn too_many(seconds: u64) -> Self {
        let mut problem = Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "tooMany",
            "There were too many wrong attempts.",
        )
        .detail(format!("Try again in {seconds} seconds."));
        problem.retry_after = Some(seconds);
        problem
    }

    /// Logs the cause and tells the client only that it was the host's fault.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "The host failed to do that.",
        )
        .detail("The host's log has the cause.")
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.title)?;
        self.detail
            .as_ref()
            .map_or(Ok(()), |detail| write!(f, " {detail}"))
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Self {
        Self::internal(format_args!("the store failed: {error}"))
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::internal(error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = host::Problem {
            code: self.code.to_owned(),
            title: self.title,
            detail: self.detail,
            status: self.status.as_u16(),
        };
        let text = serde_json::to_string(&body).unwrap_or_default();
        let mut response = (self.status, text).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
