//! Asks: what waits for a person, and how it was settled.

mod one_tap;

use serde::{Deserialize, Serialize};

use crate::id::{AskId, EntryId, JobId};
use crate::json::Json;
use crate::session::Who;
use crate::tool::ToolName;

view_types! {
    /// Something the CLI asks a person.
    pub struct Ask {
        pub id: AskId,
        /// The id by which the CLI expects the answer.
        pub request_id: String,
        pub epoch: u32,
        /// When it was asked, milliseconds since 1970.
        pub at: u64,
        /// The tool call it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entry: Option<EntryId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tool_use_id: Option<String>,
        /// The subagent that asks.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub job: Option<JobId>,
        pub body: AskBody,
        pub state: AskState,
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AskBody {
    /// May this tool run?
    Permission(Box<PermissionAsk>),
    /// Questions of the model with options.
    Question(QuestionAsk),
    /// May the model leave plan mode and do this?
    Plan(PlanAsk),
    /// An MCP server wants input.
    Elicitation(ElicitationAsk),
    /// A dialog of the CLI.
    Dialog(DialogAsk),
}

view_types! {
    /// May this tool run?
    pub struct PermissionAsk {
        pub tool: ToolName,
        /// What would run, whole.
        pub input: Json,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// Why it is asked, without ANSI codes.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// `rule`, `mode`, `workingDir`, `safetyCheck`, `hook` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason_type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub blocked_path: Option<String>,
        /// What could be remembered. Empty when the CLI says that nothing may be.
        pub suggestions: Vec<Suggestion>,
        /// Whether "always" may be offered.
        pub can_remember: bool,
        /// Do not preselect Allow.
        pub default_to_no: bool,
        /// No one-key Allow.
        pub requires_interaction: bool,
        /// A safety check is involved and only a person may allow it.
        pub needs_person: bool,
        /// A safety check of the CLI is involved, whatever it says about who may allow it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
        pub safety_check: bool,
        /// An allow rule may decide it. Absent in asks that were stored by older versions: a person decides those.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
        pub rules_may_allow: bool,
        /// The MCP server's origin: `user`, `project`, `plugin` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub server_source: Option<String>,
        /// The hook that wants it asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hook: Option<String>,
    }
}

impl PermissionAsk {
    /// Whether only a person may allow it, as the CLI's request says.
    pub fn only_a_person(&self) -> bool {
        !self.rules_may_allow
    }
}

view_types! {
    /// Something that could be remembered with an answer, and where.
    pub struct Suggestion {
        /// To be sent back as it is in `updatedPermissions`.
        pub update: Json,
        /// What would be remembered, as a sentence.
        pub text: String,
        /// Rules as they would be written: `Bash(npm test:*)`.
        pub rules: Vec<String>,
        /// Directories that would be opened.
        pub directories: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub mode: Option<String>,
        pub destination: Destination,
        /// Where it would be written: a file, or nothing but this session.
        pub place: String,
    }

    /// Where something is remembered.
    #[derive(Copy, Eq)]
    pub enum Destination {
        Session,
        /// `.claude/settings.local.json` of the project: for this person, in this project.
        LocalSettings,
        /// `.claude/settings.json` of the project: for everyone in this project.
        ProjectSettings,
        /// `~/.claude/settings.json`: for this person, everywhere.
        UserSettings,
        /// The command line of the process: until it ends.
        CliArg,
        Unknown,
    }

    /// Questions of the model.
    pub struct QuestionAsk {
        pub questions: Vec<Question>,
        /// The whole input, to be sent back with `answers`.
        pub input: Json,
    }

    /// One question.
    pub struct Question {
        pub question: String,
        pub header: String,
        pub multi_select: bool,
        pub options: Vec<QuestionOption>,
    }

    pub struct QuestionOption {
        pub label: String,
        pub description: String,
        /// Something to look at before choosing.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub preview: Option<String>,
    }

    /// May the model do what it planned?
    pub struct PlanAsk {
        /// Markdown: the plan file, or the plan in the call where there is no file.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub plan: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub plan_file: Option<String>,
        pub input: Json,
    }

    /// An MCP server wants input.
    pub struct ElicitationAsk {
        pub server: String,
        pub message: String,
        /// `form` or `url`.
        pub mode: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub url: Option<String>,
        /// JSON schema of the form.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub schema: Option<Json>,
        /// In which order to show the form's fields.
        pub property_order: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
    }

    /// A dialog of the CLI.
    pub struct DialogAsk {
        /// `refusal_fallback_prompt`, `auto_mode_outside_reads` …
        pub dialog: String,
        pub payload: Json,
        /// What is asked, in words; absent for a kind that this version does not know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// The answers to choose from. Without any the dialog can only be dismissed.
        #[serde(default)]
        pub choices: Vec<DialogChoice>,
    }

    /// One answer to a dialog: `{"behavior": "completed", "result": value}`.
    pub struct DialogChoice {
        pub value: String,
        pub label: String,
    }
}

/// Whether an ask still waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum AskState {
    Open,
    Answered {
        at: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        who: Option<Who>,
        answer: Answer,
        /// Whether the CLI has confirmed that the answer came in time.
        confirmed: bool,
    },
    Withdrawn {
        at: u64,
        reason: WithdrawnReason,
    },
}

view_types! {
    /// Why an ask was withdrawn.
    #[derive(Copy, Eq)]
    pub enum WithdrawnReason {
        /// The CLI no longer needs an answer.
        Cancelled,
        /// The process died.
        Died,
    }
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Answer {
    Allow {
        /// What runs instead of what was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        changed_input: Option<Json>,
        /// What is remembered, as sentences.
        remembered: Vec<String>,
    },
    Deny {
        message: String,
        interrupt: bool,
    },
    /// Question text to answer.
    Answers {
        answers: Json,
    },
    /// The plan may be carried out.
    PlanApproved {
        edited: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        mode: Option<String>,
    },
    Elicited {
        /// `accept`, `decline` or `cancel`.
        action: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        content: Option<Json>,
    },
    /// An answer the CLI does not accept: it counts as a denial.
    Invalid {
        error: String,
    },
    /// Any other answer, as it was sent.
    Other {
        answer: Json,
    },
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::PermissionAsk;

    #[test]
    fn a_stored_ask_of_an_older_version_is_for_a_person() {
        let stored = json!({"tool": {"name": "Bash", "display": "Bash"}, "input": {"command": "ls"}, "suggestions": [],
            "canRemember": true, "defaultToNo": false, "requiresInteraction": false, "needsPerson": false});
        let stored: PermissionAsk = serde_json::from_value(stored).unwrap();
        assert!(stored.only_a_person());
    }
}
