//! Commands of the CLI's terminal that it refuses over the wire and that fit a line-based terminal.

use std::future::Future;

use pilothouse_api::session::SessionSummary;
use pilothouse_view::job::JobState;
use serde_json::{Value, json};

use super::super::client::Refusal;
use super::{Told, Work};
use crate::style::Paint;
use crate::terminal::tools::summary;

impl Work {
    /// Runs a command of the terminal UI, and returns whether it was one.
    pub(super) fn terminal_command(&mut self, name: &str, rest: &str) -> bool {
        match (name, rest) {
            ("/btw", question) if !question.is_empty() => self.ask_aside(question),
            ("/plan", task) => self.plan_first(task),
            ("/fork", prompt) if !prompt.is_empty() => {
                self.fork(json!({"message": {"text": prompt}}));
            }
            ("/fork" | "/branch", "") => self.fork(json!({})),
            ("/branch", title) => self.fork(json!({"title": title})),
            ("/status", "") => self.show_status(),
            ("/tasks" | "/bashes", "") => self.list_jobs(),
            _ => return false,
        }
        true
    }

    /// Asks a question that is not part of the conversation.
    fn ask_aside(&self, question: &str) {
        let request = json!({"question": question, "history": []});
        self.control("side_question", request, |answer| {
            answer["response"]
                .as_str()
                .unwrap_or("Claude gave no answer.")
                .to_owned()
        });
    }

    fn show_status(&self) {
        self.control("get_status", json!({}), |answer| {
            let sections = answer["sections"].as_array().into_iter().flatten();
            let rows =
                sections.flat_map(|section| section["rows"].as_array().into_iter().flatten());
            let lines = rows.map(|row| {
                let part = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
                format!("{}: {}", part("label"), part("value"))
            });
            lines.collect::<Vec<_>>().join("\n")
        });
    }

    fn plan_first(&mut self, task: &str) {
        let (client, path) = (self.client.clone(), self.path(""));
        let path = path.trim_end_matches('/').to_owned();
        let when = self.default_when();
        let send = (!task.is_empty())
            .then(|| (self.path("messages"), json!({"text": task, "when": when})));
        self.tell(async move {
            client
                .patch(&path, &json!({"permissionMode": "plan"}))
                .await?;
            if let Some((path, message)) = send {
                client.post(&path, Some(&message)).await?;
            }
            Ok("Claude plans before it changes anything.".to_owned())
        });
    }

    fn fork(&self, fork: Value) {
        let (client, path) = (self.client.clone(), self.path("fork"));
        self.tell(async move {
            let answer = client.post(&path, Some(&fork)).await?;
            let copy: SessionSummary =
                serde_json::from_slice(&answer).map_err(std::io::Error::other)?;
            let id: String = copy.id.chars().take(8).collect();
            Ok(format!(
                "{} is a copy of this session; `pilothouse attach {id}` shows it",
                copy.title
            ))
        });
    }

    fn list_jobs(&mut self) {
        let jobs = self.transcript.view().jobs.iter();
        let running = jobs.filter(|job| job.state == JobState::Running);
        let lines: Vec<String> = running
            .zip(1..)
            .map(|(job, place)| format!("{place}. {}", summary(&job.description)))
            .collect();
        if lines.is_empty() {
            self.screen.line(Paint::Dim, "no background tasks");
        }
        for line in lines {
            self.screen.line(Paint::Dim, &line);
        }
    }

    /// Sends a request to the CLI and shows its answer.
    fn control(
        &self,
        subtype: &str,
        request: Value,
        meaning: impl FnOnce(&Value) -> String + Send + 'static,
    ) {
        let (client, path) = (self.client.clone(), self.path("control"));
        let call = json!({"subtype": subtype, "request": request});
        self.tell(async move {
            let answer = client.post(&path, Some(&call)).await?;
            let answer = serde_json::from_slice(&answer).map_err(std::io::Error::other)?;
            Ok(meaning(&answer))
        });
    }

    /// Runs a request beside the loop and shows its outcome.
    pub(super) fn tell(
        &self,
        command: impl Future<Output = Result<String, Refusal>> + Send + 'static,
    ) {
        let teller = self.teller.clone();
        tokio::spawn(async move {
            let told = match command.await {
                Ok(text) => Told::Answered(text),
                Err(refusal) => Told::Failed(refusal.to_string()),
            };
            // The loop may have ended.
            drop(teller.send(told).await);
        });
    }
}
