//! Waiting for files.

use std::path::Path;

use super::LIMIT;

/// Waits until something about the files of a directory is so; looks again whenever they change.
pub(crate) async fn wait_for_files(directory: &Path, what: &str, done: impl Fn() -> bool) {
    use rustix::fs::inotify;
    let watch = inotify::init(inotify::CreateFlags::CLOEXEC).unwrap();
    let changes = inotify::WatchFlags::CREATE
        | inotify::WatchFlags::DELETE
        | inotify::WatchFlags::MOVED_TO
        | inotify::WatchFlags::CLOSE_WRITE
        | inotify::WatchFlags::ATTRIB;
    inotify::add_watch(&watch, directory, changes).unwrap();
    let (changed, mut changes) = tokio::sync::mpsc::unbounded_channel();
    std::thread::spawn(move || {
        let mut watch = std::fs::File::from(watch);
        let mut events = [0; 4096];
        while std::io::Read::read(&mut watch, &mut events).is_ok() && changed.send(()).is_ok() {}
    });
    let waited = tokio::time::timeout(LIMIT, async {
        while !done() {
            changes.recv().await;
        }
    });
    assert!(waited.await.is_ok(), "{what} did not come to pass");
}
