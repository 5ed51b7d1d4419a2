//! The model changes: `system/model_*`.

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
        /// A refusal for reasons of security was among them.
        saw_cyber_refusal: Option<bool>,
        /// How to be verified for such work.
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

    /// The model cannot be had, and another one answers.
    pub struct ModelFallback {
        trigger: Option<FallbackTrigger>,
        original_model: Option<String>,
        fallback_model: Option<String>,
        content: Option<String>,
    }
}

wire_string! {
    /// What happens after a refusal.
    pub enum FallbackDirection {
        /// Another model tries.
        "retry" => Retry,
        /// The first model is back.
        "revert" => Revert,
        /// The other model stays.
        "sticky" => Sticky,
    }

    /// How long a fallback holds.
    pub enum FallbackScope {
        /// For the session.
        "session" => Session,
        /// For this request.
        "local" => Local,
    }

    /// Why a model cannot be had.
    pub enum FallbackTrigger {
        /// There is no such model.
        "model_not_found" => ModelNotFound,
        /// It may not be used.
        "permission_denied" => PermissionDenied,
        /// It is overloaded.
        "overloaded" => Overloaded,
        /// The API failed.
        "server_error" => ServerError,
        /// All else failed.
        "last_resort" => LastResort,
        /// It is blocked.
        "model_blocked" => ModelBlocked,
    }
}
