//! The simulated CLI without the rest of Pilothouse: small to build, and used by the tests.

fn main() {
    std::process::exit(pilothouse_sim::cli::main(std::env::args_os().skip(1)));
}
