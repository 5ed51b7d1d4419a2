//! `cargo xtask run`: everything from a fresh clone to a running host.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use crate::arguments::RunArguments;
use crate::repository::Repository;
use crate::{Outcome, command, ui};

/// Where the server listens by default, and where the demo does.
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
        // The host takes this process's place, so signals and the exit code are its own.
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

/// Runs Vite beside the host; when the host ends, Vite is ended too.
fn serve_with_vite(repository: &Repository, arguments: &RunArguments) -> Outcome {
    // Vite is started without npm in between, so that ending the child ends Vite itself.
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
        // Both calls fail only when Vite has ended by itself, which is what is wanted.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
