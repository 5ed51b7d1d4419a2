//! Exit codes, and functions that end with them.

use std::process::ExitCode;

use crate::output::print_error;

/// An error.
pub(crate) const ERROR: u8 = 1;
/// Invalid usage.
pub(crate) const USAGE: u8 = 2;
/// Ended without an error, but something was denied or stopped.
pub(crate) const DENIED: u8 = 3;
/// A limit of turns, money or rate was reached.
pub(crate) const LIMIT: u8 = 4;
/// Claude CLI not installed or not signed in.
pub(crate) const NO_CLI: u8 = 5;
/// Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Prints an error and returns its exit code.
pub(crate) fn fail(message: &str) -> ExitCode {
    fail_with(ERROR, message)
}

/// Prints an error and returns this exit code.
pub(crate) fn fail_with(code: u8, message: &str) -> ExitCode {
    print_error(message);
    ExitCode::from(code)
}

/// Runs a future to its end.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> Result<T, ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => Ok(runtime.block_on(future)),
        Err(error) => Err(fail(&format!("cannot start: {error}"))),
    }
}
