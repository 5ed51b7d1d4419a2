//! The environment of the CLI: variables that are set or removed.

use std::ffi::OsString;

use super::SessionBuilder;
use crate::process::User;

/// Inherited variables that would change the behavior of the CLI: it refuses to run inside itself, and passes the
/// others to Node.
const REMOVED: [&str; 3] = ["CLAUDECODE", "NODE_OPTIONS", "DEBUG"];

/// Returns the variables to set and to remove. Variables of the command line override inherited ones.
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

/// The variables that identify the user. The CLI finds its files through the first one.
fn identity(user: &User) -> [(OsString, OsString); 3] {
    let name = || OsString::from(&user.name);
    [
        ("HOME".into(), user.home.clone()),
        ("USER".into(), name()),
        ("LOGNAME".into(), name()),
    ]
}

/// The variables that identify this library, unless the host has set them.
fn defaults(builder: &SessionBuilder) -> impl Iterator<Item = (&str, &str)> {
    let defaults = [
        ("CLAUDE_CODE_ENTRYPOINT", "sdk-rust"),
        ("CLAUDE_AGENT_SDK_VERSION", env!("CARGO_PKG_VERSION")),
    ];
    let unset = |name: &str| builder.env_clear || std::env::var_os(name).is_none();
    defaults.into_iter().filter(move |(name, _)| unset(name))
}
