//! JSON-RPC 2.0, as MCP uses it.

use crate::raw::RawJson;
use crate::wire::wire_struct;

/// JSON-RPC error codes.
pub mod error_code {
    /// The text was not JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// The JSON was not a request.
    pub const INVALID_REQUEST: i64 = -32600;
    /// There is no such method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters are invalid.
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
        /// The ID of the request: a number or a string. A notification has none.
        id: Option<RawJson>,
        /// The method; absent in a response.
        method: Option<String>,
        params: Option<RawJson>,
        result: Option<RawJson>,
        error: Option<JsonRpcError>,
    }

    /// A JSON-RPC error.
    #[derive(Default)]
    pub struct JsonRpcError {
        /// The error code; see [`error_code`].
        code: i64,
        message: String,
        data: Option<RawJson>,
    }
}

/// The kind of a JSON-RPC message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonRpcKind {
    /// Expects a response.
    Request,
    /// Expects no response.
    Notification,
    /// Answers a request.
    Response,
}

impl JsonRpc {
    /// Returns the kind of the message.
    pub fn kind(&self) -> JsonRpcKind {
        match (&self.method, &self.id) {
            (Some(_), Some(_)) => JsonRpcKind::Request,
            (Some(_), None) => JsonRpcKind::Notification,
            (None, _) => JsonRpcKind::Response,
        }
    }

    /// Creates a request.
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

    /// Creates a notification.
    pub fn notification(method: impl Into<String>, params: Option<RawJson>) -> Self {
        Self {
            method: Some(method.into()),
            params,
            ..Self::version_two()
        }
    }

    /// Creates a successful response.
    pub fn success(id: RawJson, result: RawJson) -> Self {
        Self {
            id: Some(id),
            result: Some(result),
            ..Self::version_two()
        }
    }

    /// Creates an error response.
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

    /// Creates the acknowledgement of a notification: the CLI waits for one, and gives up the server after a minute.
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
