//! Changes of the model: `system/model_*`.

use crate::ids::MessageUuid;
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::wire_string;

stamped_struct! {
    /// The model refused, and another one answers.
    pub struct ModelRefusalFallback {
        /// Always `refusal`.
        trigger: Option<String>,
        direction: Option<FallbackDirection>,
        scope: Option<FallbackScope>,
        original_model: Option<String>,
        fallback_model: Option<String>,
        request_id: Option<String>,
        api_refusal_category: Option<String>,
        api_refusal_explanation: Option<String>,
        retracted_message_uuids: Vec<MessageUuid>,
        refused_user_message_uuid: Option<MessageUuid>,
        content: Option<String>,
        /// One of the refusals was for security reasons.
        saw_cyber_refusal: Option<bool>,
        /// How to get verified for such work.
        api_refusal_cyber_verification: Option<RawJson>,
    }

    /// The model refused, and no other one answers.
    pub struct ModelRefusalNoFallback {
        original_model: Option<String>,
        request_id: Option<String>,
        api_refusal_category: Option<String>,
        api_refusal_explanation: Option<String>,
        refused_user_message_uuid: Option<MessageUuid>,
        content: Option<String>,
    }

    /// The model is not available, and another one answers.
    pub struct ModelFallback {
        trigger: Option<FallbackTrigger>,
        original_model: Option<String>,
        fallback_model: Option<String>,
        content: Option<String>,
    }
}

wire_string! {
    /// The change of model after a refusal.
    pub enum FallbackDirection {
        /// Another model retries.
        "retry" => Retry,
        /// The original model is used again.
        "revert" => Revert,
        /// The other model stays in use.
        "sticky" => Sticky,
    }

    /// The scope of a fallback.
    pub enum FallbackScope {
        /// The session.
        "session" => Session,
        /// This request.
        "local" => Local,
    }

    /// Why a model is not available.
    pub enum FallbackTrigger {
        /// The model does not exist.
        "model_not_found" => ModelNotFound,
        /// Access is denied.
        "permission_denied" => PermissionDenied,
        /// The model is overloaded.
        "overloaded" => Overloaded,
        /// The API failed.
        "server_error" => ServerError,
        /// All other models failed.
        "last_resort" => LastResort,
        /// The model is blocked.
        "model_blocked" => ModelBlocked,
    }
}
