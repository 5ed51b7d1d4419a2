//! JSON-RPC 2.0, as MCP uses it.

use crate::raw::RawJson;
use crate::wire::wire_struct;

/// Codes of JSON-RPC errors.
pub mod error_code {
    /// The text was not JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// The JSON was no request.
    pub const INVALID_REQUEST: i64 = -32600;
    /// There is no such method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters do not fit.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The server failed.
    pub const INTERNAL_ERROR: i64 = -32603;
}

wire_struct! {
    /// One JSON-RPC message: a request, a notification or a response.
    #[derive(Default)]
    pub struct JsonRpc {
        /// Always `2.0`.
        jsonrpc: Option<String>,
        /// Joins a response to its request: a number or a string. A notification has none.
        id: Option<RawJson>,
        /// What is asked for; absent in a response.
        method: Option<String>,
        params: Option<RawJson>,
        result: Option<RawJson>,
        error: Option<JsonRpcError>,
    }

    /// A failure.
    #[derive(Default)]
    pub struct JsonRpcError {
        /// What went wrong, as a number; see [`error_code`].
        code: i64,
        message: String,
        data: Option<RawJson>,
    }
}

/// What a JSON-RPC message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonRpcKind {
    /// Wants a response.
    Request,
    /// Wants none.
    Notification,
    /// Answers a request.
    Response,
}

impl JsonRpc {
    /// Tells what the message is.
    pub fn kind(&self) -> JsonRpcKind {
        match (&self.method, &self.id) {
            (Some(_), Some(_)) => JsonRpcKind::Request,
            (Some(_), None) => JsonRpcKind::Notification,
            (None, _) => JsonRpcKind::Response,
        }
    }

    /// Makes a request.
    pub fn request(
        id: impl Into<RawJson>,
        method: impl Into<String>,
        params: Option<RawJson>,
    ) -> Self {
        Self {
            id: Some(id.into()),
            method: Some(method.into()),
            params,
            ..Self::version_two()
        }
    }

    /// Makes a notification.
    pub fn notification(method: impl Into<String>, params: Option<RawJson>) -> Self {
        Self {
            method: Some(method.into()),
            params,
            ..Self::version_two()
        }
    }

    /// Makes the response of a request that went well.
    pub fn success(id: RawJson, result: RawJson) -> Self {
        Self {
            id: Some(id),
            result: Some(result),
            ..Self::version_two()
        }
    }

    /// Makes the response of a request that failed.
    pub fn failure(id: RawJson, code: i64, message: impl Into<String>) -> Self {
        let error = JsonRpcError {
            code,
            message: message.into(),
            ..JsonRpcError::default()
        };
        Self {
            id: Some(id),
            error: Some(error),
            ..Self::version_two()
        }
    }

    /// Makes what answers a notification: the CLI waits for an answer even there (a minute, and then gives the server up).
    pub fn acknowledgement() -> Self {
        Self::success(
            RawJson::from(serde_json::Value::from(0)),
            RawJson::empty_object(),
        )
    }

    fn version_two() -> Self {
        Self {
            jsonrpc: Some("2.0".into()),
            ..Self::default()
        }
    }
}
