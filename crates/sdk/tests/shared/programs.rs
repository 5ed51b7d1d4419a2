//! Starts programs in tests: examples of the crate under test. The crates with such programs share this file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;
use std::time::SystemTime;

/// Returns a program that cargo built as an example, and builds it if it is missing or older than its sources.
///
/// Cargo builds examples before it runs tests, except when only one test target is selected. `PILOTHOUSE_BUILT` means
/// that everything was built.
pub(crate) fn program(name: &str) -> PathBuf {
    static BUILD: Once = Once::new();
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(Path::parent).unwrap();
    let path = folder.join("examples").join(name);
    if std::env::var_os("PILOTHOUSE_BUILT").is_none() && !is_fresh(&path) {
        BUILD.call_once(build);
    }
    assert!(path.exists(), "no program at {}", path.display());
    path
}

/// Builds all examples with the options of the whole workspace, so that nothing is compiled again later.
fn build() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--workspace", "--all-features"])
        .arg("--examples")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "cannot build the programs of the tests"
    );
}

/// Returns whether a program is newer than all its sources, which cargo lists in a file next to it.
fn is_fresh(program: &Path) -> bool {
    let Ok(listed) = std::fs::read_to_string(program.with_extension("d")) else {
        return false;
    };
    let (Some(built), Some((_, sources))) = (changed(program), listed.split_once(": ")) else {
        return false;
    };
    // Spaces in paths are escaped with a backslash.
    let sources = sources.trim_end().replace("\\ ", "\0");
    let mut sources = sources.split(' ').map(|path| path.replace('\0', " "));
    sources.all(|source| changed(Path::new(&source)).is_some_and(|changed| changed <= built))
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok()?.modified().ok()
}
