//! Lines of control traffic.

use bytes::Bytes;
use pilothouse_protocol::RawJson;
use pilothouse_protocol::ids::RequestId;
use serde_json::json;

/// An answer to a request of the CLI.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// Success, with a payload.
    Success(RawJson),
    /// An error.
    Error {
        message: String,
        code: Option<&'static str>,
    },
}

impl Answer {
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Self::Error {
            message: message.into(),
            code: None,
        }
    }

    /// What a request of an unknown kind gets; both sides of the wire say it in these words.
    pub(crate) fn unsupported(subtype: &str) -> Self {
        let message = format!("Unsupported control request subtype: {subtype}");
        Self::Error {
            message,
            code: Some("unsupported_request"),
        }
    }

    pub(crate) fn line(&self, id: &RequestId) -> Bytes {
        let id = json!(id.as_str());
        let text = match self {
            Self::Success(payload) => format!(
                r#"{{"type":"control_response","response":{{"subtype":"success","request_id":{id},"response":{payload}}}}}"#
            ),
            Self::Error { message, code } => {
                let mut response = json!({"subtype": "error", "request_id": id, "error": message});
                if let Some(code) = code {
                    response["error_code"] = json!(code);
                }
                json!({"type": "control_response", "response": response}).to_string()
            }
        };
        Bytes::from(text)
    }
}

/// Makes the line of a request of ours. Its fields are an object without a subtype.
pub(crate) fn request_line(id: &RequestId, subtype: &str, fields: &RawJson) -> Bytes {
    let id = json!(id.as_str());
    let subtype = json!(subtype);
    let inner = fields
        .as_str()
        .trim()
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .unwrap_or_default()
        .trim();
    let comma = if inner.is_empty() { "" } else { "," };
    Bytes::from(format!(
        r#"{{"type":"control_request","request_id":{id},"request":{{"subtype":{subtype}{comma}{inner}}}}}"#
    ))
}
