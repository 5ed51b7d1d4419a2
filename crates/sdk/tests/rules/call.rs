//! A call of a tool.

use std::fmt;

use serde_json::{Value, json};

use super::place::Place;

/// A call that both the engine and the CLI judge, by its part of the table.
#[derive(Clone, Copy)]
pub(crate) enum Call {
    Bash(&'static str),
    Monitor(&'static str),
    Read(&'static str),
    Write(&'static str),
    Edit(&'static str),
    NotebookEdit(&'static str),
    Grep(&'static str),
    Glob(&'static str),
    Fetch(&'static str),
    Search(&'static str),
    Skill(&'static str),
    /// A tool of an MCP server, by its full name.
    Mcp(&'static str),
}

impl Call {
    pub(crate) fn tool(&self) -> &'static str {
        match self {
            Self::Bash(_) => "Bash",
            Self::Monitor(_) => "Monitor",
            Self::Read(_) => "Read",
            Self::Write(_) => "Write",
            Self::Edit(_) => "Edit",
            Self::NotebookEdit(_) => "NotebookEdit",
            Self::Grep(_) => "Grep",
            Self::Glob(_) => "Glob",
            Self::Fetch(_) => "WebFetch",
            Self::Search(_) => "WebSearch",
            Self::Skill(_) => "Skill",
            Self::Mcp(name) => name,
        }
    }

    fn about(&self) -> &'static str {
        match self {
            Self::Bash(about)
            | Self::Monitor(about)
            | Self::Read(about)
            | Self::Write(about)
            | Self::Edit(about)
            | Self::NotebookEdit(about)
            | Self::Grep(about)
            | Self::Glob(about)
            | Self::Fetch(about)
            | Self::Search(about)
            | Self::Skill(about) => about,
            Self::Mcp(_) => "",
        }
    }

    /// The call as written in the table.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.tool(), self.about())
    }

    pub(crate) fn input(&self, place: &Place) -> Value {
        let about = place.fill(self.about());
        match self {
            Self::Bash(_) => json!({"command": about}),
            Self::Monitor(_) => {
                json!({"command": about, "description": "watch", "timeout_ms": 1000})
            }
            Self::Read(_) => json!({"file_path": about}),
            Self::Write(_) => json!({"file_path": about, "content": "x"}),
            Self::Edit(_) => {
                json!({"file_path": about, "old_string": "", "new_string": "new"})
            }
            Self::NotebookEdit(_) => {
                json!({"notebook_path": about, "new_source": "x", "cell_id": "a"})
            }
            Self::Grep(_) => json!({"pattern": "x", "path": about}),
            Self::Glob(_) => json!({"pattern": "*", "path": about}),
            Self::Fetch(_) => json!({"url": about, "prompt": "what is this?"}),
            Self::Search(_) => json!({"query": about}),
            Self::Skill(_) => json!({"skill": about}),
            Self::Mcp(_) => json!({}),
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about: String = self.about().chars().take(60).collect();
        write!(f, "{} {about:?}", self.tool())
    }
}
