//! Parses nextest's JUnit file: only the elements and attributes that it writes, not general XML.

use crate::test::report::{Report, Retried, Time};

/// Collects counts, times and retried tests.
pub(crate) fn parse(xml: &str) -> Report {
    let mut report = Report::default();
    for case in xml.split("<testcase ").skip(1) {
        let head = case.split('>').next().unwrap_or("");
        let body = case.split("</testcase>").next().unwrap_or("");
        let test = attribute(head, "name").unwrap_or_default();
        let binary = attribute(head, "classname").unwrap_or_default();
        let name = format!("{binary} {test}");
        let seconds = attribute(head, "time").and_then(|time| time.parse().ok());
        if let Some(seconds) = seconds {
            let name = name.clone();
            report.times.push(Time { seconds, name });
        }
        // A self-closing element has no body: the following text belongs to the next test.
        let body = if head.ends_with('/') { "" } else { body };
        if has(body, "failure") || has(body, "error") {
            report.failures.push(name);
            continue;
        }
        report.passed += 1;
        if let Some(first) = ["<flakyFailure", "<flakyError"]
            .iter()
            .find_map(|tag| body.split(tag).nth(1))
        {
            let failure = first_failure(first);
            report.retried.push(Retried { name, failure });
        }
    }
    report
}

fn has(body: &str, element: &str) -> bool {
    body.contains(&format!("<{element} ")) || body.contains(&format!("<{element}>"))
}

/// Finds the line with the reason: the panic message, or else nextest's message.
fn first_failure(element: &str) -> String {
    let noted = attribute(element, "message").unwrap_or_default();
    let output = unescape(element);
    let mut lines = output.lines();
    let panic = lines.find(|line| line.contains("panicked at"));
    match panic {
        Some(place) => {
            let place = &place[place.find("thread '").unwrap_or(0)..];
            let reason = lines.next().unwrap_or("").trim();
            format!("{}: {reason}", place.trim().trim_end_matches(':'))
        }
        None => noted,
    }
}

fn attribute(text: &str, name: &str) -> Option<String> {
    let start = text.find(&format!("{name}=\""))? + name.len() + 2;
    let end = text[start..].find('"')? + start;
    Some(unescape(&text[start..end]))
}

fn unescape(text: &str) -> String {
    let named = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#10;", "\n"),
        ("&amp;", "&"),
    ];
    named.iter().fold(text.to_owned(), |text, (name, char)| {
        text.replace(name, char)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="4" failures="1" errors="0">
    <testsuite name="pilothouse-sdk::it" tests="4" disabled="0" errors="0" failures="1">
        <testcase name="a::quick" classname="pilothouse-sdk::it" timestamp="t" time="0.012"/>
        <testcase name="a::late" classname="pilothouse-sdk::it" timestamp="t" time="2.500">
            <flakyFailure timestamp="t" time="1.0" message="test failure with exit code 101" type="test failure">
                <system-err>thread &apos;a::late&apos; panicked at crates/sdk/tests/it/a.rs:7:5:
expected &lt;idle&gt;
note: run with RUST_BACKTRACE=1</system-err>
            </flakyFailure>
        </testcase>
        <testcase name="a::wrong" classname="pilothouse-sdk::it" timestamp="t" time="0.1">
            <failure message="test failure with exit code 101" type="test failure">text</failure>
            <rerunFailure timestamp="t" time="0.1" message="m" type="test failure"/>
        </testcase>
        <testcase name="a::killed" classname="pilothouse-sdk::it" timestamp="t" time="60">
            <flakyFailure timestamp="t" time="60" message="test timeout" type="test timeout"/>
        </testcase>
    </testsuite>
</testsuites>"#;

    #[test]
    fn tests_are_counted_and_timed() {
        let report = parse(FILE);
        assert_eq!(report.passed, 3);
        assert_eq!(report.failures, ["pilothouse-sdk::it a::wrong"]);
        assert_eq!(report.times.len(), 4);
        assert_eq!(report.times[1].name, "pilothouse-sdk::it a::late");
        assert_eq!(report.times[1].seconds, 2.5);
    }

    #[test]
    fn a_retried_test_keeps_the_reason_of_its_first_failure() {
        let report = parse(FILE);
        let failures: Vec<_> = report.retried.iter().map(|one| &*one.failure).collect();
        let panic = "thread 'a::late' panicked at crates/sdk/tests/it/a.rs:7:5: expected <idle>";
        assert_eq!(failures, [panic, "test timeout"]);
    }
}
