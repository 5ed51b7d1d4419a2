//! Browsers, sessions in the cloud, and what the terminal shows in dialogs. None of it is published.

use super::constructors;
use crate::object::JsonObject;
use crate::wire::{Present, wire_struct};

wire_struct! {
    /// Asks for the browsers that are connected.
    #[derive(Default)]
    pub struct GetChromeBrowsers {
    }

    /// The browsers that are connected.
    #[derive(Default)]
    pub struct GetChromeBrowsersResponse {
        /// The browsers: `device_id`, `name`, `os_platform`, `current`.
        browsers: Vec<JsonObject> = "browsers",
    }

    /// Chooses a browser.
    #[derive(Default)]
    pub struct SelectChromeBrowser {
        /// The browser.
        device_id: String = "device_id",
    }

    /// The browser that was chosen.
    #[derive(Default)]
    pub struct SelectChromeBrowserResponse {
        /// Its name.
        name: Option<String> = "name",
    }

    /// Says which browsers are near.
    #[derive(Default)]
    pub struct SetChromeBrowserHints {
        /// The one to prefer.
        preferred_device_id: Option<String> = "preferredDeviceId",
        /// Those on this machine.
        local_device_ids: Present<String> = "localDeviceIds",
        /// What this machine runs.
        host_platform: Option<String> = "hostPlatform",
    }

    /// Asks for what the dialog about browsers shows.
    #[derive(Default)]
    pub struct GetChromeDialog {
    }

    /// Asks for what the dialog about memory shows.
    #[derive(Default)]
    pub struct GetMemoryDialog {
    }

    /// Asks for what the dialog about skills shows.
    #[derive(Default)]
    pub struct GetSkillsDialog {
    }

    /// Asks for what the dialog about the sandbox shows.
    #[derive(Default)]
    pub struct GetSandboxDialog {
    }

    /// Asks for sessions in the cloud.
    #[derive(Default)]
    pub struct ListCloudSessions {
        /// A person asks.
        user_initiated: Option<bool> = "user_initiated",
    }

    /// Asks for a session in the cloud.
    #[derive(Default)]
    pub struct GetCloudSession {
        /// The session.
        session_id: String = "session_id",
    }

    /// Asks for the transcript of a session in the cloud.
    #[derive(Default)]
    pub struct GetCloudSessionTranscript {
        /// The session.
        session_id: String = "session_id",
        /// Where the next page begins.
        cursor: Option<String> = "cursor",
    }
}

constructors! {
    SelectChromeBrowser(device_id: String);
    GetCloudSession(session_id: String);
    GetCloudSessionTranscript(session_id: String);
}
