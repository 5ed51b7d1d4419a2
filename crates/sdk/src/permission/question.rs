//! The form of AskUserQuestion.

use pilothouse_protocol::JsonObject;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A question of the model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Question {
    /// The text of the question; answers refer to it.
    pub question: String,
    /// A short title.
    #[serde(default)]
    pub header: String,
    /// Whether several options can be chosen.
    #[serde(default, rename = "multiSelect")]
    pub multi_select: bool,
    /// The options. Any other text is a valid answer too.
    #[serde(default)]
    pub options: Vec<QuestionOption>,
}

/// An option.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct QuestionOption {
    /// The answer if this option is chosen.
    pub label: String,
    /// A description of the option.
    #[serde(default)]
    pub description: String,
}

/// A form with answers. The model is told which questions have no answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answers {
    answers: Map<String, Value>,
    notes: Map<String, Value>,
}

impl Answers {
    /// Creates an empty form.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses one option, by its label.
    #[must_use]
    pub fn choose(self, question: &Question, label: impl Into<String>) -> Self {
        self.put(question, label.into())
    }

    /// Chooses several options, by their labels.
    #[must_use]
    pub fn choose_several<L: AsRef<str>>(
        self,
        question: &Question,
        labels: impl IntoIterator<Item = L>,
    ) -> Self {
        let labels: Vec<String> = labels
            .into_iter()
            .map(|label| label.as_ref().to_owned())
            .collect();
        self.put(question, labels.join(", "))
    }

    /// Answers with free text.
    #[must_use]
    pub fn say(self, question: &Question, text: impl Into<String>) -> Self {
        self.put(question, text.into())
    }

    /// Adds a note to an answer.
    #[must_use]
    pub fn note(mut self, question: &Question, note: impl Into<String>) -> Self {
        self.notes
            .insert(question.question.clone(), json!({"notes": note.into()}));
        self
    }

    fn put(mut self, question: &Question, answer: String) -> Self {
        self.answers
            .insert(question.question.clone(), answer.into());
        self
    }

    /// Combines the answers with the questions, in the format of the tool.
    pub(crate) fn fill(&self, input: &JsonObject) -> JsonObject {
        let mut filled = match input.to_value() {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        filled.insert("answers".into(), Value::Object(self.answers.clone()));
        if !self.notes.is_empty() {
            filled.insert("annotations".into(), Value::Object(self.notes.clone()));
        }
        JsonObject::from(filled)
    }
}
