//! Opens what lies inside a root, and nothing else.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use crate::problem::Problem;

/// Resolves a path inside a root; one that leads out of it, by `..` or by a link, is refused.
///
/// An absolute path is taken when it lies inside the root.
pub(super) fn inside(root: &Path, path: &str) -> Result<PathBuf, Problem> {
    let root = root
        .canonicalize()
        .map_err(|_| Problem::not_found("directory"))?;
    let path = Path::new(path);
    let relative = path.strip_prefix(&root).unwrap_or(path);
    let plain = relative
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !plain {
        return Err(outside());
    }
    let found = root
        .join(relative)
        .canonicalize()
        .map_err(|_| Problem::not_found("file"))?;
    if found.starts_with(&root) {
        Ok(found)
    } else {
        Err(outside())
    }
}

/// Opens a file inside a root, and returns it with its length and its path.
///
/// The agent works in the same directory: a link that is put in the way after the path was resolved is not followed.
pub(super) fn open(root: &Path, path: &str) -> Result<(File, u64, PathBuf), Problem> {
    let found = inside(root, path)?;
    let file = open_plain(&found)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(Problem::not_found("file"));
    }
    Ok((file, about.len(), found))
}

#[cfg(target_os = "linux")]
fn open_plain(path: &Path) -> Result<File, Problem> {
    use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
    // Without waiting, or a pipe would hold the thread up.
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Ok(file) => Ok(file.into()),
        Err(rustix::io::Errno::LOOP) => Err(outside()),
        Err(rustix::io::Errno::NOSYS) => Ok(File::open(path)?),
        Err(_) => Err(Problem::not_found("file")),
    }
}

#[cfg(not(target_os = "linux"))]
fn open_plain(path: &Path) -> Result<File, Problem> {
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let mut options = OpenOptions::new();
    Ok(options.read(true).custom_flags(flags).open(path)?)
}

/// Reads a file if it is not longer than this; `None` when it is.
pub(crate) fn read_up_to(root: &Path, path: &str, most: u64) -> Result<Option<Vec<u8>>, Problem> {
    let (file, length, _) = open(root, path)?;
    if length > most {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Reads a file, if it is there. Whoever made the directory may have put anything in its place: a pipe that never ends,
/// a device, a file that fills the memory.
pub(crate) fn read_plain(path: &Path, most: u64) -> Result<Option<Vec<u8>>, &'static str> {
    let without_waiting = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or_default();
    let mut options = OpenOptions::new();
    let file = match options.read(true).custom_flags(without_waiting).open(path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(_) => return Err("This file cannot be read."),
    };
    if !file.metadata().is_ok_and(|about| about.is_file()) {
        return Err("This is not a file.");
    }
    let mut bytes = Vec::new();
    match file.take(most + 1).read_to_end(&mut bytes) {
        Ok(length) if length as u64 <= most => Ok(Some(bytes)),
        Ok(_) => Err("This file is too large to be looked at."),
        Err(_) => Err("This file cannot be read."),
    }
}

fn outside() -> Problem {
    Problem::forbidden("This path leads out of the project.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_project_can_be_reached() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("project");
        std::fs::create_dir_all(root.join("sub")).unwrap();
        std::fs::create_dir(directory.path().join("project-other")).unwrap();
        std::fs::write(directory.path().join("secret"), "s").unwrap();
        std::fs::write(directory.path().join("project-other/secret"), "s").unwrap();
        std::fs::write(root.join("file"), "f").unwrap();
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, root.join(name)).unwrap();
        };
        link(&directory.path().join("secret"), "link");
        link(directory.path(), "up");
        link(&directory.path().join("project-other"), "beside");
        link(&root.join("file"), "own");
        let read = |path: &str| read_up_to(&root, path, 10);
        assert_eq!(read("file").unwrap().unwrap(), b"f");
        assert_eq!(read("own").unwrap().unwrap(), b"f");
        let absolute = root.canonicalize().unwrap().join("file");
        assert_eq!(read(absolute.to_str().unwrap()).unwrap().unwrap(), b"f");
        for path in [
            "../secret",
            "/etc/passwd",
            "link",
            "up/secret",
            "beside/secret",
            "a/../../secret",
            "sub",
        ] {
            assert!(read(path).is_err(), "{path} was read");
        }
    }

    #[test]
    fn a_pipe_is_no_file() {
        let directory = tempfile::tempdir().unwrap();
        let pipe = directory.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR,
            0,
        )
        .unwrap();
        assert!(read_up_to(directory.path(), "pipe", 10).is_err());
        assert!(read_plain(&pipe, 10).is_err());
    }
}
