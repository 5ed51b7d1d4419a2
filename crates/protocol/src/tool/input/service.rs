//! Services around the CLI: findings, feedback, notifications, artifacts, projects.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of ReportFindings.
    #[derive(Default)]
    pub struct ReportFindingsInput {
        /// How thorough the review was.
        level: Option<String> = "level",
        /// What was found, at most 32.
        findings: Vec<Finding> = "findings",
    }

    /// Something a review found.
    #[derive(Default)]
    pub struct Finding {
        /// The file.
        file: Option<String> = "file",
        /// The line.
        line: Option<u64> = "line",
        /// What is wrong.
        summary: Option<String> = "summary",
        /// The same, shorter.
        short_summary: Option<String> = "short_summary",
        /// How it would fail.
        failure_scenario: Option<String> = "failure_scenario",
        /// What kind it is.
        category: Option<String> = "category",
        /// `CONFIRMED` or `PLAUSIBLE`.
        verdict: Option<String> = "verdict",
        /// `fixed`, `skipped` or `no_change_needed`.
        outcome: Option<String> = "outcome",
    }

    /// Input of SendFeedback.
    #[derive(Default)]
    pub struct SendFeedbackInput {
        /// `bug`, `idea` or `missing_capability`.
        kind: Option<String> = "type",
        /// In short.
        title: Option<String> = "title",
        /// In full.
        details: Option<String> = "details",
        /// About what.
        area: Option<String> = "area",
        /// How it went wrong.
        failure_mode: Option<String> = "failure_mode",
        /// What was being done.
        task_category: Option<String> = "task_category",
    }

    /// Input of PushNotification.
    #[derive(Default)]
    pub struct PushNotificationInput {
        /// What is told.
        message: String = "message",
        /// `proactive`.
        status: Option<String> = "status",
    }

    /// Input of RemoteTrigger.
    #[derive(Default)]
    pub struct RemoteTriggerInput {
        /// `list`, `get`, `create`, `update`, `run`, `create_webhook_trigger`, `list_runs` or `get_run_log`.
        action: String = "action",
        /// The trigger.
        trigger_id: Option<String> = "trigger_id",
        /// The session.
        session_id: Option<String> = "session_id",
        /// Where the next page begins.
        cursor: Option<String> = "cursor",
        /// What is sent.
        body: Option<RawJson> = "body",
    }

    /// Input of ProposeGoal.
    #[derive(Default)]
    pub struct ProposeGoalInput {
        /// When it is reached.
        condition: String = "condition",
        /// The person is asked.
        ask_user: Option<bool> = "ask_user",
    }

    /// Input of propose_skills.
    #[derive(Default)]
    pub struct ProposeSkillsInput {
        /// One to three proposals.
        proposals: Vec<SkillProposal> = "proposals",
    }

    /// A proposed skill.
    #[derive(Default)]
    pub struct SkillProposal {
        /// Its name.
        name: String = "name",
        /// `new` or `improvement`.
        kind: Option<String> = "kind",
        /// The skill to improve.
        target: Option<String> = "target",
        /// What it does.
        description: Option<String> = "description",
        /// Why.
        evidence: Option<RawJson> = "evidence",
        /// How to improve it.
        edits: Option<RawJson> = "edits",
        /// All of a new one.
        skill_md: Option<String> = "skillMd",
    }

    /// Input of Artifact.
    #[derive(Default)]
    pub struct ArtifactInput {
        /// `publish`, `list`, `read`, `list_types`, `watch`, `unwatch`, `status`, `pin`, `unpin`, and four for assets.
        action: Option<String> = "action",
        /// The file.
        file_path: Option<String> = "file_path",
        /// Several files.
        file_paths: Vec<String> = "file_paths",
        /// The page.
        url: Option<String> = "url",
        /// Its title.
        title: Option<String> = "title",
        /// Its icon.
        icon: Option<String> = "icon",
        /// What it is.
        description: Option<String> = "description",
        /// What this version is.
        label: Option<String> = "label",
        /// What to find out.
        prompt: Option<String> = "prompt",
        /// Whatever it takes.
        force: Option<bool> = "force",
        /// It is pinned.
        pin: Option<bool> = "pin",
        /// `shared` or `all`.
        scope: Option<String> = "scope",
        /// At most so many.
        limit: Option<u64> = "limit",
        /// Where the next page begins.
        page_token: Option<String> = "page_token",
        /// Where files go.
        out_dir: Option<String> = "out_dir",
        /// The asset.
        asset_id: Option<String> = "asset_id",
        /// What came after this.
        after: Option<RawJson> = "after",
        /// What the page may do.
        capabilities: Option<RawJson> = "capabilities",
        /// What the page promises.
        contract: Option<RawJson> = "contract",
        /// Its icon in the browser.
        favicon: Option<String> = "favicon",
    }

    /// Input of Projects.
    #[derive(Default)]
    pub struct ProjectsInput {
        /// What to do; the result is told apart by it.
        method: String = "method",
        /// The document.
        path: Option<String> = "path",
        /// What it shall hold.
        content: Option<String> = "content",
        /// A file with it.
        local_path: Option<String> = "local_path",
        /// The person is shown it.
        present_to_user: Option<bool> = "present_to_user",
        /// What to look for.
        query: Option<String> = "query",
        /// At most so many.
        count: Option<u64> = "n",
    }

    /// Input of ClaudeDesign.
    #[derive(Default)]
    pub struct ClaudeDesignInput {
        /// What to do.
        operation: String = "operation",
        /// With what.
        arguments: Option<JsonObject> = "arguments",
    }

    /// Input of OfferChromeSetup.
    #[derive(Default)]
    pub struct OfferChromeSetupInput {
        /// Why.
        reason: Option<String> = "reason",
    }
}
