//! Questions and plans.

use std::collections::BTreeMap;

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of AskUserQuestion. A response is the same input with `answers` set.
    #[derive(Default)]
    pub struct AskUserQuestionInput {
        questions: Vec<Question>,
        /// The answers by the text of their question: a label, or several joined by commas.
        answers: BTreeMap<String, RawJson>,
        /// Annotations by the text of their question.
        annotations: BTreeMap<String, AnswerAnnotation>,
        metadata: Option<JsonObject>,
    }

    /// Result of AskUserQuestion.
    #[derive(Default)]
    pub struct AskUserQuestionResult {
        questions: Vec<Question>,
        /// The answers by the text of their question.
        answers: BTreeMap<String, RawJson>,
        /// The text that the user sent instead.
        response: Option<String>,
        annotations: BTreeMap<String, AnswerAnnotation>,
        afk_timeout_ms: Option<f64> = "afkTimeoutMs",
    }

    /// A question.
    #[derive(Default)]
    pub struct Question {
        question: Option<String>,
        header: Option<String>,
        /// Two to four options.
        options: Vec<QuestionOption>,
        multi_select: Option<bool> = "multiSelect",
    }

    /// An option of a question.
    #[derive(Default)]
    pub struct QuestionOption {
        label: Option<String>,
        description: Option<String>,
        preview: Option<String>,
    }

    /// An annotation of an answer.
    #[derive(Default)]
    pub struct AnswerAnnotation {
        preview: Option<String>,
        notes: Option<String>,
        /// Why there is no answer: `skipped`, `replied_in_chat`, `dismissed`.
        unanswered: Option<String>,
    }

    /// Result of EnterPlanMode.
    #[derive(Default)]
    pub struct EnterPlanModeResult {
        message: Option<String>,
    }

    /// Input of ExitPlanMode.
    #[derive(Default)]
    pub struct ExitPlanModeInput {
        /// The plan; in a request, the CLI adds it from the file.
        plan: Option<String>,
        plan_file_path: Option<String> = "planFilePath",
        allowed_prompts: Vec<AllowedPrompt> = "allowedPrompts",
        /// The work continues in the cloud; up to 2.1.38.
        push_to_remote: Option<bool> = "pushToRemote",
        remote_session_id: Option<String> = "remoteSessionId",
        remote_session_url: Option<String> = "remoteSessionUrl",
        remote_session_title: Option<String> = "remoteSessionTitle",
    }

    /// A prompt that will be allowed.
    #[derive(Default)]
    pub struct AllowedPrompt {
        tool: Option<String>,
        prompt: Option<String>,
    }

    /// Result of ExitPlanMode.
    #[derive(Default)]
    pub struct ExitPlanModeResult {
        /// The plan; null if there is none.
        plan: Option<String>,
        is_agent: Option<bool> = "isAgent",
        file_path: Option<String> = "filePath",
        /// Tasks can be delegated.
        has_task_tool: Option<bool> = "hasTaskTool",
        plan_was_edited: Option<bool> = "planWasEdited",
        /// The leader must approve it.
        awaiting_leader_approval: Option<bool> = "awaitingLeaderApproval",
        request_id: Option<String> = "requestId",
    }
}

impl AskUserQuestionInput {
    /// Answers a question with one label, with several if the question allows it, or with any other text.
    ///
    /// Send the input with all answers as the updated input of the permission response.
    #[must_use]
    pub fn with_answer<S: AsRef<str>>(
        mut self,
        question: impl Into<String>,
        labels: impl IntoIterator<Item = S>,
    ) -> Self {
        let labels: Vec<String> = labels
            .into_iter()
            .map(|label| label.as_ref().to_owned())
            .collect();
        self.answers.insert(
            question.into(),
            RawJson::from(serde_json::Value::from(labels.join(", "))),
        );
        self
    }

    /// Adds the user's notes on an answer.
    #[must_use]
    pub fn with_notes(mut self, question: impl Into<String>, notes: impl Into<String>) -> Self {
        self.annotations.entry(question.into()).or_default().notes = Some(notes.into());
        self
    }
}
