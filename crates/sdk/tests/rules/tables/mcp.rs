//! Servers and their tools.

use super::{Call, EMPTY, Table, Topic};

pub(super) const TOPIC: Topic = Topic {
    name: "mcp",
    table: Table::Tools,
    allow: &[
        "mcp__notes",
        "mcp__notes__*",
        "mcp__notes__get",
        "mcp__notes__get*",
        "mcp__notes*",
        "mcp__*",
        "mcp__*__get",
        "mcp__notes__",
        "mcp__notes__get(*)",
        "mcp__notes__get(x)",
        "mcp__NOTES__get",
        "mcp__notes_",
        "mcp__n*__get",
        "*__get",
    ],
    deny: &[
        "mcp__notes",
        "mcp__notes__*",
        "mcp__notes__get",
        "mcp__notes__get*",
        "mcp__notes*",
        "mcp__*",
        "mcp__*__get",
        "mcp__notes__",
        "mcp__notes__get(*)",
        "mcp__notes__get(x)",
        "mcp__NOTES__get",
        "mcp__notes_",
        "mcp__n*__get",
        "*__get",
    ],
    deny_beside: &[
        ("mcp__notes", "mcp__notes__get"),
        ("mcp__notes__get", "mcp__notes"),
    ],
    calls: &[(
        Call::Mcp,
        &[
            "mcp__notes__get",
            "mcp__notes__get_all",
            "mcp__notes_two__get",
            "mcp__notes_two__get_all",
            "mcp__mail__get",
            "mcp__mail__get_all",
        ],
    )],
    ..EMPTY
};
