//! The form of AskUserQuestion.

use pilothouse_protocol::JsonObject;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A question that the model asks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Question {
    /// The question itself; answers are joined to it by this text.
    pub question: String,
    /// A short title.
    #[serde(default)]
    pub header: String,
    /// Whether several options may be chosen.
    #[serde(default, rename = "multiSelect")]
    pub multi_select: bool,
    /// What may be chosen. Any other text may be answered too.
    #[serde(default)]
    pub options: Vec<QuestionOption>,
}

/// Something that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct QuestionOption {
    /// What is answered when it is chosen.
    pub label: String,
    /// What it means.
    #[serde(default)]
    pub description: String,
}

/// A filled form. Questions without an answer count as not answered; the model is told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answers {
    answers: Map<String, Value>,
    notes: Map<String, Value>,
}

impl Answers {
    /// Makes an empty form.
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

    /// Answers in words of one's own.
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

    /// Puts the answers beside the questions, as the tool wants them.
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
