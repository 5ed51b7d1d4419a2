//! Plugins with a user interface: `system/ui_*`. Not published by the CLI.

use crate::ids::{MessageUuid, RequestId};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::wire_struct;

stamped_struct! {
    /// What plugins show must be drawn again.
    pub struct UiInvalidate {
        /// Always `ui.render`.
        event: Option<String> = "event",
        /// Prompts were screened.
        prompts_screened: Option<RawJson> = "prompts_screened",
        /// What must be drawn; all if absent.
        instances: Vec<UiInstance> = "instances",
    }

    /// A plugin wrote to its log.
    pub struct UiLog {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// The text.
        text: Option<String> = "text",
    }

    /// A plugin shows a passing notice.
    pub struct UiToast {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// The text.
        text: Option<String> = "text",
        /// How long to show it.
        timeout_ms: Option<u64> = "timeout_ms",
    }

    /// A plugin shows its state.
    pub struct UiStatus {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// The text; null when there is none.
        text: Option<String> = "text",
    }

    /// A plugin notifies the user.
    pub struct UiNotify {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// What in the plugin.
        source: Option<String> = "source",
        /// The title.
        title: Option<String> = "title",
        /// The text.
        text: Option<String> = "text",
        /// Notifications with the same key replace each other.
        key: Option<String> = "key",
        /// How long to wait before.
        delay_ms: Option<u64> = "delay_ms",
        /// When.
        at: Option<RawJson> = "at",
        /// Only until the user is back.
        until_back: Option<RawJson> = "until_back",
        /// The text was rewritten.
        rewritten: Option<bool> = "rewritten",
    }

    /// A plugin takes a notification back.
    pub struct UiNotifyCancel {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// What in the plugin.
        source: Option<String> = "source",
        /// The notification; all if absent.
        key: Option<String> = "key",
    }

    /// The panes of plugins: all of them.
    pub struct UiPanes {
        /// The panes.
        panes: Vec<UiPane> = "panes",
        /// The one that is shown.
        shown_id: Option<String> = "shown_id",
        /// The one that has the focus.
        focused_id: Option<String> = "focused_id",
        /// The one that wants the focus.
        focus_requested_id: Option<String> = "focus_requested_id",
    }

    /// Where plugins put rows into the transcript.
    pub struct UiPlaced {
        /// The rows.
        rows: Vec<UiRow> = "rows",
    }

    /// A plugin scrolls.
    pub struct UiScroll {
        /// The client.
        client_id: Option<String> = "client_id",
        /// `Pane` or `AbovePrompt`.
        component: Option<String> = "component",
        /// Which of them.
        instance_id: Option<String> = "instance_id",
        /// How far.
        offset: Option<i64> = "offset",
        /// It stays at the end.
        follow_end: Option<bool> = "follow_end",
    }

    /// A plugin wants the focus.
    pub struct UiFocus {
        /// The client.
        client_id: Option<String> = "client_id",
        /// `Pane` or `AbovePrompt`.
        component: Option<String> = "component",
        /// Which of them.
        instance_id: Option<String> = "instance_id",
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// What gets the focus.
        key: Option<String> = "key",
    }
}

wire_struct! {
    /// Something that a plugin shows.
    pub struct UiInstance {
        /// Where.
        surface: Option<String> = "surface",
        /// What.
        component: Option<String> = "component",
        /// Which of them.
        instance_id: Option<String> = "instance_id",
    }

    /// A pane of a plugin.
    pub struct UiPane {
        /// The pane.
        id: String = "id",
        /// Its title.
        title: Option<String> = "title",
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// Escape closes it.
        close_on_escape: Option<bool> = "close_on_escape",
        /// Passing notices wait while it is shown.
        hold_toasts: Option<bool> = "hold_toasts",
        /// Its background.
        background_color: Option<String> = "background_color",
        /// Its height.
        rows: Option<u64> = "rows",
        /// Its width.
        columns: Option<u64> = "columns",
        /// Where it stands.
        placement: Option<String> = "placement",
    }

    /// A row of a plugin in the transcript.
    pub struct UiRow {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// The row.
        id: Option<String> = "id",
        /// The request that put it there.
        request_id: Option<RequestId> = "request_id",
        /// The message it follows.
        after_uuid: Option<MessageUuid> = "after_uuid",
    }
}
