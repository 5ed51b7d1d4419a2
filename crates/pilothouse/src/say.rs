//! How commands talk. What they print may name files, sessions or errors from elsewhere, so it is sanitized.

use std::io::{self, Write};

use crate::sanitize::{harmless, harmless_line};

/// Tells an error on stderr, with the program's name before it.
pub(crate) fn complain(message: &str) {
    // A closed stderr only means that nobody wants to know.
    drop(writeln!(io::stderr(), "pilothouse: {}", harmless(message)));
}

/// Prints a line on stdout.
pub(crate) fn tell(line: &str) {
    // A closed stdout only means that nobody wants to know.
    drop(writeln!(io::stdout(), "{}", harmless_line(line)));
}
