//! Every operation of the API, with the scope that it requires.
//!
//! The router, the scope checks, the API description, the table in docs/api.md, the scope tests and the page's client
//! come from these rows. Types and parameters come from the handlers.

use std::any::type_name;

use pilothouse_api::message::AskAnswered;
use pilothouse_api::socket::SocketUpdate;

use super::operation::{Operation, operations};
use super::shape::Answer::{Bytes, Events, Files, Json, Nothing};
use super::{
    audit, control, devices, doctor, events, export, files, host, list, login, messages, push,
    replay, resources, rules, search, sessions, settings, transcripts, trust, usage, views, wire,
};
use crate::{metrics, openapi, socket, uploads};

/// The operations, in the order of docs/api.md.
#[rustfmt::skip]
pub(crate) const OPERATIONS: &[Operation] = operations![
    GET open "/healthz" host::health, "Return `ok`.", gives(&[(200, Bytes("text/plain"))]);
    GET view "/metrics" metrics::show, "Return counters for Prometheus.", gives(&[(200, Bytes("text/plain"))]);
    POST open "/api/login" login::login, "Exchange the token of a sign-in link for a cookie and a key.", ignores_key();
    POST view "/api/logout" login::logout, "Sign this device out.", ignores_key();
    GET view "/api/openapi.json" openapi::show, "Return this description of the API.";
    GET view "/api/host" host::host, "Return the server's version, limits and CLI, and the scope of this device.";
    GET view "/api/doctor" doctor::doctor, "Check the installed CLI; takes a few seconds.";
    POST control "/api/tour" doctor::tour, "Start the tour, a simulated session.";
    GET view "/api/devices" devices::list, "List devices and tokens.";
    POST admin "/api/devices/pair" devices::pair, "Create a sign-in link for another device. It works once, within ten minutes; the name given here is kept.", ignores_key();
    DELETE admin_or_self "/api/devices/{id}" devices::revoke, "Revoke a device and close its sockets. Every device may revoke itself.";
    POST admin "/api/tokens" devices::make_token, "Create a bearer token for a script.", ignores_key();
    POST view "/api/push" push::subscribe, "Subscribe this device to push messages.";
    DELETE view "/api/push" push::unsubscribe, "Cancel all push subscriptions of this device.";
    GET view "/api/ws" socket::upgrade, "Open the WebSocket: `SocketCommand` from the client, `SocketUpdate` from the server.", gives(&[(101, Nothing)]);

    GET view "/api/projects" host::projects, "List directories that have sessions, and the one in which the server was started.";
    GET control "/api/projects/browse" host::browse, "List directories of the server.";
    GET control "/api/projects/suggest" host::suggest, "List paths of a directory that match the text after `@`.";
    POST control "/api/projects/clone" host::clone, "Clone a git repository by its address; takes as long as git does.", slow();
    GET view "/api/projects/trust" trust::report, "List what a directory can run on its own. A directory without sessions requires the scope control.";
    POST admin "/api/projects/trust" trust::accept, "Accept exactly what the report showed.";
    DELETE admin "/api/projects/trust" trust::forget, "Withdraw what was accepted for a directory.";

    GET view "/api/inbox" views::inbox, "List what waits for a person in all sessions: permission requests, questions, plans, and trust questions.";
    POST control "/api/uploads" host::upload, "Upload a file for a message; the body is its bytes.", accepts("application/octet-stream", uploads::MAX_BYTES), slow();
    POST view "/api/replay" replay::replay, "Return the view of a recording; nothing is stored.", accepts("application/x-ndjson", replay::MAX_BYTES), ignores_key();
    GET view "/api/search" search::search, "Search the text of all sessions.";
    GET view "/api/audit" audit::audit, "List decisions: who decided what, by which rule.";
    GET view "/api/usage" usage::usage, "Return costs by day, project and model.";
    GET view "/api/stored" transcripts::list, "List the CLI's own conversations.";
    GET view "/api/settings" settings::show, "Return the server's settings; notification URLs only for the scope admin.";
    PUT admin "/api/settings" settings::replace, "Replace the server's settings.";
    GET view "/api/rules" rules::list, "List the rules that decide permission requests.";
    POST control "/api/rules" rules::add, "Add a rule. A rule for a project or the server requires the scope admin.";
    DELETE control "/api/rules/{id}" rules::remove, "Remove a rule. A rule for a project or the server requires the scope admin.";
    POST view "/api/rules/try" rules::attempt, "Return what a rule would have decided; nothing is stored.";

    GET view "/api/sessions" list::list, "List sessions, newest first.";
    POST control "/api/sessions" sessions::create, "Start a session.";
    POST admin "/api/sessions/import" export::import, "Import a session archive.", accepts("application/x-tar", export::ARCHIVE_BYTES), slow(), ignores_key();
    GET view "/api/sessions/{id}" sessions::get, "Return the summary of a session.";
    PATCH control "/api/sessions/{id}" sessions::update, "Change title, mode, model, budget and other settings of a session.";
    DELETE control "/api/sessions/{id}" sessions::remove, "Delete a session; it can be restored for 30 days, or as the settings say.";
    POST control "/api/sessions/{id}/restore" sessions::restore, "Restore a deleted session.";
    GET view "/api/trash" sessions::removed, "List deleted sessions that can be restored, newest first.";
    GET view "/api/sessions/{id}/view" views::view, "Return the view with its newest entries.";
    POST view "/api/sessions/{id}/looked-at" views::look_at, "Report that the end of a turn was visible on this device: the session is no longer ready for review.";
    GET view "/api/sessions/{id}/entries" views::entries, "List older entries.";
    GET view "/api/sessions/{id}/entries/{entry}" views::entry, "Return one entry without truncation.";
    GET view "/api/sessions/{id}/entries/{entry}/attachments/{index}" views::attachment, "Return an image or document of an entry.", gives(&[(200, Bytes("*/*"))]);
    POST control "/api/sessions/{id}/fork" sessions::fork, "Continue a copy of a session.";
    POST control "/api/sessions/{id}/messages" messages::send, "Send a message, or queue it while a turn runs.";
    PATCH control "/api/sessions/{id}/queue/{uuid}" messages::update_queued, "Edit, reorder or send a queued message.";
    DELETE control "/api/sessions/{id}/queue/{uuid}" messages::withdraw, "Withdraw a queued message.";
    POST answer "/api/sessions/{id}/interrupt" messages::interrupt, "Stop the turn and hold queued messages. `cancelQueued` and `keepQueue` require the scope control.";
    POST control "/api/sessions/{id}/held" messages::release_held, "Send held messages.";
    DELETE control "/api/sessions/{id}/held" messages::discard_held, "Discard all held messages.";
    DELETE control "/api/sessions/{id}/schedules/{schedule}" messages::cancel_schedule, "Ask the model to cancel a cron job or a wake-up.";
    POST control "/api/sessions/{id}/agents/stop" control::stop_agents, "Stop all background agents.";
    POST answer "/api/sessions/{id}/asks/{ask}" messages::answer, "Answer a permission request, question or plan; 409 `settled` if it is answered already. Free text, changed input and rules require the scope control, rules in settings files admin.", gives(&[(200, Json(type_name::<AskAnswered>)), (204, Nothing)]);
    POST control "/api/sessions/{id}/lifecycle" sessions::lifecycle, "Park, wake, close or restart the process of a session.";
    GET view "/api/sessions/{id}/trust" trust::report_of_session, "List what the directory of a session can run on its own.";
    POST control "/api/sessions/{id}/trust" trust::decide, "Start or restart a session with or without its project's settings. Accepting new items requires the scope admin.";
    POST control "/api/sessions/{id}/control" control::control, "Pass a control request to the CLI, if it is on the list of harmless ones.";
    POST control "/api/sessions/{id}/rewind" control::rewind, "Restore files to their state before a message.";
    POST control "/api/sessions/{id}/tasks/{task}/stop" control::stop_task, "Stop a background task.";
    POST control "/api/sessions/{id}/tasks/{task}/background" control::background_task, "Move a running tool call to the background.";
    GET view "/api/sessions/{id}/files" files::list, "List files, without those that git ignores.";
    GET view "/api/sessions/{id}/files/content" files::content, "Return a file, whole or by `Range`.", gives(&[(200, Bytes("*/*")), (206, Bytes("*/*"))]);
    GET view "/api/sessions/{id}/files/suggest" files::suggest, "List paths that match the text after `@`.";
    GET view "/api/sessions/{id}/resources" resources::seen, "List resources of MCP servers that sessions of this project have listed.";
    GET view "/api/sessions/{id}/diff" files::diff, "Compare the working tree with the last commit.";
    GET view "/api/sessions/{id}/wire" wire::page, "List the records of the log.";
    GET view "/api/sessions/{id}/export" export::export, "Export a session as a file.", gives(&[(200, Files(&["text/markdown", "application/json", "application/octet-stream", "application/x-tar"]))]);
    GET view "/api/sessions/{id}/events" events::events, "Stream a session as server-sent events.", gives(&[(200, Events(type_name::<SocketUpdate>))]);
];

// A handler that returns a plain response leaves its answers to the table.
const _: () = {
    let mut index = 0;
    while index < OPERATIONS.len() {
        assert!(
            !OPERATIONS[index].shape.answers.is_empty(),
            "a row names no answers"
        );
        index += 1;
    }
};
