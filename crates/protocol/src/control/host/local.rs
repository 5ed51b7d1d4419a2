//! Unpublished requests about the conversation that a local host can use. They may change without notice.

use super::constructors;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Asks the model a question beside the conversation.
    #[derive(Default)]
    pub struct SideQuestion {
        question: String,
        /// Earlier side questions and answers.
        history: Vec<SideExchange>,
    }

    /// A side question and its answer.
    #[derive(Default)]
    pub struct SideExchange {
        question: String,
        response: String,
        fallback_notice: Option<String>,
    }

    /// The answer to a side question.
    #[derive(Default)]
    pub struct SideQuestionResponse {
        response: Option<String>,
        synthetic: Option<bool>,
        /// The model refused, and another one answered.
        refusal_fallback: Option<RawJson>,
    }

    /// Asks the model for a title of the session.
    #[derive(Default)]
    pub struct GenerateSessionTitle {
        description: String,
        persist: Option<bool>,
    }

    /// A title for the session.
    #[derive(Default)]
    pub struct GenerateSessionTitleResponse {
        title: Option<String>,
    }

    /// Returns the plan.
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

    /// Returns the status of the session.
    #[derive(Default)]
    pub struct GetStatus {
    }

    /// The status of the session.
    #[derive(Default)]
    pub struct GetStatusResponse {
        sections: Vec<StatusSection>,
    }

    /// A section of the status.
    #[derive(Default)]
    pub struct StatusSection {
        title: Option<String>,
        rows: Vec<StatusRow>,
    }

    /// A row of a section.
    #[derive(Default)]
    pub struct StatusRow {
        label: Option<String>,
        value: Option<RawJson>,
    }

    /// Returns the conversation as text.
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
