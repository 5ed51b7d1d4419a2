//! `cargo xtask run`: builds and starts a server from a fresh clone.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use crate::arguments::RunArguments;
use crate::repository::Repository;
use crate::{Outcome, command, ui};

/// The default address of the server, and of the demo.
const DEFAULT_LISTEN: &str = "127.0.0.1:7477";
const DEMO_LISTEN: &str = "127.0.0.1:7478";

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let arguments = RunArguments::parse(arguments);
    match (repository.has_ui(), arguments.dev) {
        (true, false) => ui::build(repository)?,
        (true, true) => ui::install(repository)?,
        (false, true) => return Err(format!("--dev needs the UI, and {}", ui::NO_UI)),
        (false, false) => println!("starting the API alone: {}", ui::NO_UI),
    }
    command::build_host(repository.root())?;
    match arguments.dev {
        true => serve_with_vite(repository, &arguments),
        // The server replaces this process, so that signals and the exit code are its own.
        false => Err(format!(
            "start pilothouse: {}",
            host(repository, &arguments).exec()
        )),
    }
}

fn host(repository: &Repository, arguments: &RunArguments) -> Command {
    let program = repository.binaries().join("pilothouse");
    let mut host = Command::new(program);
    host.arg("serve").args(&arguments.serve);
    host
}

/// Runs Vite in addition to the server; when the server exits, Vite is ended too.
fn serve_with_vite(repository: &Repository, arguments: &RunArguments) -> Outcome {
    // Vite is started without npm, so that ending the child ends Vite itself.
    let mut vite = command::program(&repository.ui(), "node", &["node_modules/vite/bin/vite.js"]);
    let is_demo = arguments.serve.iter().any(|argument| argument == "--demo");
    let default = if is_demo { DEMO_LISTEN } else { DEFAULT_LISTEN };
    let address = arguments.listen().unwrap_or(default);
    vite.env("PILOTHOUSE_HOST", format!("http://{address}"));
    let vite = vite
        .spawn()
        .map_err(|error| format!("start Vite: {error}"))?;
    let _vite = EndOnDrop(vite);
    command::run(host(repository, arguments))
}

struct EndOnDrop(Child);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        // Both calls fail only if Vite has already exited.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
