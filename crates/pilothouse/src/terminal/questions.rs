//! Questions as numbered lists.

use super::screen::Screen;
use crate::style::Paint;

/// One question.
#[derive(Debug, Clone, Default)]
pub(crate) struct Question {
    pub(crate) question: String,
    /// More than one option may be chosen.
    pub(crate) several: bool,
    /// Label and description of each.
    pub(crate) options: Vec<(String, String)>,
}

/// What was given to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    Nothing,
    Labels(Vec<String>),
    /// Words of the person's own.
    Words(String),
}

/// Shows a question and what can be chosen.
pub(super) fn show(question: &Question, screen: &mut Screen) {
    let (first, rest) = question
        .question
        .split_once('\n')
        .unwrap_or((&question.question, ""));
    screen.line(Paint::Bold, first);
    screen.text_below(rest);
    for (index, (label, description)) in question.options.iter().enumerate() {
        let text = format!("{:>3}  {label}  {description}", index + 1);
        screen.line(Paint::Dim, text.trim_end());
    }
}

impl Question {
    /// What stands before the line that is asked for.
    pub(super) fn prompt(&self) -> &'static str {
        if self.several {
            "numbers with commas, or words of your own; empty to skip: "
        } else {
            "a number, or words of your own; empty to skip: "
        }
    }

    /// Reads what was typed: numbers choose, everything else is words.
    pub(super) fn read(&self, line: &str) -> Given {
        if line.is_empty() {
            return Given::Nothing;
        }
        let label = |word: &str| {
            let number: usize = word.trim().parse().ok()?;
            let (label, _) = self.options.get(number.checked_sub(1)?)?;
            Some(label.clone())
        };
        let labels: Option<Vec<String>> = line.split(',').map(label).collect();
        match labels {
            Some(labels) if self.several || labels.len() == 1 => Given::Labels(labels),
            _ => Given::Words(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_choose_and_words_are_words() {
        let question = |several| Question {
            question: "Which?".to_owned(),
            several,
            options: ["Red", "Blue"]
                .map(|label| (label.to_owned(), String::new()))
                .into(),
        };
        let (one, many) = (question(false), question(true));
        let labels =
            |labels: &[&str]| Given::Labels(labels.iter().map(|&label| label.into()).collect());
        assert_eq!(one.read("2"), labels(&["Blue"]));
        assert_eq!(many.read("1, 2"), labels(&["Red", "Blue"]));
        let words = |words: &str| Given::Words(words.to_owned());
        assert_eq!(one.read("3"), words("3"), "there is no third");
        assert_eq!(one.read("1, 2"), words("1, 2"), "only one can be chosen");
        assert_eq!(one.read("green"), words("green"));
        assert_eq!(one.read(""), Given::Nothing);
    }
}
