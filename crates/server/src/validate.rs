//! Validates requests before anything is written, beyond the bounds of their types.
//!
//! An invalid setting in the log would end every process of its session.

use pilothouse_api::session::{ControlCall, CreateSession, UpdateSession};
use serde_json::Value;

use crate::problem::Problem;
use crate::session::AllowedFlags;

pub(crate) use pilothouse_api::bounds::BYPASS;

/// The longest argument of a program, in bytes: Linux takes a little more.
const ARGUMENT_BYTES: usize = 100_000;
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

/// Checks what the bounds of the request cannot express: which flags may be set, and the bytes of arguments.
pub(crate) fn check_create(create: &CreateSession, allowed: AllowedFlags) -> Result<(), Problem> {
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
    match &create.mcp_servers {
        Some(servers) => check_argument("list of MCP servers", &servers.0.to_string()),
        None => Ok(()),
    }
}

/// Checks that the mode that asks for nothing is confirmed.
pub(crate) fn check_update(update: &UpdateSession) -> Result<(), Problem> {
    let is_bypass = update.permission_mode.as_deref() == Some(BYPASS);
    match is_bypass && update.confirm.as_deref() != Some(BYPASS) {
        true => Err(unconfirmed()),
        false => Ok(()),
    }
}

/// Checks the size of an argument: one that the system does not take would keep every process from starting.
pub(crate) fn check_argument(what: &str, text: &str) -> Result<(), Problem> {
    match text.len() <= ARGUMENT_BYTES {
        true => Ok(()),
        false => Err(Problem::refused(format!(
            "A {what} has up to {ARGUMENT_BYTES} bytes."
        ))),
    }
}

/// Checks the content of a control request: none may change the permission mode without its confirmation, or settings
/// that could run programs. The bounds of the type name the requests that are known to be harmless.
pub(crate) fn check_control(call: &ControlCall) -> Result<(), Problem> {
    let subtype = call.subtype.as_str();
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
        Err(Problem::refused(format!(
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
    Problem::refused("This mode asks for nothing at all.").detail(
        "Change the mode of the session, and type bypassPermissions to confirm that you want it.",
    )
}

#[cfg(test)]
mod tests {
    use pilothouse_api::bounds::Bounded as _;
    use serde_json::json;

    use super::*;
    use crate::config::Config;

    fn created(change: impl FnOnce(&mut CreateSession)) -> Result<(), Problem> {
        let mut create = CreateSession::default();
        change(&mut create);
        check_create(&create, AllowedFlags::of(&Config::new("/nowhere")))
    }

    #[test]
    fn a_session_starts_with_allowed_flags_and_arguments_that_the_system_takes() {
        assert!(created(|create| create.flags = vec!["--betas".into()]).is_ok());
        for flag in ["--settings={}", "--dangerously-skip-permissions"] {
            assert!(created(|create| create.flags = vec![flag.into()]).is_err());
        }
        // Within the bounds of the type, which are in characters.
        let long = "é".repeat(ARGUMENT_BYTES / 2 + 1);
        assert!(created(|create| create.directories = vec![long.clone()]).is_err());
        assert!(created(|create| create.append_system_prompt = Some(long.clone())).is_err());
        let servers = json!({"server": {"command": long}});
        assert!(created(|create| create.mcp_servers = Some(servers.into())).is_err());
    }

    #[test]
    fn control_requests_change_no_permissions_unseen() {
        let check = |subtype: &str, request: Value| {
            let call = ControlCall {
                subtype: subtype.to_owned(),
                request: request.into(),
            };
            call.validate()
                .map_err(|_| ())
                .and_then(|()| check_control(&call).map_err(|_| ()))
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
}
