//! Requests about the conversation that are not published, but that a local host can use. They may change without notice.

use super::constructors;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Asks the model something beside the conversation.
    #[derive(Default)]
    pub struct SideQuestion {
        question: String,
        /// What was asked beside it before.
        history: Vec<SideExchange>,
    }

    /// A question asked beside the conversation, and its answer.
    #[derive(Default)]
    pub struct SideExchange {
        question: String,
        response: String,
        fallback_notice: Option<String>,
    }

    /// The answer to a question beside the conversation.
    #[derive(Default)]
    pub struct SideQuestionResponse {
        response: Option<String>,
        synthetic: Option<bool>,
        /// The model refused, and another answered.
        refusal_fallback: Option<RawJson>,
    }

    /// Has the model name the session.
    #[derive(Default)]
    pub struct GenerateSessionTitle {
        description: String,
        persist: Option<bool>,
    }

    /// A name for the session.
    #[derive(Default)]
    pub struct GenerateSessionTitleResponse {
        title: Option<String>,
    }

    /// Asks for the plan.
    #[derive(Default)]
    pub struct GetPlan {
    }

    /// The plan.
    #[derive(Default)]
    pub struct GetPlanResponse {
        exists: Option<bool>,
        content: Option<String>,
        path: Option<String>,
    }

    /// Asks how the session stands.
    #[derive(Default)]
    pub struct GetStatus {
    }

    /// How the session stands.
    #[derive(Default)]
    pub struct GetStatusResponse {
        sections: Vec<StatusSection>,
    }

    /// A part of it.
    #[derive(Default)]
    pub struct StatusSection {
        title: Option<String>,
        rows: Vec<StatusRow>,
    }

    /// A row of it.
    #[derive(Default)]
    pub struct StatusRow {
        label: Option<String>,
        value: Option<RawJson>,
    }

    /// Asks for the conversation as text.
    #[derive(Default)]
    pub struct ExportConversation {
    }

    /// The conversation as text.
    #[derive(Default)]
    pub struct ExportConversationResponse {
        text: Option<String>,
        default_filename: Option<String>,
    }
}

constructors! {
    SideQuestion(question: String);
    GenerateSessionTitle(description: String);
}
