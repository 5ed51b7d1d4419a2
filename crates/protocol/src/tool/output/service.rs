//! Services around the CLI: findings, feedback, notifications, artifacts.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::tool::Finding;
use crate::wire::wire_struct;

wire_struct! {
    /// Result of ReportFindings.
    #[derive(Default)]
    pub struct ReportFindingsResult {
        /// How many.
        count: Option<u64> = "count",
        /// How thorough the review was.
        level: Option<String> = "level",
        /// What was found.
        findings: Vec<Finding> = "findings",
    }

    /// Result of SendFeedback.
    #[derive(Default)]
    pub struct SendFeedbackResult {
        /// It was sent.
        success: Option<bool> = "success",
        /// What happened.
        message: Option<String> = "message",
    }

    /// Result of PushNotification.
    #[derive(Default)]
    pub struct PushNotificationResult {
        /// What was told.
        message: Option<String> = "message",
        /// It went to a device.
        push_sent: Option<bool> = "pushSent",
        /// It was shown here.
        local_sent: Option<bool> = "localSent",
        /// `config_off`, `user_present` or `no_transport`.
        disabled_reason: Option<String> = "disabledReason",
        /// When.
        sent_at: Option<RawJson> = "sentAt",
    }

    /// Result of ReadNotifications.
    #[derive(Default)]
    pub struct ReadNotificationsResult {
        /// The notifications.
        notifications: Vec<NotificationEntry> = "notifications",
        /// How many are left.
        remaining: Option<u64> = "remaining",
        /// When they were read.
        read_at: Option<RawJson> = "read_at",
    }

    /// A notification.
    #[derive(Default)]
    pub struct NotificationEntry {
        /// Identifies it.
        notification_id: Option<String> = "notification_id",
        /// Whose it is.
        origin: Option<RawJson> = "origin",
        /// Since when it waits.
        queued_at: Option<RawJson> = "queued_at",
        /// What it says.
        content: Option<RawJson> = "content",
        /// When it came.
        arrived_at: Option<RawJson> = "arrived_at",
    }

    /// Result of RemoteTrigger.
    #[derive(Default)]
    pub struct RemoteTriggerResult {
        /// Status of the answer.
        status: Option<u32> = "status",
        /// The answer.
        json: Option<String> = "json",
        /// In short.
        summary: Option<String> = "summary",
    }

    /// Result of ProposeGoal.
    #[derive(Default)]
    pub struct ProposeGoalResult {
        /// When it is reached.
        condition: Option<String> = "condition",
        /// The person is asked.
        ask_user: Option<bool> = "askUser",
    }

    /// Result of propose_skills.
    #[derive(Default)]
    pub struct ProposeSkillsResult {
        /// How many.
        proposal_count: Option<u64> = "proposalCount",
    }

    /// Result of ClaudeDesign.
    #[derive(Default)]
    pub struct ClaudeDesignResult {
        /// What was done.
        operation: Option<String> = "operation",
        /// What came of it.
        content: Vec<JsonObject> = "content",
        /// It failed.
        is_error: Option<bool> = "isError",
    }

    /// Result of OfferChromeSetup.
    #[derive(Default)]
    pub struct OfferChromeSetupResult {
        /// `connected`, `not_now` or `no_attempt_yet`.
        outcome: Option<String> = "outcome",
    }

    /// Result of ShowOnboardingRolePicker.
    #[derive(Default)]
    pub struct OnboardingRoleResult {
        /// The role.
        role: Option<String> = "role",
        /// The person did not say.
        dismissed: Option<bool> = "dismissed",
    }

    /// Result of Artifact: twelve shapes, told apart by which key is there.
    #[derive(Default)]
    pub struct ArtifactResult {
        /// The page that was published.
        url: Option<String> = "url",
        /// From which file.
        path: Option<String> = "path",
        /// Identifies it.
        artifact_id: Option<String> = "artifact_id",
        /// Its title.
        title: Option<String> = "title",
        /// Its version.
        version: Option<RawJson> = "version",
        /// What to look out for.
        warnings: Vec<String> = "warnings",
        /// It was there before.
        updated: Option<RawJson> = "updated",
        /// It is the person's own.
        owned: Option<RawJson> = "owned",
        /// It is pinned.
        pinned: Option<RawJson> = "pinned",
        /// Pages that were listed.
        artifacts: Option<Vec<ArtifactEntry>> = "artifacts",
        /// There are more.
        truncated: Option<bool> = "truncated",
        /// How many there are.
        total: Option<u64> = "total",
        /// Where the next page begins.
        next_page_token: Option<String> = "next_page_token",
        /// A page that was read.
        read: Option<JsonObject> = "read",
        /// A page that is watched.
        watch: Option<JsonObject> = "watch",
        /// A page that is no longer watched.
        unwatch: Option<JsonObject> = "unwatch",
        /// All pages that are watched.
        watches: Option<RawJson> = "watches",
        /// An asset that was uploaded.
        asset_upload: Option<JsonObject> = "asset_upload",
        /// Assets that were uploaded.
        asset_uploads: Option<JsonObject> = "asset_uploads",
        /// Assets that were listed.
        asset_list: Option<JsonObject> = "asset_list",
        /// An asset that was read.
        asset_read: Option<JsonObject> = "asset_read",
        /// An asset that was deleted.
        asset_delete: Option<JsonObject> = "asset_delete",
        /// A page that was pinned.
        pin: Option<JsonObject> = "pin",
        /// What was written to.
        written: Option<JsonObject> = "written",
        /// The artifact that a read belongs to.
        artifact_read: Option<RawJson> = "artifactRead",
    }

    /// A page.
    #[derive(Default)]
    pub struct ArtifactEntry {
        /// Its title.
        title: Option<String> = "title",
        /// Its address.
        url: Option<String> = "url",
        /// Its icon in the browser.
        favicon: Option<String> = "favicon",
        /// When it last changed.
        updated_at: Option<RawJson> = "updatedAt",
        /// `mine` or `shared`.
        relation: Option<String> = "rel",
        /// It is somebody else's.
        external: Option<bool> = "external",
        /// What the person may do.
        role: Option<String> = "role",
        /// Strangers may have written it.
        outsiders_may_have_written: Option<bool> = "outsidersMayHaveWritten",
        /// It is pinned.
        pinned: Option<RawJson> = "pinned",
    }
}

/// Which of its shapes an [`ArtifactResult`] has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArtifactShape {
    /// A page was published.
    Published,
    /// Pages were listed.
    Listed,
    /// A page was read.
    Read,
    /// A page is watched.
    Watched,
    /// A page is no longer watched.
    Unwatched,
    /// What is watched was listed.
    Watches,
    /// An asset was uploaded.
    AssetUploaded,
    /// Assets were uploaded.
    AssetsUploaded,
    /// Assets were listed.
    AssetsListed,
    /// An asset was read.
    AssetRead,
    /// An asset was deleted.
    AssetDeleted,
    /// A page was pinned, or no longer is.
    Pinned,
    /// A shape that is not known here.
    Unknown,
}

impl ArtifactResult {
    /// Tells which shape it has.
    pub fn shape(&self) -> ArtifactShape {
        let shapes = [
            (self.artifacts.is_some(), ArtifactShape::Listed),
            (self.read.is_some(), ArtifactShape::Read),
            (self.watch.is_some(), ArtifactShape::Watched),
            (self.unwatch.is_some(), ArtifactShape::Unwatched),
            (self.watches.is_some(), ArtifactShape::Watches),
            (self.asset_upload.is_some(), ArtifactShape::AssetUploaded),
            (self.asset_uploads.is_some(), ArtifactShape::AssetsUploaded),
            (self.asset_list.is_some(), ArtifactShape::AssetsListed),
            (self.asset_read.is_some(), ArtifactShape::AssetRead),
            (self.asset_delete.is_some(), ArtifactShape::AssetDeleted),
            (self.pin.is_some(), ArtifactShape::Pinned),
            (
                self.url.is_some() && self.path.is_some(),
                ArtifactShape::Published,
            ),
        ];
        shapes
            .into_iter()
            .find(|(fits, _)| *fits)
            .map_or(ArtifactShape::Unknown, |(_, shape)| shape)
    }
}
