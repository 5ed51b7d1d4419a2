//! The real CLI with the scripted model.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::support::{Home, PILOTHOUSE};
use crate::trials::real_cli;

/// The path of the CLI.
pub(crate) fn path() -> String {
    real_cli().to_str().unwrap().to_owned()
}

/// The CLI that `PILOTHOUSE_REAL_CLI` names, and a scripted model for it.
pub(crate) struct Real {
    pub(crate) path: String,
    model: Child,
}

impl Real {
    /// Starts the model and tells the home how to reach it.
    pub(crate) fn new(home: &mut Home) -> Self {
        let mut model = Command::new(PILOTHOUSE)
            .args(["model", "--listen", "127.0.0.1:0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(model.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .split_whitespace()
            .find(|word| word.contains("http://"))
            .unwrap_or_else(|| panic!("{line}"));
        home.set("ANTHROPIC_BASE_URL", address);
        home.set("ANTHROPIC_API_KEY", "dummy");
        Self {
            path: path(),
            model,
        }
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        drop(self.model.kill());
        drop(self.model.wait());
    }
}
