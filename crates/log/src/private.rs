//! Files and directories that only this user can read.
//!
//! Logs hold everything that was said. The data directory is closed to others, but a copy or a backup of it may not be,
//! so each file is private by itself.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

const FILE: u32 = 0o600;
const DIRECTORY: u32 = 0o700;

/// Options that create files for this user alone.
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(FILE);
    options
}

/// Creates a file, or empties the one that is there.
pub fn create(path: impl AsRef<Path>) -> io::Result<File> {
    options().write(true).create(true).truncate(true).open(path)
}

/// Creates a file that must not be there yet.
pub fn create_new(path: impl AsRef<Path>) -> io::Result<File> {
    options().write(true).create_new(true).open(path)
}

/// Writes a whole file.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    create(path)?.write_all(bytes.as_ref())
}

/// Creates a directory and those above it that are missing.
pub fn create_dir_all(path: impl AsRef<Path>) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(DIRECTORY)
        .create(path)
}

/// Takes away what others may do with the files of a directory, and with everything below it. Links are not followed.
///
/// `skipped` names entries of the directory itself that are left as they are.
pub fn tighten(directory: &Path, skipped: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if skipped.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        match tighten_entry(&entry) {
            // A file may be gone by now: sessions go on meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            result => result?,
        }
    }
    Ok(())
}

fn tighten_entry(entry: &fs::DirEntry) -> io::Result<()> {
    let metadata = entry.metadata()?;
    let path = entry.path();
    if !metadata.is_dir() && !metadata.is_file() {
        return Ok(());
    }
    let mode = metadata.permissions().mode();
    if mode & 0o077 != 0 {
        fs::set_permissions(&path, Permissions::from_mode(mode & DIRECTORY))?;
    }
    match metadata.is_dir() {
        true => tighten(&path, &[]),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_created_is_for_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        create_dir_all(&below).unwrap();
        let file = below.join("file");
        write(&file, "text").unwrap();
        assert_eq!(mode(&folder.path().join("a")), 0o700);
        assert_eq!(mode(&below), 0o700);
        assert_eq!(mode(&file), 0o600);
        assert!(create_new(&file).is_err());
        assert_eq!(fs::read_to_string(file).unwrap(), "text");
    }

    #[test]
    fn what_is_there_is_tightened_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let outside = tempfile::NamedTempFile::new().unwrap();
        let set = |path: &Path, mode| {
            fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        };
        set(outside.path(), 0o644);
        let log = folder.path().join("sessions/log");
        let project = folder.path().join("demo");
        fs::create_dir_all(&log).unwrap();
        fs::create_dir(&project).unwrap();
        set(&log, 0o755);
        set(&project, 0o755);
        for (file, open) in [("file", 0o644), ("script", 0o755), ("read-only", 0o444)] {
            fs::write(log.join(file), "").unwrap();
            set(&log.join(file), open);
        }
        std::os::unix::fs::symlink(outside.path(), log.join("link")).unwrap();
        tighten(folder.path(), &["demo"]).unwrap();
        assert_eq!(mode(&log), 0o700);
        assert_eq!(mode(&log.join("file")), 0o600);
        assert_eq!(mode(&log.join("script")), 0o700);
        assert_eq!(mode(&log.join("read-only")), 0o400);
        assert_eq!(mode(outside.path()), 0o644);
        assert_eq!(mode(&project), 0o755);
    }
}
