//! The codes and messages of failures.

use std::time::Duration;

use crate::cli::session::Sim;
use crate::script::ErrorReply;

/// A failed request.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Failure {
    pub(super) status: Option<u16>,
    pub(super) etype: Option<String>,
    pub(super) retry_after: Option<Duration>,
    message: String,
    no_retry: bool,
    in_stream: bool,
}

impl Failure {
    pub(super) fn from_error(error: &ErrorReply) -> Self {
        Self {
            status: Some(error.status),
            etype: Some(error.etype.clone()),
            retry_after: super::retry_after(error),
            message: error.message.clone(),
            no_retry: super::refuses_retry(error),
            in_stream: false,
        }
    }

    /// An error within a stream.
    pub(super) fn in_stream(error: &ErrorReply) -> Self {
        Self {
            in_stream: true,
            ..Self::from_error(error)
        }
    }

    pub(super) fn is_in_stream(&self) -> bool {
        self.in_stream
    }

    /// A response that is not from the API.
    pub(super) fn malformed_answer(body: &str) -> Self {
        let kind = if body.trim_start().starts_with('<') {
            "content-type html, body is an HTML page"
        } else {
            "body is not JSON"
        };
        Self {
            message: format!(
                "API Error: API returned an empty or malformed response (HTTP 200) — check for a proxy \
                 or gateway intercepting the request. Response: {kind}, {} bytes, request-id {}. This \
                 was the non-streaming retry of streaming request {}, which failed with: no_events, \
                 StreamNoEventsError; 0 stream events received.",
                body.len(),
                super::request_id(),
                super::request_id()
            ),
            no_retry: true,
            ..Self::connection()
        }
    }

    /// The CLI has no API key.
    pub(in crate::cli) fn signed_out() -> Self {
        Self {
            message: "Not logged in · Please run /login".to_owned(),
            no_retry: true,
            ..Self::connection()
        }
    }

    /// Returns whether the message is the whole text, without information from the server.
    fn is_local(&self) -> bool {
        self.status.is_none() && self.no_retry
    }

    /// The fields of frames about the failure, besides its text.
    pub(super) fn fields(&self) -> serde_json::Value {
        let mut fields = serde_json::json!({ "api_error_status": self.status });
        if let Some(etype) = &self.etype {
            fields["api_error_type"] = etype.clone().into();
        }
        if self.status.is_none() && !self.is_local() {
            fields["api_error"] = "connection_failed".into();
        }
        fields
    }

    pub(super) fn connection() -> Self {
        Self {
            status: None,
            etype: None,
            retry_after: None,
            message: "Connection error.".to_owned(),
            no_retry: false,
            in_stream: false,
        }
    }

    pub(super) fn is_retried(&self) -> bool {
        !self.no_retry && matches!(self.status, None | Some(401 | 408 | 409 | 429 | 500..))
    }

    pub(in crate::cli) fn is_prompt_too_long(&self) -> bool {
        self.status == Some(400) && self.message.contains("prompt is too long")
    }

    /// The value of `api_retry.error`.
    pub(super) fn retry_error(&self) -> &'static str {
        match self.status {
            Some(401) => "authentication_failed",
            Some(429) => "rate_limit",
            Some(529) => "overloaded",
            Some(500..) => "server_error",
            _ => "unknown",
        }
    }

    /// The `error` of the assistant frame.
    pub(super) fn error_code(&self, sim: &Sim) -> String {
        let code = match self.status {
            None if self.message.starts_with("Not logged in") => "authentication_failed",
            None if self.is_local() => "unknown",
            Some(400) if self.message.contains("credit balance") => "billing_error",
            Some(400) if self.is_prompt_too_long() => "invalid_request",
            Some(401 | 403) => "authentication_failed",
            Some(413) => "invalid_request",
            Some(404 | 429 | 500..) | None => {
                return sim.message(&format!("error_code_{}", self.kind()), &[]);
            }
            _ => "unknown",
        };
        code.to_owned()
    }

    /// The status as used in message names.
    fn kind(&self) -> String {
        match self.status {
            None => "connection".to_owned(),
            Some(500..) => "5xx".to_owned(),
            Some(status) => status.to_string(),
        }
    }

    pub(super) fn terminal_reason(&self) -> &'static str {
        match self.status {
            Some(413) => "image_error",
            Some(400) if self.is_prompt_too_long() => "prompt_too_long",
            _ => "api_error",
        }
    }

    /// The text of the assistant frame and of the result.
    pub(super) fn text(&self, sim: &Sim) -> String {
        let message = &self.message;
        if self.is_local() {
            return message.clone();
        }
        if let Some(text) = self.common_text() {
            return text.to_owned();
        }
        let name = match self.status {
            Some(403 | 404 | 413 | 429 | 500..) | None => format!("api_error_{}", self.kind()),
            Some(_) => "api_error".to_owned(),
        };
        let body = serde_json::json!({
            "type": "error",
            "error": { "type": self.etype.as_deref().unwrap_or("api_error"), "message": message },
        });
        sim.message(
            &name,
            &[
                ("status", &self.status.unwrap_or_default()),
                ("message", message),
                ("sentence", &message.trim_end_matches('.')),
                ("body", &body),
                ("model", &sim.model()),
                ("check", &sim.environment.support_contact()),
            ],
        )
    }

    /// Texts of all versions.
    fn common_text(&self) -> Option<&'static str> {
        match self.status {
            Some(400) if self.message.contains("credit balance") => {
                Some("Credit balance is too low")
            }
            Some(400) if self.is_prompt_too_long() => Some("Prompt is too long"),
            Some(401) => Some("Invalid API key · Fix external API key"),
            _ => None,
        }
    }
}
