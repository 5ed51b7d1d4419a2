//! The CLI's environment: what we set and what we keep from it.

use std::ffi::OsString;

use super::SessionBuilder;
use crate::process::User;

/// Variables of our own surroundings that would change what the CLI does: it refuses to run inside itself, and passes the others to Node.
const REMOVED: [&str; 3] = ["CLAUDECODE", "NODE_OPTIONS", "DEBUG"];

/// Returns what is set and what is removed. The variables of the command line are set whatever they are around us.
pub(super) fn complete(
    builder: &SessionBuilder,
    variables: &[(String, String)],
    user: Option<&User>,
) -> (Vec<(OsString, OsString)>, Vec<OsString>) {
    let kept = |name: &str| !builder.env_remove.iter().any(|other| other == name);
    let variables = variables
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let mut env: Vec<(OsString, OsString)> = defaults(builder)
        .chain(variables)
        .filter(|(name, _)| kept(name))
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
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

/// The variables that name this library, unless the host around it has set them.
fn defaults(builder: &SessionBuilder) -> impl Iterator<Item = (&str, &str)> {
    let defaults = [
        ("CLAUDE_CODE_ENTRYPOINT", "sdk-rust"),
        ("CLAUDE_AGENT_SDK_VERSION", env!("CARGO_PKG_VERSION")),
    ];
    let unset = |name: &str| builder.env_clear || std::env::var_os(name).is_none();
    defaults.into_iter().filter(move |(name, _)| unset(name))
}
