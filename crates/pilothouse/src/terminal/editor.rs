//! The person's own editor, for what is too long for a line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};

/// Lets the person's editor change a text in a terminal.
pub(crate) fn edit(terminal: &File, text: &str) -> io::Result<String> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| {
            std::env::var(name)
                .ok()
                .filter(|value| !value.trim().is_empty())
        })
        .ok_or_else(|| io::Error::other("no editor: set EDITOR"))?;
    let path = std::env::temp_dir().join(format!("pilothouse-{}.json", std::process::id()));
    let mut file = private(&path)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = std::process::Command::new(program)
        .args(words)
        .arg(&path)
        .stdin(terminal.try_clone()?)
        .stdout(terminal.try_clone()?)
        .status();
    let edited = std::fs::read_to_string(&path);
    // It is ours and temporary.
    drop(std::fs::remove_file(&path));
    match status {
        Ok(status) if status.success() => edited,
        Ok(status) => Err(io::Error::other(format!("{program}: {status}"))),
        Err(error) => Err(io::Error::other(format!("{program}: {error}"))),
    }
}

/// Makes a file that only this user can read.
fn private(path: &std::path::Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}
