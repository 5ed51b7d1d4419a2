//! How commands talk.

use std::io::{self, Write};

/// Tells an error on stderr, with the program's name before it.
#[expect(clippy::print_stderr, reason = "a command tells its errors on stderr")]
pub(crate) fn complain(message: &str) {
    eprintln!("pilothouse: {message}");
}

/// Prints a line on stdout.
pub(crate) fn tell(line: &str) {
    // A closed stdout only means that nobody wants to know.
    drop(writeln!(io::stdout(), "{line}"));
}
