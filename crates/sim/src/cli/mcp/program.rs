//! Configured servers: whether the CLI could start their program.

use std::path::Path;

use serde_json::{Value, json};

use super::{Server, Status};
use crate::cli::session::Sim;

impl Sim {
    /// Creates a configured server. It is not started, but fails as in the CLI if its program does not exist.
    pub(in crate::cli) fn configured_server(
        &self,
        name: &str,
        source: &'static str,
        config: Value,
    ) -> Server {
        let mut server = Server::new(name, source, config);
        server.status = self.configured_status(&server.config);
        let has_failed = matches!(server.status, Status::Failed(_));
        let is_program = server.config["command"].is_string();
        if self.features().reports_failed_server_config {
            if is_program {
                server.config = stdio_config(&server.config);
            }
        } else if has_failed {
            server.config = Value::Null;
        }
        server
    }

    /// The state of a configured server after its start.
    pub(in crate::cli) fn configured_status(&self, config: &Value) -> Status {
        match config["command"].as_str() {
            Some(command) if !self.finds_program(command) => {
                Status::Failed(self.missing_program(command))
            }
            _ => Status::Connected,
        }
    }

    fn finds_program(&self, command: &str) -> bool {
        if command.contains('/') {
            return self.cwd.join(command).is_file();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path)
            .any(|folder: std::path::PathBuf| folder.join(command).is_file())
    }

    /// The error that the CLI reports: 2.1.325 names its pipe instead of the command, 2.1.38 reports Node's error.
    fn missing_program(&self, command: &str) -> String {
        if !self.features().reports_failed_server_config {
            return format!("spawn {command} ENOENT");
        }
        if Path::new(command).components().count() > 1 {
            return "ENOENT: no such file or directory, posix_spawn 'stdio'".to_owned();
        }
        "Executable not found in $PATH: \"stdio\"".to_owned()
    }
}

/// The configuration of a program as reported by the CLI: always with its type and arguments.
fn stdio_config(config: &Value) -> Value {
    let mut whole = json!({ "type": "stdio", "command": config["command"], "args": [] });
    for (key, value) in config.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    whole
}
