//! The simulated CLI as a program, for the tests of the examples.

fn main() {
    std::process::exit(pilothouse_sim::cli::main(std::env::args_os().skip(1)));
}
