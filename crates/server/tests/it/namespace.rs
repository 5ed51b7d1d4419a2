//! Tests that mount disks of their own. Any user can, as root of a user namespace, so such a test runs itself there.

use std::io::Write;
use std::path::Path;
use std::process::Command;

const INSIDE: &str = "IN_NAMESPACE";

/// Whether this process is the one that a test started for itself.
pub(crate) fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

/// Runs a test of this program as root of a user namespace, with mounts of its own.
pub(crate) async fn run(test: &str) {
    let status = tokio::process::Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env(INSIDE, "1")
        .kill_on_drop(true)
        .status()
        .await
        .unwrap();
    assert!(status.success(), "{test} failed in its namespace");
}

/// Mounts an empty disk of so many megabytes.
pub(crate) fn mount_disk(megabytes: u64, path: &Path) {
    std::fs::create_dir(path).unwrap();
    let size = format!("size={megabytes}m");
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", &size, "none"]).arg(path);
    assert!(mount.status().unwrap().success());
}

/// Makes a directory read-only, for files that are opened from now on.
pub(crate) fn make_read_only(path: &Path) {
    let mut mount = Command::new("mount");
    mount.args(["--bind", "-o", "ro"]).arg(path).arg(path);
    assert!(mount.status().unwrap().success());
}

/// Undoes [`make_read_only`].
pub(crate) fn make_writable(path: &Path) {
    let mut unmount = Command::new("umount");
    assert!(unmount.arg("--lazy").arg(path).status().unwrap().success());
}

/// Takes all the room there is now; not what is released from the reserve later.
pub(crate) fn fill(path: &Path) {
    let mut file = std::fs::File::create(path).unwrap();
    let room = rustix::fs::fstatvfs(&file).unwrap();
    let page = vec![0; room.f_frsize as usize];
    for _ in 0..room.f_bavail {
        if file.write_all(&page).is_err() {
            return;
        }
    }
}
