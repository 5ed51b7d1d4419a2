//! Sign-in, remote control and feedback. None of it is published; it may change without notice.

use super::constructors;
use crate::control::AccountInfo;
use crate::ids::MessageUuid;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Begins to sign in.
    #[derive(Default)]
    pub struct ClaudeAuthenticate {
        /// With claude.ai rather than the console.
        login_with_claude_ai: Option<bool> = "loginWithClaudeAi",
        /// The profile of the console.
        console_profile: Option<RawJson> = "consoleProfile",
    }

    /// Where to sign in.
    #[derive(Default)]
    pub struct ClaudeAuthenticateResponse {
        /// The page that shows a code to type.
        manual_url: Option<String> = "manualUrl",
        /// The page that comes back by itself.
        automatic_url: Option<String> = "automaticUrl",
        /// The profile of the console.
        console_profile: Option<RawJson> = "consoleProfile",
    }

    /// Passes on the code of a sign-in.
    #[derive(Default)]
    pub struct ClaudeOauthCallback {
        /// The code.
        authorization_code: String = "authorizationCode",
        /// Ties it to its beginning.
        state: String = "state",
    }

    /// Waits for a sign-in.
    #[derive(Default)]
    pub struct ClaudeOauthWaitForCompletion {
    }

    /// Who signed in.
    #[derive(Default)]
    pub struct ClaudeOauthResponse {
        /// The account.
        account: Option<AccountInfo> = "account",
    }

    /// Turns remote control on or off.
    #[derive(Default)]
    pub struct RemoteControl {
        /// On.
        enabled: bool = "enabled",
        /// The name to show.
        name: Option<String> = "name",
        /// A session to go on with.
        reattach_session_id: Option<String> = "reattach_session_id",
        /// The session stays when the process ends.
        keep_session_on_exit: Option<bool> = "keep_session_on_exit",
        /// The secret of the session.
        work_secret: Option<String> = "work_secret",
    }

    /// Where the session can be steered from.
    #[derive(Default)]
    pub struct RemoteControlResponse {
        /// The page of the session.
        session_url: Option<String> = "session_url",
        /// Where to connect.
        connect_url: Option<String> = "connect_url",
        /// The machine.
        environment_id: Option<String> = "environment_id",
        /// Since when.
        bridge_epoch: Option<RawJson> = "bridge_epoch",
        /// The session there.
        bridge_session_id: Option<String> = "bridge_session_id",
    }

    /// Says what a person thinks of an answer.
    #[derive(Default)]
    pub struct MessageRated {
        /// The answer.
        message_uuid: MessageUuid = "messageUuid",
        /// `positive` or `negative`.
        sentiment: String = "sentiment",
        /// What was rated.
        surface: Option<String> = "surface",
        /// The rating was taken back.
        cleared: Option<bool> = "cleared",
    }

    /// Sends feedback to the makers of the CLI.
    #[derive(Default)]
    pub struct SubmitFeedback {
        /// What is said.
        description: String = "description",
        /// Where it is said.
        surface: Option<String> = "surface",
        /// A draft it began as.
        draft_id: Option<String> = "draft_id",
        /// `bug`, `idea` or `missing_capability`.
        kind: Option<String> = "type",
        /// In short.
        title: Option<String> = "title",
        /// About what.
        area: Option<String> = "area",
        /// The transcript goes with it.
        attach_transcript: Option<bool> = "attach_transcript",
        /// It stays on this machine.
        save_locally: Option<bool> = "save_locally",
    }

    /// Answers a survey of the CLI.
    #[derive(Default)]
    pub struct SubmitSurveyFeedback {
        /// What is said.
        description: String = "description",
        /// Which showing of the survey.
        appearance_id: String = "appearance_id",
        /// `bad`, `fine` or `good`.
        survey_response: String = "survey_response",
        /// `session`, `post_compact`, `memory` or `long_context`.
        survey_type: String = "survey_type",
        /// Where it is said.
        surface: Option<String> = "surface",
    }

    /// What became of feedback.
    #[derive(Default)]
    pub struct FeedbackResponse {
        /// Identifies it.
        feedback_id: Option<String> = "feedback_id",
        /// Why it cannot be sent.
        unavailable_reason: Option<String> = "unavailable_reason",
        /// The organization keeps no data.
        is_zdr_org: Option<bool> = "is_zdr_org",
        /// Why it failed.
        failure_reason: Option<String> = "failure_reason",
        /// The status of the failure.
        status_code: Option<u32> = "status_code",
        /// Where the session was shared.
        ccshare_url: Option<String> = "ccshare_url",
        /// Where it was saved.
        bundle_path: Option<String> = "bundle_path",
    }
}

constructors! {
    ClaudeOauthCallback(authorization_code: String, state: String);
    RemoteControl(enabled: bool);
    MessageRated(message_uuid: MessageUuid, sentiment: String);
    SubmitFeedback(description: String);
}
