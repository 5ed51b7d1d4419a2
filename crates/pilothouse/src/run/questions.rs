//! Questions as numbered lists.

use pilothouse_sdk::{Answers, Decision, PermissionRequest, Question};

use super::asks::Choice;
use super::screen::Screen;
use super::terminal::Terminal;
use crate::style::{Paint, harmless};

/// Asks one question after the other.
pub(super) async fn ask(
    request: &PermissionRequest,
    questions: &[Question],
    screen: &mut Screen,
    terminal: &mut Terminal,
) -> Option<Choice> {
    let mut answers = Answers::new();
    for question in questions {
        screen.line(Paint::Bold, &harmless(&question.question));
        for (index, option) in question.options.iter().enumerate() {
            let text = format!("{:>3}  {}  {}", index + 1, option.label, option.description);
            screen.line(Paint::Dim, harmless(&text).trim_end());
        }
        let several = if question.multi_select {
            "numbers with commas"
        } else {
            "a number"
        };
        screen.prompt(&format!("{several}, or words of your own; empty to skip: "));
        let line = terminal.line().await?;
        answers = fill(answers, question, line.trim());
    }
    Some(Choice::Decision(Decision::answer(request, &answers)))
}

fn fill(answers: Answers, question: &Question, line: &str) -> Answers {
    if line.is_empty() {
        return answers;
    }
    let numbers: Option<Vec<&str>> = line
        .split(',')
        .map(|word| {
            let number: usize = word.trim().parse().ok()?;
            question
                .options
                .get(number.checked_sub(1)?)
                .map(|option| option.label.as_str())
        })
        .collect();
    match numbers {
        Some(labels) if question.multi_select => answers.choose_several(question, labels),
        Some(labels) if labels.len() == 1 => answers.choose(question, labels[0]),
        _ => answers.say(question, line),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn question(several: bool) -> Question {
        let options = json!([{"label": "Red"}, {"label": "Blue"}]);
        serde_json::from_value(
            json!({"question": "Which?", "multiSelect": several, "options": options}),
        )
        .unwrap()
    }

    #[test]
    fn numbers_choose_and_words_are_words() {
        let (one, many) = (question(false), question(true));
        let filled = |question: &Question, line: &str| fill(Answers::new(), question, line);
        assert_eq!(filled(&one, "2"), Answers::new().choose(&one, "Blue"));
        assert_eq!(
            filled(&many, "1, 2"),
            Answers::new().choose_several(&many, ["Red", "Blue"])
        );
        assert_eq!(
            filled(&one, "3"),
            Answers::new().say(&one, "3"),
            "there is no third"
        );
        assert_eq!(filled(&one, "green"), Answers::new().say(&one, "green"));
        assert_eq!(filled(&one, ""), Answers::new());
    }
}
