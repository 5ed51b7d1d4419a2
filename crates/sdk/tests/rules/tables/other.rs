//! Other tools with rules.

use super::{Call, EMPTY, Table, Topic};

pub(super) const SKILLS: Topic = Topic {
    name: "skills",
    table: Table::Tools,
    allow: &[
        "Skill",
        "Skill(tidy)",
        "Skill(tidy:*)",
        "Skill(ti*)",
        "Skill(*)",
        "Skill(/tidy)",
        "Skill(TIDY)",
    ],
    deny: &[
        "Skill",
        "Skill(tidy)",
        "Skill(tidy:*)",
        "Skill(ti*)",
        "Skill(*)",
        "Skill(/tidy)",
        "Skill(tidy *)",
        "Skill(ti:*)",
        "Skill(TIDY)",
    ],
    calls: &[(Call::Skill, &["tidy", "/tidy", " tidy", "TIDY"])],
    ..EMPTY
};

pub(super) const SEARCHES: Topic = Topic {
    name: "searches",
    table: Table::Tools,
    allow: &["WebSearch", "WebSearch(x)", "WebSearch(*)"],
    deny: &["WebSearch", "WebSearch(x)", "WebSearch(*)", "WebSearch(y*)"],
    calls: &[(Call::Search, &["x", "y"])],
    ..EMPTY
};
