//! What a notification can show and decide.

use super::{Ask, AskBody, PermissionAsk};

/// The longest action that a notification shows whole.
const NOTIFIED: usize = 120;

/// Members of an input that say what a call would do, the most telling first.
const TELLING: [&str; 7] = [
    "command",
    "file_path",
    "notebook_path",
    "url",
    "pattern",
    "path",
    "query",
];

/// Members of an input that change nothing about what a call would do.
const HARMLESS: [&str; 2] = ["description", "timeout"];

impl Ask {
    /// Whether Allow and Deny may stand on a notification: one line there shows all that would happen, and the CLI does
    /// not require that a person looks at it.
    pub fn one_tap(&self) -> bool {
        let AskBody::Permission(permission) = &self.body else {
            return false;
        };
        let is_careful =
            permission.requires_interaction || permission.needs_person || permission.default_to_no;
        !is_careful && permission.fits_one_line()
    }
}

impl PermissionAsk {
    /// The member of the input that says what the call would do, and its name.
    pub fn gist(&self) -> Option<(&'static str, &str)> {
        let mut found = TELLING.into_iter().filter_map(|name| {
            let text = self.input.0.get(name)?.as_str()?;
            Some((name, text))
        });
        found.next()
    }

    /// Whether the gist is the complete action, in one short line of characters that can be seen.
    fn fits_one_line(&self) -> bool {
        let Some((name, text)) = self.gist() else {
            return false;
        };
        let mut members = self
            .input
            .0
            .as_object()
            .into_iter()
            .flat_map(|input| input.keys());
        text.len() <= NOTIFIED
            && text.chars().all(|letter| (' '..='~').contains(&letter))
            && members.all(|member| member == name || HARMLESS.contains(&member.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn ask(input: Value) -> Ask {
        let body = json!({
            "kind": "permission",
            "tool": {"name": "Bash", "display": "Bash"},
            "input": input,
            "suggestions": [],
            "canRemember": true,
            "defaultToNo": false,
            "requiresInteraction": false,
            "needsPerson": false,
        });
        let ask = json!({
            "id": "1:a", "requestId": "a", "epoch": 1, "at": 1, "body": body, "state": {"state": "open"},
        });
        serde_json::from_value(ask).unwrap()
    }

    #[test]
    fn a_notification_decides_only_what_it_shows_whole() {
        let shown = [
            json!({"command": "npm test"}),
            json!({"command": "npm test", "description": "run the tests", "timeout": 5000}),
            json!({"file_path": "/srv/a.txt"}),
        ];
        for input in shown {
            assert!(ask(input.clone()).one_tap(), "{input}");
        }
        let hidden = [
            json!({"command": "npm test\nrm -rf x"}),
            json!({"command": "x".repeat(NOTIFIED + 1)}),
            json!({"command": "rm \u{202e}txt.a"}),
            json!({"command": "rm\u{a0}-rf"}),
            json!({"command": "npm test", "run_in_background": true}),
            json!({"file_path": "/srv/a.txt", "content": "x"}),
            json!({"file_path": "/srv/a.txt", "old_string": "a", "new_string": "b"}),
            json!({"url": "https://example.com", "prompt": "x"}),
            json!({"anything": "else"}),
        ];
        for input in hidden {
            assert!(!ask(input.clone()).one_tap(), "{input}");
        }
    }

    #[test]
    fn a_notification_decides_nothing_that_needs_attention() {
        let mut careful = ask(json!({"command": "npm test"}));
        if let AskBody::Permission(permission) = &mut careful.body {
            permission.default_to_no = true;
        }
        assert!(!careful.one_tap());
    }
}
