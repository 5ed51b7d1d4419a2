//! The model changes: `system/model_*`.

use crate::ids::MessageUuid;
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::wire_string;

stamped_struct! {
    /// The model refused, and another one answers.
    pub struct ModelRefusalFallback {
        /// Always `refusal`.
        trigger: Option<String> = "trigger",
        /// What happens.
        direction: Option<FallbackDirection> = "direction",
        /// How long it holds.
        scope: Option<FallbackScope> = "scope",
        /// The model that refused.
        original_model: Option<String> = "original_model",
        /// The model that answers.
        fallback_model: Option<String> = "fallback_model",
        /// The API's id of the request.
        request_id: Option<String> = "request_id",
        /// The API's kind of refusal.
        api_refusal_category: Option<String> = "api_refusal_category",
        /// The API's words for it.
        api_refusal_explanation: Option<String> = "api_refusal_explanation",
        /// Messages that leave the transcript now.
        retracted_message_uuids: Vec<MessageUuid> = "retracted_message_uuids",
        /// The prompt that was refused.
        refused_user_message_uuid: Option<MessageUuid> = "refused_user_message_uuid",
        /// What to tell the user.
        content: Option<String> = "content",
        /// A refusal for reasons of security was among them.
        saw_cyber_refusal: Option<bool> = "saw_cyber_refusal",
        /// How to be verified for such work.
        api_refusal_cyber_verification: Option<RawJson> = "api_refusal_cyber_verification",
    }

    /// The model refused, and no other one answers.
    pub struct ModelRefusalNoFallback {
        /// The model that refused.
        original_model: Option<String> = "original_model",
        /// The API's id of the request.
        request_id: Option<String> = "request_id",
        /// The API's kind of refusal.
        api_refusal_category: Option<String> = "api_refusal_category",
        /// The API's words for it.
        api_refusal_explanation: Option<String> = "api_refusal_explanation",
        /// The prompt that was refused.
        refused_user_message_uuid: Option<MessageUuid> = "refused_user_message_uuid",
        /// What to tell the user.
        content: Option<String> = "content",
    }

    /// The model cannot be had, and another one answers.
    pub struct ModelFallback {
        /// Why.
        trigger: Option<FallbackTrigger> = "trigger",
        /// The model that was asked for.
        original_model: Option<String> = "original_model",
        /// The model that answers.
        fallback_model: Option<String> = "fallback_model",
        /// What to tell the user.
        content: Option<String> = "content",
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
