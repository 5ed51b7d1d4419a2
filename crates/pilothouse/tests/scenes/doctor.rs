//! What `pilothouse doctor` says of a CLI.

use serde_json::Value;

use crate::support::{Home, text};

pub(crate) fn report(home: &Home, claude: &str) -> (Value, Option<i32>) {
    let output = home.output(&["doctor", "--json", "--claude", claude]);
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr))
    });
    (report, output.status.code())
}

pub(crate) fn check<'a>(report: &'a Value, name: &str) -> &'a Value {
    let checks = report["checks"].as_array().unwrap();
    checks
        .iter()
        .find(|check| check["name"] == name)
        .unwrap_or_else(|| panic!("no {name} in {report}"))
}
