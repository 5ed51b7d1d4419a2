mod allow;
mod deny;
mod files;
mod handler;
mod tools;

use serde_json::json;

use super::*;

fn rules() -> Rules {
    Rules::new(Surroundings::new("/repo").home("/home/me"))
}

fn allows(rule: &str, command: &str) -> bool {
    let rules = rules().allow(rule).unwrap();
    matches!(
        rules.judge("Bash", &json!({"command": command})),
        Verdict::Allow { .. }
    )
}

fn denies(rule: &str, command: &str) -> bool {
    let rules = rules().deny(rule).unwrap();
    matches!(
        rules.judge("Bash", &json!({"command": command})),
        Verdict::Deny { .. }
    )
}
