//! How commands talk.

use std::io::{self, Write};

/// Tells an error on stderr, with the program's name before it.
pub(crate) fn complain(message: &str) {
    // A closed stderr only means that nobody wants to know.
    drop(writeln!(io::stderr(), "pilothouse: {message}"));
}

/// Prints a line on stdout.
pub(crate) fn tell(line: &str) {
    // A closed stdout only means that nobody wants to know.
    drop(writeln!(io::stdout(), "{line}"));
}
