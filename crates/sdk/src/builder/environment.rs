//! The CLI's environment: what we set and what we keep from it.

use std::ffi::{OsStr, OsString};

use super::SessionBuilder;
use crate::process::User;

/// Variables of our own surroundings that would change what the CLI does: it refuses to run inside itself, and passes the others to Node.
const REMOVED: [&str; 3] = ["CLAUDECODE", "NODE_OPTIONS", "DEBUG"];

/// Has the CLI say when it is idle: the only true sign that nothing more will come by itself. What it is set to around us does not matter.
const STATE_EVENTS: &str = "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS";

/// Returns what is set and what is removed.
pub(super) fn complete(
    builder: &SessionBuilder,
    user: Option<&User>,
) -> (Vec<(OsString, OsString)>, Vec<OsString>) {
    let mut env = defaults(builder);
    env.extend(user.into_iter().flat_map(identity));
    env.extend(builder.env.iter().cloned());
    let given = |name: &str| builder.env.iter().any(|(other, _)| other == name);
    let mut removed: Vec<OsString> = REMOVED
        .iter()
        .filter(|name| !given(name))
        .map(OsString::from)
        .collect();
    removed.extend(builder.env_remove.iter().cloned());
    (env, removed)
}

/// The variables that say who a process belongs to. The CLI finds its files by the first.
fn identity(user: &User) -> [(OsString, OsString); 3] {
    let name = || OsString::from(&user.name);
    [
        ("HOME".into(), user.home.clone()),
        ("USER".into(), name()),
        ("LOGNAME".into(), name()),
    ]
}

fn defaults(builder: &SessionBuilder) -> Vec<(OsString, OsString)> {
    let defaults = [
        ("CLAUDE_CODE_ENTRYPOINT", "sdk-rust"),
        ("CLAUDE_AGENT_SDK_VERSION", env!("CARGO_PKG_VERSION")),
        (STATE_EVENTS, "1"),
    ];
    let unset =
        |name: &str| builder.env_clear || name == STATE_EVENTS || std::env::var_os(name).is_none();
    let wanted = defaults
        .into_iter()
        .filter(|(name, _)| unset(name) && !builder.env_remove.iter().any(|other| other == *name));
    wanted
        .map(|(name, value)| (OsStr::new(name).to_owned(), OsStr::new(value).to_owned()))
        .collect()
}
