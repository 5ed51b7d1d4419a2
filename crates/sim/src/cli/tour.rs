//! The built-in tour: its script, its sample project, and its server.

use serde_json::{Map, Value, json};

use super::mcp::{Server, Status};
use super::session::Sim;

/// The script that `--sim-script tour` plays.
pub(super) const SCRIPT: &str = include_str!("tour/script.json");

/// The sample project.
const FILES: &[(&str, &str)] = &[
    ("README.md", include_str!("tour/README.md")),
    ("tides.py", include_str!("tour/tides.py")),
    ("tides.ipynb", include_str!("tour/tides.ipynb")),
];

impl Sim {
    pub(super) fn is_tour(&self) -> bool {
        self.options.value("sim-script") == Some("tour")
    }

    /// Completes the paths of a tool's input: a script file does not know its working directory.
    pub(super) fn complete_paths(&self, input: &mut Map<String, Value>) {
        if self.options.value("sim-script").is_none() {
            return;
        }
        for name in ["file_path", "notebook_path"] {
            if let Some(Value::String(path)) = input.get_mut(name) {
                *path = self.absolute(path).display().to_string();
            }
        }
    }

    /// Creates the sample project if it is missing, in the overlay or on disk, like tools.
    pub(super) fn prepare_tour(&self) {
        if !self.is_tour() {
            return;
        }
        for (name, text) in FILES {
            let path = self.cwd.join(name);
            let mut files = self.files.borrow_mut();
            if !files.exists(&path) {
                // Without its file, a step of the tour shows an error, which is acceptable.
                let _unwritten = files.write(&path, text.as_bytes().to_vec());
            }
        }
        let mut server = Server::new(
            "harbor",
            "dynamic",
            json!({ "type": "stdio", "command": "harbor" }),
        );
        server.status = Status::Connected;
        server.info = json!({ "name": "harbor", "version": "1.0.0" });
        server.tools = vec![tide_table()];
        self.state.borrow_mut().servers.list.push(server);
    }
}

fn tide_table() -> Value {
    json!({
        "name": "tide_table",
        "title": "Tide table",
        "description": "The measured tides of a day",
        "inputSchema": {
            "type": "object",
            "properties": { "harbor": { "type": "string" }, "date": { "type": "string" } },
        },
    })
}
