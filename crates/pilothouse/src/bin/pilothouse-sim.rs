//! The simulated CLI as an executable of its own, for clients that want one path.

fn main() {
    std::process::exit(pilothouse_sim::cli::main(std::env::args_os().skip(1)));
}
