//! The scanner accepts the same texts as serde_json.

use pilothouse_protocol::RawJson;
use proptest::prelude::*;
use serde::de::IgnoredAny;

use super::{change, changed, json_text};

/// The verdict of serde_json. Values are skipped, not built: halves of surrogate pairs and huge numbers are valid in
/// both.
fn reference(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

proptest! {
    #[test]
    fn generated_json_is_taken(text in json_text()) {
        prop_assert!(reference(&text), "the generator makes JSON");
        prop_assert!(RawJson::from_text(&text).is_ok(), "{}", text);
    }

    #[test]
    fn the_scanner_agrees_on_changed_json(text in json_text(), changes in prop::collection::vec(change(), 1..4)) {
        let text = changed(&text, &changes);
        prop_assert_eq!(RawJson::from_text(&text).is_ok(), reference(&text), "{}", text);
    }

    #[test]
    fn the_scanner_agrees_on_any_text(text in "[\\[\\]{}:,\"\\\\0-9eE+.\\- tfnulra]{0,24}") {
        prop_assert_eq!(RawJson::from_text(&text).is_ok(), reference(&text), "{}", text);
    }

    #[test]
    fn raw_json_never_holds_a_line_break(text in json_text()) {
        let raw = RawJson::from_text(&text).unwrap();
        prop_assert!(!raw.as_str().contains(['\n', '\r']));
        let value = serde_json::value::RawValue::from_string(text).unwrap();
        let raw = RawJson::from_serialize(&value).unwrap();
        prop_assert!(!raw.as_str().contains(['\n', '\r']));
        let raw: RawJson = serde_json::from_str(value.get()).unwrap();
        prop_assert!(!raw.as_str().contains(['\n', '\r']));
    }
}

#[test]
fn depth_costs_no_stack() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let deep = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
        let raw = RawJson::from_text(&deep).unwrap();
        assert_eq!(raw.as_str(), deep);
        assert!(RawJson::from_text(&deep[..deep.len() - 1]).is_err());
    }
}
