//! An ask at the prompt, whoever asks: a session of our own or one that the host keeps.
//!
//! It is steps without input of its own: a line goes in, what to do next comes out. So one reads lines from a terminal
//! that edits them itself, and the other from a prompt below a stream.

use serde_json::{Map, Value};

use super::form::Form;
use super::questions::{Given, Question};
use super::screen::Screen;
use super::tools::telling;
use super::{diff, questions};
use crate::style::Paint;

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) title: String,
    pub(crate) body: Body,
    /// Why it is asked.
    pub(crate) reason: Option<String>,
    /// The rules that always would add, in words; nothing if there are none to show.
    pub(crate) rules: Option<String>,
    /// Whether the session can go on in auto mode.
    pub(crate) auto: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    /// May this tool run with this input?
    Call(Value),
    /// May the model do this?
    Plan(String),
    Questions(Vec<Question>),
    /// An MCP server wants something filled in.
    Form(Form),
    /// Something that cannot be answered at a prompt.
    Elsewhere,
}

/// What a person chose.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Choice {
    Allow,
    /// Allows, and remembers the rules that were shown.
    Always,
    /// Allows, and lets a second model decide from now on.
    Auto,
    /// Allows another input.
    Input(Map<String, Value>),
    /// Approves another plan.
    Plan(String),
    Deny(String),
    /// What was given to each question.
    Answers(Vec<Given>),
    /// A form as it was filled in.
    Filled(Map<String, Value>),
    /// Ends the turn.
    Stop,
}

/// What to do after a line.
#[derive(Debug, PartialEq)]
pub(crate) enum Next {
    /// Ask for another line.
    Again,
    /// Let this text be edited, and bring it back with [`Asking::edited`].
    Edit(String),
    Chosen(Choice),
}

/// An ask on its way to an answer.
pub(crate) struct Asking {
    sheet: Sheet,
    /// What was given to the first of several questions.
    given: Vec<Given>,
}

impl Asking {
    /// Shows what is asked.
    pub(crate) fn begin(sheet: Sheet, screen: &mut Screen) -> Self {
        match &sheet.body {
            Body::Questions(_) => {}
            Body::Call(input) => {
                screen.line(Paint::Bold, &sheet.title);
                describe(input, screen);
            }
            Body::Plan(plan) => {
                screen.line(Paint::Bold, &sheet.title);
                screen.markdown_below(plan);
            }
            Body::Form(form) => {
                screen.line(Paint::Bold, &sheet.title);
                form.describe(screen);
            }
            Body::Elsewhere => {
                screen.line(Paint::Bold, &sheet.title);
                screen.line(Paint::Dim, "this needs the browser; here it can be stopped");
            }
        }
        if let Some(reason) = &sheet.reason {
            screen.line(Paint::Dim, reason);
        }
        let asking = Self {
            sheet,
            given: Vec::new(),
        };
        asking.show_question(screen);
        asking
    }

    /// What stands before the line that is asked for.
    pub(crate) fn prompt(&self) -> String {
        match &self.sheet.body {
            Body::Questions(_) => match self.question() {
                Some(question) => question.prompt().to_owned(),
                None => String::new(),
            },
            Body::Form(form) => form.prompt(),
            Body::Elsewhere => "[s]top ".to_owned(),
            Body::Call(_) | Body::Plan(_) => {
                let rules = self.sheet.rules.as_ref();
                let always = rules.map(|rules| format!("  [a]lways {rules}"));
                let auto = if self.sheet.auto { "  a[u]to mode" } else { "" };
                format!(
                    "[y]es  [n]o  [e]dit{}{auto}  [s]top ",
                    always.unwrap_or_default()
                )
            }
        }
    }

    /// Takes a line.
    pub(crate) fn line(&mut self, line: &str, screen: &mut Screen) -> Next {
        let line = line.trim();
        match &mut self.sheet.body {
            Body::Questions(_) => self.answered(line, screen),
            Body::Form(form) => form.line(line, screen),
            Body::Elsewhere if is(line, "s", "stop") => Next::Chosen(Choice::Stop),
            Body::Elsewhere => again(screen),
            Body::Call(_) | Body::Plan(_) => self.letter(line, screen),
        }
    }

    /// Takes a text back from the editor.
    pub(crate) fn edited(&self, text: &str) -> Result<Choice, String> {
        // An editor that was only looked into decides nothing.
        let before = self.text_to_edit();
        if before.is_some_and(|before| before.trim_end() == text.trim_end()) {
            return Err("nothing was changed".to_owned());
        }
        if let Body::Plan(_) = self.sheet.body {
            return Ok(Choice::Plan(text.trim_end().to_owned()));
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(map)) => Ok(Choice::Input(map)),
            Ok(_) => Err("the input must stay an object in braces".to_owned()),
            Err(error) => Err(format!("not JSON any more: {error}")),
        }
    }

    fn letter(&self, line: &str, screen: &mut Screen) -> Next {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if is(word, "y", "yes") {
            return Next::Chosen(Choice::Allow);
        }
        if is(word, "n", "no") {
            let reason = match rest.trim() {
                "" => "the person said no",
                reason => reason,
            };
            return Next::Chosen(Choice::Deny(reason.to_owned()));
        }
        if is(word, "a", "always") && self.sheet.rules.is_some() {
            return Next::Chosen(Choice::Always);
        }
        if is(word, "u", "auto") && self.sheet.auto {
            return Next::Chosen(Choice::Auto);
        }
        if is(word, "e", "edit") {
            return self.text_to_edit().map_or(Next::Again, Next::Edit);
        }
        if is(word, "s", "stop") {
            return Next::Chosen(Choice::Stop);
        }
        again(screen)
    }

    fn text_to_edit(&self) -> Option<String> {
        match &self.sheet.body {
            Body::Plan(plan) => Some(plan.clone()),
            Body::Call(input) => serde_json::to_string_pretty(input)
                .ok()
                .map(|text| text + "\n"),
            _ => None,
        }
    }

    /// The question that is asked now.
    fn question(&self) -> Option<&Question> {
        match &self.sheet.body {
            Body::Questions(questions) => questions.get(self.given.len()),
            _ => None,
        }
    }

    fn show_question(&self, screen: &mut Screen) {
        if let Some(question) = self.question() {
            questions::show(question, screen);
        }
    }

    fn answered(&mut self, line: &str, screen: &mut Screen) -> Next {
        let Some(question) = self.question() else {
            return Next::Chosen(Choice::Answers(std::mem::take(&mut self.given)));
        };
        let given = question.read(line);
        self.given.push(given);
        if self.question().is_none() {
            return Next::Chosen(Choice::Answers(std::mem::take(&mut self.given)));
        }
        self.show_question(screen);
        Next::Again
    }
}

/// Whether a word is a letter or what it stands for.
pub(super) fn is(word: &str, letter: &str, whole: &str) -> bool {
    word.eq_ignore_ascii_case(letter) || word.eq_ignore_ascii_case(whole)
}

pub(super) fn again(screen: &mut Screen) -> Next {
    screen.line(Paint::Dim, "answer with one of the letters");
    Next::Again
}

/// Shows what a call would do: all of its input, for what cannot be seen cannot be judged.
fn describe(input: &Value, screen: &mut Screen) {
    let telling = telling(input);
    if let Some((_, text)) = telling {
        screen.text_below(text);
    }
    let style = screen.style();
    screen.write_with(|out| diff::write_proposal(out, input, style));
    for (name, value) in input.as_object().into_iter().flatten() {
        let told = telling.is_some_and(|(telling, _)| telling == name);
        let proposed = value.is_string() && diff::PROPOSED.contains(&name.as_str());
        if !told && !proposed {
            screen.text_below(&field(name, value));
        }
    }
}

/// A field of an input that is not shown otherwise; a very long one is cut, and an editor shows the rest.
fn field(name: &str, value: &Value) -> String {
    let text = match value {
        Value::String(text) => format!("{name}: {text}"),
        other => format!("{name}: {other}"),
    };
    let count = text.lines().count();
    let mut kept: Vec<&str> = text.lines().take(diff::LINES).collect();
    let more = format!("… {} more lines; e shows them", count - kept.len());
    if count > kept.len() {
        kept.push(&more);
    }
    kept.join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asking(body: Body, rules: Option<&str>) -> (Asking, Screen) {
        let mut screen = Screen::new();
        let sheet = Sheet {
            title: "Bash wants to run".to_owned(),
            body,
            reason: None,
            rules: rules.map(str::to_owned),
            auto: rules.is_some(),
        };
        let asking = Asking::begin(sheet, &mut screen);
        (asking, screen)
    }

    #[test]
    fn letters_decide_and_always_is_there_only_with_rules() {
        let call = || Body::Call(json!({"command": "ls"}));
        let (mut plain, mut screen) = asking(call(), None);
        assert_eq!(plain.line("a", &mut screen), Next::Again);
        assert_eq!(plain.line("u", &mut screen), Next::Again);
        assert_eq!(plain.line("Y", &mut screen), Next::Chosen(Choice::Allow));
        let (mut ruled, mut screen) = asking(call(), Some("(Bash(ls:*))"));
        assert!(
            ruled
                .prompt()
                .contains("[a]lways (Bash(ls:*))  a[u]to mode")
        );
        assert_eq!(ruled.line("u", &mut screen), Next::Chosen(Choice::Auto));
        assert_eq!(
            ruled.line("always", &mut screen),
            Next::Chosen(Choice::Always)
        );
        assert_eq!(
            ruled.line("n not now", &mut screen),
            Next::Chosen(Choice::Deny("not now".to_owned()))
        );
        assert_eq!(ruled.line("", &mut screen), Next::Again);
        assert_eq!(ruled.line("stop", &mut screen), Next::Chosen(Choice::Stop));
    }

    #[test]
    fn fields_that_say_less_are_shown_too() {
        assert_eq!(field("timeout", &json!(5)), "timeout: 5");
        let long = "line\n".repeat(50);
        let shown = field("prompt", &json!(long));
        assert!(shown.starts_with("prompt: line\nline\n"), "{shown}");
        assert!(shown.ends_with("… 10 more lines; e shows them"), "{shown}");
    }

    #[test]
    fn an_input_is_edited_as_json_and_a_plan_as_text() {
        let (mut call, mut screen) = asking(Body::Call(json!({"a": 1})), None);
        assert_eq!(
            call.line("e", &mut screen),
            Next::Edit("{\n  \"a\": 1\n}\n".to_owned())
        );
        assert!(call.edited("[1]").unwrap_err().contains("braces"));
        assert!(matches!(call.edited("{\"a\": 2}"), Ok(Choice::Input(_))));
        assert_eq!(
            call.edited("{\n  \"a\": 1\n}\n"),
            Err("nothing was changed".to_owned())
        );
        let (mut plan, mut screen) = asking(Body::Plan("1. Look".to_owned()), None);
        assert_eq!(
            plan.line("edit", &mut screen),
            Next::Edit("1. Look".to_owned())
        );
        assert_eq!(
            plan.edited("1. Act\n"),
            Ok(Choice::Plan("1. Act".to_owned()))
        );
    }
}
