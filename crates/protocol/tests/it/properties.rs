//! Properties of any input.

mod frames;
mod lines;
mod numbers;
mod scanner;

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Any JSON text, with white space, unusual escapes and numbers, and some nesting.
fn json_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        select(vec!["null", "true", "false", "[]", "{}", "[ ]", "{\t}"]).prop_map(str::to_owned),
        number_text(),
        string_text(),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        let spaced = (space(), inner, space())
            .prop_map(|(before, value, after)| format!("{before}{value}{after}"))
            .boxed();
        let member = (string_text(), space(), spaced.clone())
            .prop_map(|(key, gap, value)| format!("{key}{gap}:{value}"));
        prop_oneof![
            prop::collection::vec(spaced, 0..6)
                .prop_map(|values| format!("[{}]", values.join(","))),
            prop::collection::vec(member, 0..6)
                .prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

/// White space, mostly none.
fn space() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just(String::new()), 1 => "[ \t\r\n]{1,3}"]
}

fn number_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>()
            .prop_filter("finite", |number| number.is_finite())
            .prop_map(|number| number.to_string()),
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?",
    ]
}

/// A string with its quotes: plain, escaped, or with halves of surrogate pairs.
fn string_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z \u{e9}\u{4e2d}\u{1f600}]{0,12}",
        2 => select(vec![r"\n", r"\t", r"\r", r"\b", r"\f", r#"\""#, r"\\", r"\/"]).prop_map(str::to_owned),
        2 => any::<u16>().prop_map(|unit| format!("\\u{unit:04x}")),
        1 => any::<char>().prop_filter("needs an escape", |c| *c >= ' ' && *c != '"' && *c != '\\').prop_map(String::from),
        1 => Just(r"\ud83d\ude00".to_owned()),
    ];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

/// A change to a text: bytes removed, repeated, replaced or inserted, where the text stays valid UTF-8.
#[derive(Debug, Clone)]
enum Change {
    Cut(Index),
    Remove(Index),
    Repeat(Index),
    Put(Index, String),
    Swap(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let piece = select(vec![
        "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "u", " ", "\n", "\u{0}",
        "\u{1f}", "null", "tru", "\\u00", "\\ud800", "\\udc00", "00", "1.", "é", "\u{feff}", "/",
        "'", "\u{7f}", "\u{2028}",
    ]);
    prop_oneof![
        any::<Index>().prop_map(Change::Cut),
        any::<Index>().prop_map(Change::Remove),
        any::<Index>().prop_map(Change::Repeat),
        (any::<Index>(), piece).prop_map(|(at, piece)| Change::Put(at, piece.to_owned())),
        (any::<Index>(), any::<Index>()).prop_map(|(left, right)| Change::Swap(left, right)),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for change in changes {
        if characters.is_empty() {
            break;
        }
        let length = characters.len();
        match change {
            Change::Cut(at) => characters.truncate(at.index(length)),
            Change::Remove(at) => {
                characters.remove(at.index(length));
            }
            Change::Repeat(at) => characters.insert(at.index(length), characters[at.index(length)]),
            Change::Put(at, piece) => {
                let at = at.index(length);
                characters.splice(at..at, piece.chars());
            }
            Change::Swap(left, right) => characters.swap(left.index(length), right.index(length)),
        }
    }
    characters.into_iter().collect()
}
