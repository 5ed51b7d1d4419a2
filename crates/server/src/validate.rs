//! Validates requests before anything is written.
//!
//! An invalid setting in the log would end every process of its session.

use pilothouse_api::message::NewMessage;
use pilothouse_api::session::{ControlCall, CreateSession, ForkSession, UpdateSession};
use pilothouse_protocol::permission::PermissionMode;
use serde_json::Value;
use uuid::Uuid;

use crate::problem::Problem;
use crate::session::AllowedFlags;

/// The mode that asks for nothing.
pub(crate) const BYPASS: &str = "bypassPermissions";
/// The longest title, in characters.
const TITLE: usize = 300;
/// The longest name of a model, of an effort or of a style.
const NAME: usize = 200;
/// The longest text that becomes an argument of the CLI: the system takes a little more, and then starts nothing.
const ARGUMENT: usize = 100_000;
/// How many files may go with one message.
const FILES: usize = 100;

/// Control requests that clients may pass to the CLI, beside those that only read (`get_…`).
const CONTROL: [&str; 24] = [
    "apply_flag_settings",
    "background_tasks",
    "cancel_async_message",
    "file_suggestions",
    "generate_session_title",
    "list_models",
    "list_permission_rules",
    "mcp_authenticate",
    "mcp_clear_auth",
    "mcp_oauth_callback_url",
    "mcp_read_resource",
    "mcp_reconnect",
    "mcp_set_servers",
    "mcp_status",
    "mcp_toggle",
    "reload_output_styles",
    "reload_skills",
    "rename_session",
    "rewind_files",
    "set_max_thinking_tokens",
    "set_model",
    "set_permission_mode",
    "side_question",
    "stop_task",
];
/// Settings that clients may lay over those of the files.
const FLAG_SETTINGS: [&str; 5] = [
    "alwaysThinkingEnabled",
    "effortLevel",
    "fastMode",
    "model",
    "outputStyle",
];
/// The same of the member `permissions`.
const FLAG_PERMISSIONS: [&str; 5] = [
    "additionalDirectories",
    "allow",
    "ask",
    "defaultMode",
    "deny",
];

/// Checks what a session is to be started with.
pub(crate) fn check_create(create: &CreateSession, allowed: AllowedFlags) -> Result<(), Problem> {
    if create.permission_mode.as_deref() == Some(BYPASS) {
        let title = "A session cannot be started in bypassPermissions here.";
        return Err(Problem::invalid(title)
            .detail("Start it in another mode and change the mode, typing its name to confirm."));
    }
    check_title(create.title.as_deref())?;
    check_mode(create.permission_mode.as_deref())?;
    check_name("model", create.model.as_deref())?;
    check_name("effort", create.effort.as_deref())?;
    if create.budget_usd.is_some_and(|budget| budget <= 0.0) {
        return Err(Problem::invalid("A budget must be more than nothing.")
            .detail("Leave it out to have none."));
    }
    if create.max_turns == Some(0) {
        return Err(Problem::invalid("A session needs a turn at least.")
            .detail("Leave maxTurns out to have no limit."));
    }
    let servers = create.mcp_servers.as_ref();
    if servers.is_some_and(|servers| !servers.0.is_object()) {
        return Err(
            Problem::invalid("mcpServers must be an object.").detail("Write it as in .mcp.json.")
        );
    }
    allowed.check(&create.flags)?;
    for flag in &create.flags {
        check_argument("flag", flag)?;
    }
    for directory in &create.directories {
        check_argument("directory", directory)?;
    }
    if let Some(prompt) = &create.append_system_prompt {
        check_argument("system prompt", prompt)?;
    }
    if let Some(servers) = servers {
        check_argument("list of MCP servers", &servers.0.to_string())?;
    }
    create.message.as_ref().map_or(Ok(()), check_message)
}

/// Checks what is to be altered.
pub(crate) fn check_update(update: &UpdateSession) -> Result<(), Problem> {
    if update.permission_mode.as_deref() == Some(BYPASS)
        && update.confirm.as_deref() != Some(BYPASS)
    {
        return Err(unconfirmed());
    }
    check_title(update.title.as_deref())?;
    check_mode(update.permission_mode.as_deref())?;
    check_name("model", update.model.as_deref())?;
    check_name("effort", update.effort.as_deref())?;
    check_name("output style", update.output_style.as_deref())?;
    if update.budget_usd.is_some_and(|budget| budget < 0.0) {
        return Err(
            Problem::invalid("A budget must be more than nothing.").detail("Send 0 to have none.")
        );
    }
    Ok(())
}

pub(crate) fn check_fork(fork: &ForkSession) -> Result<(), Problem> {
    check_title(fork.title.as_deref())?;
    fork.message.as_ref().map_or(Ok(()), check_message)
}

/// Checks a message. The CLI takes its id for a uuid, and tells by it what became of the message.
pub(crate) fn check_message(message: &NewMessage) -> Result<(), Problem> {
    let uuid = message.uuid.as_deref();
    if uuid.is_some_and(|uuid| uuid.len() != 36 || Uuid::parse_str(uuid).is_err()) {
        return Err(Problem::invalid("The uuid of a message must be one.")
            .detail("Write it as 123e4567-e89b-42d3-a456-426614174000, or leave it out."));
    }
    if message.text.trim().is_empty() && message.uploads.is_empty() {
        return Err(Problem::invalid("A message needs a text or an attachment."));
    }
    if message.uploads.len() > FILES {
        return Err(Problem::invalid(format!(
            "A message takes up to {FILES} files."
        )));
    }
    Ok(())
}

fn check_title(title: Option<&str>) -> Result<(), Problem> {
    if title.is_some_and(|title| title.chars().count() > TITLE) {
        return Err(Problem::invalid(format!(
            "A title has up to {TITLE} characters."
        )));
    }
    Ok(())
}

fn check_mode(mode: Option<&str>) -> Result<(), Problem> {
    let unknown = |mode: &&str| matches!(PermissionMode::from(*mode), PermissionMode::Unknown(_));
    match mode.filter(unknown) {
        None => Ok(()),
        Some(mode) => Err(
            Problem::invalid(format!("There is no permission mode {mode:.40}."))
                .detail("Take default, acceptEdits, plan, dontAsk, auto or bypassPermissions."),
        ),
    }
}

/// Checks a name that becomes an argument: it must not read as a flag.
fn check_name(what: &str, name: Option<&str>) -> Result<(), Problem> {
    let is_name = |name: &str| {
        let plain = !name.chars().any(char::is_control);
        plain && name.len() <= NAME && !name.starts_with('-')
    };
    match name {
        Some(name) if !is_name(name) => Err(Problem::invalid(format!(
            "This cannot be the name of a {what}."
        ))),
        _ => Ok(()),
    }
}

/// Checks a text that becomes an argument: one that the system does not take would keep every process from starting.
pub(crate) fn check_argument(what: &str, text: &str) -> Result<(), Problem> {
    if text.contains('\0') {
        let title = format!("A {what} cannot hold a zero byte.");
        return Err(Problem::invalid(title));
    }
    if text.len() > ARGUMENT {
        let title = format!("A {what} has up to {ARGUMENT} bytes.");
        return Err(Problem::invalid(title));
    }
    Ok(())
}

/// Checks a control request that a client passes to the CLI. Requests that run programs, read any file, or change the
/// permission mode past its confirmation are refused, and so is every request that is not known to be harmless.
pub(crate) fn check_control(call: &ControlCall) -> Result<(), Problem> {
    let subtype = call.subtype.as_str();
    if !subtype.starts_with("get_") && !CONTROL.contains(&subtype) {
        return Err(Problem::invalid(format!(
            "The control request {subtype:.40} cannot be passed to the CLI."
        ))
        .detail("The API has a route for it, or it cannot be used in a hosted session."));
    }
    let request = &call.request.0;
    if subtype == "set_permission_mode" && request["mode"] == BYPASS {
        return Err(unconfirmed());
    }
    if subtype == "apply_flag_settings" {
        return check_flag_settings(&request["settings"]);
    }
    Ok(())
}

/// Checks settings that are laid over those of the files: rules, directories, and what has no effect on permissions.
fn check_flag_settings(settings: &Value) -> Result<(), Problem> {
    let refused = |name: &str| {
        Err(Problem::invalid(format!(
            "The setting {name:.40} cannot be changed in a running session."
        ))
        .detail("Write it into a settings file of the CLI."))
    };
    for (name, value) in settings.as_object().into_iter().flatten() {
        if name != "permissions" && !FLAG_SETTINGS.contains(&name.as_str()) {
            return refused(name);
        }
        if name != "permissions" {
            continue;
        }
        for (name, value) in value.as_object().into_iter().flatten() {
            if name == "defaultMode" && value == BYPASS {
                return Err(unconfirmed());
            }
            if !FLAG_PERMISSIONS.contains(&name.as_str()) {
                return refused(&format!("permissions.{name}"));
            }
        }
    }
    Ok(())
}

/// The mode that asks for nothing is wanted without its confirmation.
pub(crate) fn unconfirmed() -> Problem {
    Problem::invalid("This mode asks for nothing at all.").detail(
        "Change the mode of the session, and type bypassPermissions to confirm that you want it.",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::Config;

    fn created(change: impl FnOnce(&mut CreateSession)) -> Result<(), Problem> {
        let mut create = CreateSession::default();
        change(&mut create);
        check_create(&create, AllowedFlags::of(&Config::new("/nowhere")))
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(created(|_| ()).is_ok());
        assert!(created(|create| create.permission_mode = Some("acceptEdits".into())).is_ok());
        assert!(created(|create| create.permission_mode = Some("everything".into())).is_err());
        assert!(created(|create| create.permission_mode = Some(BYPASS.into())).is_err());
        assert!(created(|create| create.model = Some("--print".into())).is_err());
        assert!(created(|create| create.title = Some("x".repeat(301))).is_err());
        assert!(created(|create| create.budget_usd = Some(-1.0)).is_err());
        assert!(created(|create| create.flags = vec!["--betas".into()]).is_ok());
        let long = "x".repeat(ARGUMENT + 1);
        for text in ["a\0b", &long] {
            let text = || text.to_owned();
            assert!(created(|create| create.flags = vec![text()]).is_err());
            assert!(created(|create| create.directories = vec![text()]).is_err());
            assert!(created(|create| create.append_system_prompt = Some(text())).is_err());
        }
        for flag in ["--settings={}", "--dangerously-skip-permissions"] {
            assert!(created(|create| create.flags = vec![flag.into()]).is_err());
        }
    }

    #[test]
    fn control_requests_change_no_permissions_unseen() {
        let check = |subtype: &str, request: Value| {
            check_control(&ControlCall {
                subtype: subtype.to_owned(),
                request: request.into(),
            })
        };
        let settings =
            |settings: Value| check("apply_flag_settings", json!({"settings": settings}));
        assert!(check("get_settings", Value::Null).is_ok());
        assert!(check("set_permission_mode", json!({"mode": "plan"})).is_ok());
        assert!(settings(json!({"permissions": {"allow": ["Bash(ls:*)"]}})).is_ok());
        assert!(settings(json!({"permissions": {"defaultMode": "plan"}})).is_ok());
        assert!(check("set_permission_mode", json!({"mode": BYPASS})).is_err());
        assert!(settings(json!({"permissions": {"defaultMode": BYPASS}})).is_err());
        assert!(settings(json!({"hooks": {}})).is_err());
        assert!(settings(json!({"permissions": {"disableBypassPermissionsMode": "no"}})).is_err());
        for subtype in [
            "initialize",
            "claim_session",
            "start_shell_task",
            "register_device_hooks",
            "read_file",
            "mcp_call",
            "set_cwd",
            "update_settings",
            "made_up",
        ] {
            assert!(check(subtype, Value::Null).is_err(), "{subtype}");
        }
    }

    #[test]
    fn the_id_of_a_message_is_a_uuid() {
        let with = |uuid: &str| {
            let uuid = Some(uuid.to_owned());
            let text = "hello".to_owned();
            check_message(&NewMessage {
                uuid,
                text,
                ..NewMessage::default()
            })
        };
        assert!(with("00000000-0000-4000-8000-00000000000a").is_ok());
        for uuid in ["", "seven", "{00000000-0000-4000-8000-00000000000a}"] {
            assert!(with(uuid).is_err(), "{uuid}");
        }
        assert!(check_message(&NewMessage::default()).is_err());
    }
}
