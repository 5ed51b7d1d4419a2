//! Exit codes, and the way to them.

use std::process::ExitCode;

use crate::say::complain;

/// Something went wrong.
pub(crate) const ERROR: u8 = 1;
/// The command was not understood.
pub(crate) const USAGE: u8 = 2;
/// Ended without an error, but something was denied or stopped.
pub(crate) const DENIED: u8 = 3;
/// A limit of turns, money or rate was reached.
pub(crate) const LIMIT: u8 = 4;
/// The CLI is missing, or nobody is signed in.
pub(crate) const NO_CLI: u8 = 5;
/// Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Tells an error and ends with it.
pub(crate) fn fail(message: &str) -> ExitCode {
    fail_with(ERROR, message)
}

/// Tells an error and ends with a code for it.
pub(crate) fn fail_with(code: u8, message: &str) -> ExitCode {
    complain(message);
    ExitCode::from(code)
}

/// Runs something that waits.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> Result<T, ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => Ok(runtime.block_on(future)),
        Err(error) => Err(fail(&format!("cannot start: {error}"))),
    }
}
