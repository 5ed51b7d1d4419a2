//! Rendering, and that streaming changes nothing of it.
#![cfg(test)]

use super::{Markdown, Part};

/// Renders for a terminal of so many columns, with `<…>` for escapes.
fn shown(text: &str, width: usize) -> String {
    visible(&Markdown::render(text, width))
}

fn visible(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut visible = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (codes, rest) = part.split_once('m').unwrap();
        visible.push_str(&format!("<{}>{rest}", &codes[1..]));
    }
    visible
}

#[test]
fn prose_has_the_attributes_of_the_terminal() {
    for (text, expected) in [
        ("# Title", "<1;4>Title<0>\n"),
        ("## Part `x`", "<1>Part <0><1;36>x<0>\n"),
        (
            "a **b** _c_ ~~d~~ `e`",
            "a <1>b<0> <3>c<0> <9>d<0> <36>e<0>\n",
        ),
        ("**a _b_**", "<1>a <0><1;3>b<0>\n"),
        (
            "[docs](https://a.example/)",
            "<4>docs<0><2> (https://a.example/)<0>\n",
        ),
        ("<https://a.example/>", "<4>https://a.example/<0>\n"),
        ("one\ntwo\n\nthree", "one\ntwo\n\nthree\n"),
        ("a * b and snake_case_name", "a * b and snake_case_name\n"),
        ("<b>x</b>", "<2><b><0>x<2></b><0>\n"),
    ] {
        assert_eq!(shown(text, 80), expected, "{text}");
    }
    assert_eq!(shown("***", 10), format!("<2>{}<0>\n", "─".repeat(10)));
}

#[test]
fn lists_and_quotes_are_indented_and_their_lines_broken_between_words() {
    assert_eq!(
        shown("- one two three four\n  - five six seven\n- [x] done\n", 12),
        "• one two\n  three four\n  • five six\n    seven\n• ☑ done\n"
    );
    assert_eq!(
        shown("9. a\n9. b\n\n   more\n", 20),
        "9. a\n10. b\n\n    more\n"
    );
    assert_eq!(
        shown("> one two three", 9),
        "<2>│ <0>one two\n<2>│ <0>three\n"
    );
    assert_eq!(shown("港の船 港の船", 9), "港の船\n港の船\n");
    assert_eq!(shown("-\n- a", 9), "• \n• a\n");
}

#[test]
fn code_stays_as_it_is() {
    assert_eq!(
        shown("```sh\na   b **c**\n\nlonger than the width\n```", 10),
        "  a   b **c**\n\n  longer than the width\n"
    );
    assert_eq!(
        shown("```diff\n-a\n+b\n c\n```", 10),
        "  <31>-a<0>\n  <32>+b<0>\n   c\n"
    );
}

#[test]
fn tables_have_columns_or_a_line_for_each_cell() {
    let table = "| File | Lines |\n| --- | ---: |\n| `a.rs` | 12 |\n| b | 3 |\n";
    assert_eq!(
        shown(table, 40),
        "<1>File<0><2> │ <0><1>Lines<0>\n<2>─────┼──────<0>\n<36>a.rs<0><2> │ <0>   12\nb   <2> │ <0>    3\n"
    );
    assert_eq!(
        shown(table, 10),
        "<1>File: <0><36>a.rs<0>\n<1>Lines: <0>12\n\n<1>File: <0>b\n<1>Lines: <0>3\n"
    );
}

#[test]
fn nothing_in_a_text_steers_the_terminal() {
    for text in [
        "a\u{1b}]0;x\u{7}b",
        "&#27;[2J",
        "&#x9b;2J",
        "`\u{1b}[2J`",
        "```\n\u{1b}[2J\n```",
        "[a](<\u{1b}[2J>)",
        "| \u{1b}[2J |\n|---|\n| &#27;c |\n",
        "<b\u{9b}>",
        "# \u{202e}x",
    ] {
        let rendered = Markdown::render(text, 80);
        let ours = |part: &str| {
            part.starts_with('[')
                && part[1..].find(|letter: char| !(letter.is_ascii_digit() || letter == ';'))
                    == part.find('m').map(|end| end - 1)
        };
        assert!(rendered.split('\u{1b}').skip(1).all(ours), "{rendered:?}");
        let steers = |letter: char| letter.is_control() && !"\n\u{1b}".contains(letter);
        assert!(!rendered.contains(steers), "{rendered:?}");
        assert!(!rendered.contains('\u{202e}'), "{rendered:?}");
    }
}

const MIXED: &str = "# All parts\n\nA paragraph with **bold**, `code` and a [link](https://a.example/x_y), \
     2 * 3 = 6, snake_case and an array[0].\nAnother line | with a bar.\n\n\
     1. one\n   - inner *item*\n2. two\n\n```rust\nfn main() {\n    // `x`\n}\n```\nAfter it.\n\n\
     > quoted\n> text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nTitle\n=====\n\n- [ ] open\n- **last**\n";

#[test]
fn what_streams_looks_like_the_whole_text() {
    let whole = Markdown::render(MIXED, 30);
    let letters: Vec<char> = MIXED.chars().collect();
    for size in [1, 2, 3, 7, 40] {
        for part in [Part::Stable, Part::WholeLines] {
            let mut markdown = Markdown::default();
            let mut streamed = String::new();
            for piece in letters.chunks(size) {
                markdown.push(&piece.iter().collect::<String>());
                let more = markdown.take(30, part);
                let is_whole = more.is_empty() || visible(&more).ends_with('\n');
                assert!(part == Part::Stable || is_whole, "{more:?}");
                streamed.push_str(&more);
            }
            streamed.push_str(&markdown.take(30, Part::All));
            let plain = |text: &str| {
                let mut parts = text.split('\u{1b}');
                let first = parts.next().unwrap().to_owned();
                parts.fold(first, |all, part| all + part.split_once('m').unwrap().1)
            };
            assert_eq!(plain(&streamed), plain(&whole), "in pieces of {size}");
            // What an underline makes of its text after it was shown is the only difference.
            let without_title = |text: &str| text.replace("\u{1b}[1;4mTitle\u{1b}[0m", "Title");
            assert_eq!(
                without_title(&joined(&streamed)),
                without_title(&joined(&whole)),
                "in pieces of {size}"
            );
        }
    }
}

/// Ends and begins the same look only once.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    let mut look = String::new();
    let mut parts = text.split('\u{1b}');
    joined.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (codes, rest) = part.split_once('m').unwrap();
        if rest.is_empty() {
            continue;
        }
        if codes != look {
            joined.push_str(&format!("\u{1b}{codes}m"));
            look = codes.to_owned();
        }
        joined.push_str(rest);
    }
    joined
}

#[test]
fn words_and_lines_of_code_are_shown_as_they_come() {
    let mut markdown = Markdown::default();
    let mut add = |text: &str| {
        markdown.push(text);
        visible(&markdown.take(80, Part::Stable))
    };
    assert_eq!(add("One two"), "One");
    assert_eq!(add(" three **fo"), " two three");
    assert_eq!(add("ur** five "), " <1>four<0> five");
    assert_eq!(add("\n\n```\nlet a"), "\n\n");
    assert_eq!(add(" = 1;\nlet"), "  let a = 1;\n");
    assert_eq!(add(" b;\n```\n- one\n- tw"), "  let b;\n\n• one\n");
    assert_eq!(visible(&markdown.take(80, Part::All)), "• tw\n");
    assert_eq!(markdown.take(80, Part::All), "");
}

#[test]
fn a_long_answer_takes_time_in_proportion() {
    // Rendering the whole block for each word would take minutes.
    let mut markdown = Markdown::default();
    let mut shown = 0;
    markdown.push("```\n");
    for line in 0..4_000 {
        markdown.push(&format!("line {line}\n"));
        shown += markdown.take(80, Part::Stable).len();
    }
    shown += markdown.take(80, Part::All).len();
    assert!(shown > 4_000 * 10);
}
