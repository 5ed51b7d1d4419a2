//! A program that is nothing but a runner.

use std::process::ExitCode;

fn main() -> ExitCode {
    pilothouse_runner::main(std::env::args_os().skip(1))
}
