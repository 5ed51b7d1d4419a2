//! Questions, plans and tasks.

use std::collections::BTreeMap;

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// How a task stands.
    pub enum TaskStatus {
        /// Not begun.
        "pending" => Pending,
        /// Being worked on.
        "in_progress" => InProgress,
        /// Done.
        "completed" => Completed,
        /// Taken away.
        "deleted" => Deleted,
    }
}

wire_struct! {
    /// Input of AskUserQuestion. An answer is the same with `answers` filled in.
    #[derive(Default)]
    pub struct AskUserQuestionInput {
        /// One to four questions.
        questions: Vec<Question> = "questions",
        /// The answers by the text of the question: a label, or several joined by commas.
        answers: BTreeMap<String, RawJson> = "answers",
        /// More about the answers, by the text of the question.
        annotations: BTreeMap<String, AnswerAnnotation> = "annotations",
        /// Where the questions come from.
        metadata: Option<JsonObject> = "metadata",
    }

    /// A question.
    #[derive(Default)]
    pub struct Question {
        /// Its text.
        question: String = "question",
        /// A word or two about it.
        header: Option<String> = "header",
        /// Two to four answers to choose from.
        options: Vec<QuestionOption> = "options",
        /// Several may be chosen.
        multi_select: Option<bool> = "multiSelect",
    }

    /// An answer to choose.
    #[derive(Default)]
    pub struct QuestionOption {
        /// The answer.
        label: String = "label",
        /// What it means.
        description: Option<String> = "description",
        /// What it would look like.
        preview: Option<String> = "preview",
    }

    /// More about an answer.
    #[derive(Default)]
    pub struct AnswerAnnotation {
        /// The preview that was chosen.
        preview: Option<String> = "preview",
        /// What the person added.
        notes: Option<String> = "notes",
        /// Why there is no answer: `skipped`, `replied_in_chat`, `dismissed`.
        unanswered: Option<String> = "unanswered",
    }

    /// Input of ExitPlanMode.
    #[derive(Default)]
    pub struct ExitPlanModeInput {
        /// The plan; the CLI adds it from the file when it asks.
        plan: Option<String> = "plan",
        /// The file it stands in.
        plan_file_path: Option<String> = "planFilePath",
        /// Prompts that will be allowed.
        allowed_prompts: Vec<AllowedPrompt> = "allowedPrompts",
        /// The work goes on in the cloud; up to 2.1.38.
        push_to_remote: Option<bool> = "pushToRemote",
        /// The session there.
        remote_session_id: Option<String> = "remoteSessionId",
        /// Its page.
        remote_session_url: Option<String> = "remoteSessionUrl",
        /// Its name.
        remote_session_title: Option<String> = "remoteSessionTitle",
    }

    /// A prompt that will be allowed.
    #[derive(Default)]
    pub struct AllowedPrompt {
        /// The tool.
        tool: Option<String> = "tool",
        /// What it will do.
        prompt: Option<String> = "prompt",
    }

    /// Input of TodoWrite.
    #[derive(Default)]
    pub struct TodoWriteInput {
        /// The whole list.
        todos: Vec<Todo> = "todos",
    }

    /// A thing to do.
    #[derive(Default)]
    pub struct Todo {
        /// What.
        content: String = "content",
        /// How it stands.
        status: Option<TaskStatus> = "status",
        /// What is said while it is done.
        active_form: Option<String> = "activeForm",
    }

    /// Input of TaskCreate.
    #[derive(Default)]
    pub struct TaskCreateInput {
        /// What.
        subject: String = "subject",
        /// More about it.
        description: Option<String> = "description",
        /// What is said while it is done.
        active_form: Option<String> = "activeForm",
        /// Anything else.
        metadata: Option<JsonObject> = "metadata",
    }

    /// Input of TaskGet.
    #[derive(Default)]
    pub struct TaskGetInput {
        /// The task.
        task_id: String = "taskId",
    }

    /// Input of TaskUpdate.
    #[derive(Default)]
    pub struct TaskUpdateInput {
        /// The task.
        task_id: String = "taskId",
        /// What.
        subject: Option<String> = "subject",
        /// More about it.
        description: Option<String> = "description",
        /// What is said while it is done.
        active_form: Option<String> = "activeForm",
        /// How it stands.
        status: Option<TaskStatus> = "status",
        /// Tasks that wait for it.
        add_blocks: Vec<String> = "addBlocks",
        /// Tasks it waits for.
        add_blocked_by: Vec<String> = "addBlockedBy",
        /// Whose it is.
        owner: Option<String> = "owner",
        /// Anything else.
        metadata: Option<JsonObject> = "metadata",
    }
}

impl AskUserQuestionInput {
    /// Answers a question with one label, or with several where that is allowed, or with any other text.
    ///
    /// The input with all answers goes back as the updated input of the permission.
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

    /// Adds what the person wrote beside an answer.
    #[must_use]
    pub fn with_notes(mut self, question: impl Into<String>, notes: impl Into<String>) -> Self {
        self.annotations.entry(question.into()).or_default().notes = Some(notes.into());
        self
    }
}
