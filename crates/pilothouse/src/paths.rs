//! Where things are kept, after the conventions of desktops.

use std::ffi::OsString;
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

/// The directory of all settings of this user: `$XDG_CONFIG_HOME`, or `~/.config`.
pub(crate) fn config_home() -> io::Result<PathBuf> {
    base("XDG_CONFIG_HOME", ".config")
}

/// The home directory.
pub(crate) fn home() -> io::Result<PathBuf> {
    let home = set("HOME").map(PathBuf::from);
    home.ok_or_else(|| io::Error::other("HOME is not set"))
}

fn below(variable: &str, in_home: &str) -> io::Result<PathBuf> {
    Ok(base(variable, in_home)?.join("pilothouse"))
}

fn base(variable: &str, in_home: &str) -> io::Result<PathBuf> {
    let folder = set(variable)
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(in_home)));
    folder.ok_or_else(|| {
        io::Error::other(format!(
            "neither {variable} nor HOME is set; name the directory with an option"
        ))
    })
}

fn set(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
