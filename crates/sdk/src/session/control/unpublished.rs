//! Requests that the CLI serves but does not publish; they may change.

use pilothouse_protocol::RawJson;
use pilothouse_protocol::control::{
    ExportConversation, ExportConversationResponse, GetPlan, GetPlanResponse, GetStatus,
    GetStatusResponse,
};

use crate::error::Result;
use crate::session::Session;

/// Requests that the CLI serves but does not publish; they may change.
impl Session {
    /// Asks something beside the conversation; nothing of it stays there.
    pub async fn side_question(&self, question: impl Into<String>) -> Result<RawJson> {
        let fields = RawJson::from(serde_json::json!({"question": question.into()}));
        // The CLI takes up to eleven minutes for it.
        let patience = std::time::Duration::from_secs(700);
        let payload = self
            .shared()
            .request("side_question", &fields, patience)
            .await?;
        Ok(payload.unwrap_or_else(RawJson::null))
    }

    /// Asks for the plan.
    pub async fn plan(&self) -> Result<GetPlanResponse> {
        self.request(GetPlan::default()).await
    }

    /// Asks how the session stands, for people.
    pub async fn status(&self) -> Result<GetStatusResponse> {
        self.request(GetStatus::default()).await
    }

    /// Asks for the conversation as text.
    pub async fn export_conversation(&self) -> Result<ExportConversationResponse> {
        self.request(ExportConversation::default()).await
    }

    /// Has the model find a title.
    pub async fn generate_title(&self, description: impl Into<String>) -> Result<RawJson> {
        self.request_raw(
            "generate_session_title",
            serde_json::json!({"description": description.into()}),
        )
        .await
    }
}
