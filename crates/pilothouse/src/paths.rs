//! Where things are kept, after the conventions of desktops.

use std::io;
use std::path::PathBuf;

/// Where sessions are kept: `$XDG_DATA_HOME/pilothouse`, or `~/.local/share/pilothouse`.
pub(crate) fn data() -> PathBuf {
    below("XDG_DATA_HOME", ".local/share").unwrap_or_else(|_| PathBuf::from("pilothouse"))
}

/// The data directory of the demo, beside that of real sessions.
pub(crate) fn demo() -> PathBuf {
    data().with_file_name("pilothouse-demo")
}

/// Where recordings are kept: `$XDG_STATE_HOME/pilothouse`, or `~/.local/state/pilothouse`.
pub(crate) fn state() -> io::Result<PathBuf> {
    below("XDG_STATE_HOME", ".local/state")
}

/// The file with settings: `$XDG_CONFIG_HOME/pilothouse/config.toml`, or `~/.config/pilothouse/config.toml`.
pub(crate) fn config() -> io::Result<PathBuf> {
    Ok(below("XDG_CONFIG_HOME", ".config")?.join("config.toml"))
}

fn below(variable: &str, in_home: &str) -> io::Result<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let folder = set(variable)
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(in_home)));
    let nowhere = || {
        io::Error::other(format!(
            "neither {variable} nor HOME is set; say where with an option"
        ))
    };
    Ok(folder.ok_or_else(nowhere)?.join("pilothouse"))
}
