//! What each failure is called and how it reads.

use std::time::Duration;

use crate::script::ErrorReply;

/// A request that failed.
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

    /// An error inside a stream.
    pub(super) fn in_stream(error: &ErrorReply) -> Self {
        Self {
            in_stream: true,
            ..Self::from_error(error)
        }
    }

    pub(super) fn is_in_stream(&self) -> bool {
        self.in_stream
    }

    /// An answer that is none.
    pub(super) fn nonsense(body: &str) -> Self {
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

    /// The CLI knows no key.
    pub(in crate::cli) fn signed_out() -> Self {
        Self {
            message: "Not logged in · Please run /login".to_owned(),
            no_retry: true,
            ..Self::connection()
        }
    }

    /// Whether the message is the whole text, and nothing of the server's is known.
    fn is_own_words(&self) -> bool {
        self.status.is_none() && self.no_retry
    }

    /// What frames say about the failure beside its text.
    pub(super) fn fields(&self) -> serde_json::Value {
        let mut fields = serde_json::json!({ "api_error_status": self.status });
        if let Some(etype) = &self.etype {
            fields["api_error_type"] = etype.clone().into();
        }
        if self.status.is_none() && !self.is_own_words() {
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

    /// The word of `api_retry.error`.
    pub(super) fn retry_word(&self) -> &'static str {
        match self.status {
            Some(401) => "authentication_failed",
            Some(429) => "rate_limit",
            Some(529) => "overloaded",
            Some(500..) => "server_error",
            _ => "unknown",
        }
    }

    /// The word of the assistant line's `error`.
    pub(super) fn assistant_word(&self, is_old: bool) -> &'static str {
        match self.status {
            Some(404) if is_old => "invalid_request",
            Some(429 | 500..) if is_old => "unknown",
            None if is_old && !self.is_own_words() => "unknown",
            None if self.message.starts_with("Not logged in") => "authentication_failed",
            None if self.is_own_words() => "unknown",
            Some(400) if self.message.contains("credit balance") => "billing_error",
            Some(400) if self.is_prompt_too_long() => "invalid_request",
            Some(401 | 403) => "authentication_failed",
            Some(404) => "model_not_found",
            Some(413) => "invalid_request",
            Some(429) => "rate_limit",
            Some(500..) | None => "server_error",
            _ => "unknown",
        }
    }

    pub(super) fn terminal_reason(&self) -> &'static str {
        match self.status {
            Some(413) => "image_error",
            Some(400) if self.is_prompt_too_long() => "prompt_too_long",
            _ => "api_error",
        }
    }

    pub(super) fn text(&self, is_old: bool, model: &str, check: &str) -> String {
        let message = &self.message;
        if self.is_own_words() {
            return message.clone();
        }
        if let Some(text) = self.common_text() {
            return text.to_owned();
        }
        if is_old {
            return self.old_text(model);
        }
        match self.status {
            Some(403) => format!("Failed to authenticate. API Error: 403 {message}"),
            Some(404) => format!(
                "There's an issue with the selected model ({model}). It may not exist or you may not \
                 have access to it. Run --model to pick a different model."
            ),
            Some(413) => {
                "Request too large (max 32MB). Accumulated images and attachments in the conversation \
                 pushed the request over the limit. Remove older images or compact the conversation."
                    .to_owned()
            }
            Some(429) => format!("API Error: Request rejected (429) · {message}"),
            Some(status @ 500..) => format!(
                "API Error: {status} {}. This is a server-side issue, usually temporary — try again in a \
                 moment. If it persists, check {check}.",
                message.trim_end_matches('.')
            ),
            Some(status) => format!("API Error: {status} {message}"),
            None => "API Error: Connection dropped (ECONNRESET). Check the gateway set in \
                 ANTHROPIC_BASE_URL, then try again."
                .to_owned(),
        }
    }

    /// What all versions say in the same words.
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

    fn old_text(&self, model: &str) -> String {
        let body = serde_json::json!({
            "type": "error",
            "error": { "type": self.etype.as_deref().unwrap_or("api_error"), "message": self.message },
        });
        match self.status {
            Some(403) => format!("Failed to authenticate. API Error: 403 {body}"),
            Some(404) => format!(
                "There's an issue with the selected model ({model}). It may not exist or you may not \
                 have access to it. Use --model to pick a different model."
            ),
            Some(413) => "Request too large (max 20MB). Try with a smaller file.".to_owned(),
            Some(status) => format!("API Error: {status} {body}"),
            None => "API Error: Connection error.".to_owned(),
        }
    }
}
