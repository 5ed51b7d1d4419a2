//! The runner stays small enough to be read in one go.

use std::fs;
use std::path::Path;

/// How long it may be.
const LINES: usize = 800;

/// Counts the lines of a file that do something: neither blank, nor a comment, nor an import.
fn lines_of_code(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut importing = false;
    let does_something = |line: &&str| {
        importing |= line.starts_with("use ") || line.starts_with("pub use ");
        let counts = !importing && !line.is_empty() && !line.starts_with("//");
        importing &= !line.ends_with(';');
        counts
    };
    text.lines().map(str::trim).filter(does_something).count()
}

/// The process: `runner.rs` and what is beneath it. The log, the socket and the client of the same
/// crate are also the server's.
#[test]
fn the_process_has_less_than_800_lines_of_code() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let beneath = fs::read_dir(source.join("runner")).unwrap();
    let files = beneath.map(|entry| entry.unwrap().path());
    let lines: usize = files
        .chain([source.join("runner.rs")])
        .map(|path| lines_of_code(&path))
        .sum();
    assert!((100..LINES).contains(&lines), "{lines} lines of code");
}
