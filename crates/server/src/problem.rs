//! What a client is told when something cannot be done.

mod plain;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pilothouse_api::host;
use pilothouse_api::project::TrustReport;
use pilothouse_log::LockError;

pub(crate) use plain::make_problems;

/// How a problem is named on the wire.
const MEDIA_TYPE: &str = "application/problem+json";

/// The code of a start that waits for a decision about the project's settings.
pub(crate) const TRUST_REQUIRED: &str = "trustRequired";

/// An error for the client: a word for programs, a sentence for people, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    status: StatusCode,
    code: &'static str,
    title: String,
    detail: Option<String>,
    retry_after: Option<u64>,
    trust: Option<Box<TrustReport>>,
    is_transient: bool,
}

/// Marks a response as one that the same request may not get again.
#[derive(Clone, Copy)]
pub(crate) struct Transient;

/// What to do about a data directory that cannot be written.
const READ_ONLY: &str =
    "Its data directory is on a disk that cannot be written: mount it for writing.";

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, title: impl Into<String>) -> Self {
        Self {
            status,
            code,
            title: title.into(),
            detail: None,
            retry_after: None,
            trust: None,
            is_transient: false,
        }
    }

    /// Says what to do about it.
    #[must_use]
    pub(crate) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds the items that a person must decide about.
    #[must_use]
    pub(crate) fn trust(mut self, report: TrustReport) -> Self {
        self.trust = Some(Box::new(report));
        self
    }

    /// Marks a refusal that the same request may not meet again: it is not stored under an idempotency key.
    #[must_use]
    pub(crate) fn transient(mut self) -> Self {
        self.is_transient = true;
        self
    }

    pub(crate) fn is_transient(&self) -> bool {
        self.is_transient
    }

    /// Whether a person must decide about a project's settings first.
    pub(crate) fn is_trust_question(&self) -> bool {
        self.code == TRUST_REQUIRED
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "notFound",
            format!("There is no such {what}."),
        )
    }

    /// The request does not fit the API description.
    pub(crate) fn invalid(title: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid", title)
    }

    /// The request fits the API description and cannot be carried out as it is.
    pub(crate) fn refused(title: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", title)
    }

    pub(crate) fn conflict(code: &'static str, title: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, title)
    }

    pub(crate) fn not_signed_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "notSignedIn", "This device is not signed in.")
            .detail("Run `pilothouse link` for a sign-in link, or pair this device from one that is signed in.")
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

    pub(crate) fn disk_full() -> Self {
        Self::new(
            StatusCode::INSUFFICIENT_STORAGE,
            "diskFull",
            "The disk is full.",
        )
        .detail("Make room on it; sessions go on by themselves then.")
    }

    /// Another program has the index for longer than the host waits.
    fn index_busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "indexBusy",
            "Another program holds the host's index.",
        )
        .detail(
            "End the program that has `index.sqlite` in the data directory open, and try again.",
        )
    }

    /// The index is being replaced.
    fn index_damaged() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "indexDamaged",
            "The server's index is damaged and is being rebuilt from the logs.",
        )
        .detail("Sessions keep running. Try again in a few seconds.")
    }

    /// The log of a session cannot be read by this version.
    fn later_format() -> Self {
        Self::conflict(
            "laterFormat",
            "This session was written by a later version of Pilothouse.",
        )
        .detail("Install that version again to open it. The log was not changed.")
        .transient()
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
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase, ReadOnly,
        };
        let code = error.sqlite_error_code();
        match code {
            Some(DiskFull) => return Self::disk_full(),
            Some(DatabaseBusy | DatabaseLocked) => return Self::index_busy(),
            Some(DatabaseCorrupt | NotADatabase) => return Self::index_damaged(),
            _ => {}
        }
        let problem = Self::internal(format_args!("the store failed: {error}"));
        match code {
            Some(ReadOnly) => problem.detail(READ_ONLY),
            _ => problem,
        }
    }
}

/// Whether an error says that a log was written by a later version.
fn is_later_format(error: &std::io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(LockError::UnknownFormat(_)))
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        match error.kind() {
            StorageFull | QuotaExceeded => Self::disk_full(),
            ReadOnlyFilesystem => Self::internal(error).detail(READ_ONLY),
            _ if is_later_format(&error) => Self::later_format(),
            _ => Self::internal(error),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = host::Problem {
            code: self.code.to_owned(),
            title: self.title,
            detail: self.detail,
            status: self.status.as_u16(),
            trust: self.trust,
        };
        let text = serde_json::to_string(&body).unwrap_or_default();
        let mut response = (self.status, text).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.is_transient {
            response.extensions_mut().insert(Transient);
        }
        response
    }
}
