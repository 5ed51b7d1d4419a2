//! Output of commands. It may contain names of files, sessions or errors of other programs, so it is sanitized.

use std::io::{self, Write};

use crate::sanitize::{harmless, harmless_line};

/// Prints an error on stderr, after the program's name.
pub(crate) fn print_error(message: &str) {
    // A closed stderr is no failure of the command.
    drop(writeln!(io::stderr(), "pilothouse: {}", harmless(message)));
}

/// Prints a line on stdout.
pub(crate) fn print_line(line: &str) {
    // A closed stdout is no failure of the command.
    drop(writeln!(io::stdout(), "{}", harmless_line(line)));
}
