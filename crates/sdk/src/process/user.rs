//! Starts a process as another user.

use std::ffi::OsString;
use std::io;

/// A user of this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) home: OsString,
}

impl User {
    /// Looks up a user in all sources of the system. `None` if there is no such user.
    #[cfg(unix)]
    pub(crate) fn named(name: &str) -> io::Result<Option<Self>> {
        let text = std::ffi::CString::new(name)?;
        let mut buffer = vec![0; 1024];
        loop {
            match look_up(&text, &mut buffer) {
                Err(error)
                    if error.raw_os_error() == Some(libc::ERANGE) && buffer.len() < 1 << 20 =>
                {
                    buffer.resize(buffer.len() * 2, 0);
                }
                answer => return answer,
            }
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn named(_name: &str) -> io::Result<Option<Self>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(unix)]
#[allow(
    unsafe_code,
    reason = "users are known to the C library alone, which asks files, directories and networks for them"
)]
fn look_up(name: &std::ffi::CStr, buffer: &mut [u8]) -> io::Result<Option<User>> {
    use std::ffi::{CStr, OsStr};
    use std::os::unix::ffi::OsStrExt;

    let mut entry = std::mem::MaybeUninit::<libc::passwd>::uninit();
    let mut found = std::ptr::null_mut();
    // SAFETY: all pointers are valid for the call, and the length is the buffer's.
    let code = unsafe {
        libc::getpwnam_r(
            name.as_ptr(),
            entry.as_mut_ptr(),
            buffer.as_mut_ptr().cast(),
            buffer.len(),
            &mut found,
        )
    };
    if code != 0 {
        return Err(io::Error::from_raw_os_error(code));
    }
    if found.is_null() {
        return Ok(None);
    }
    // SAFETY: the call succeeded and found someone, so the entry is filled and its texts end within the buffer.
    let (uid, gid, home) = unsafe {
        let entry = entry.assume_init_ref();
        (entry.pw_uid, entry.pw_gid, CStr::from_ptr(entry.pw_dir))
    };
    Ok(Some(User {
        name: name.to_string_lossy().into_owned(),
        uid,
        gid,
        home: OsStr::from_bytes(home.to_bytes()).to_owned(),
    }))
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::PathBuf;

    use tokio::io::AsyncReadExt;

    use super::*;
    use crate::process::{Launch, Mark, Process};

    #[test]
    fn users_are_found_by_name() {
        let root = User::named("root").unwrap().unwrap();
        assert_eq!((root.uid, root.name.as_str()), (0, "root"));
        assert!(!root.home.is_empty());
        assert_eq!(User::named("nobody-has-this-name").unwrap(), None);
        assert!(User::named("a\0b").is_err());
    }

    #[tokio::test]
    async fn a_process_is_started_as_another_user() {
        let user = User::named("nobody").unwrap();
        let (Some(user), true) = (user, rustix::process::getuid().is_root()) else {
            return;
        };
        let launch = Launch {
            program: PathBuf::from("/bin/sh"),
            args: vec!["-c".into(), "id -u; id -g; id -G".into()],
            cwd: Some("/".into()),
            user: Some(user.clone()),
            ..Launch::default()
        };
        let (mut process, mut pipes) = Process::spawn(&launch, Mark::unique(), None).await.unwrap();
        let mut text = String::new();
        pipes.stdout.read_to_string(&mut text).await.unwrap();
        process.wait().await.unwrap();
        process.sweep().await;
        let (uid, gid) = (user.uid, user.gid);
        assert_eq!(
            text,
            format!("{uid}\n{gid}\n{gid}\n"),
            "and in no group of ours"
        );
    }
}
