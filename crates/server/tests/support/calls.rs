//! What a test says to its host: requests as admin, and the few that most tests make.

use serde_json::{Value, json};

use super::Harness;
use crate::browser::Browser;
use crate::client::{Response, request};

impl Harness {
    /// Sends a request as admin; fails only when the server does not answer at all.
    pub(crate) async fn try_call(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> std::io::Result<Response> {
        let headers = [("authorization", self.bearer.as_str())];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        request(self.address(), method, path, &headers, &body).await
    }

    /// Sends a request as admin.
    pub(crate) async fn call(&self, method: &str, path: &str, body: Value) -> Response {
        self.try_call(method, path, &body).await.unwrap()
    }

    /// Sends a request that must succeed, and returns its JSON.
    pub(crate) async fn ok(&self, method: &str, path: &str, body: Value) -> Value {
        let answer = self.call(method, path, body).await;
        assert!(
            (200..300).contains(&answer.status),
            "{method} {path}: {} {}",
            answer.status,
            answer.body
        );
        answer.json()
    }

    /// Makes a session in the demo project, with further members of `CreateSession`; returns its id.
    pub(crate) async fn create(&self, mut body: Value) -> String {
        if body["project"].is_null() {
            body["project"] = json!(self.project());
        }
        let made = self.ok("POST", "/api/sessions", body).await;
        made["id"].as_str().unwrap().to_owned()
    }

    /// Sends a message; returns its uuid.
    pub(crate) async fn send(&self, session: &str, text: &str) -> String {
        let path = format!("/api/sessions/{session}/messages");
        let sent = self.ok("POST", &path, json!({"text": text})).await;
        sent["uuid"].as_str().unwrap().to_owned()
    }

    /// Sends a message that scripts what the model says (docs/testing.md); returns its uuid.
    pub(crate) async fn script(&self, session: &str, blocks: Value) -> String {
        self.send(session, &format!("SCRIPT:{blocks}")).await
    }

    /// Answers an ask, with a body as `AnswerAsk` has it.
    pub(crate) async fn answer(&self, session: &str, ask: &str, answer: Value) -> Response {
        let path = format!("/api/sessions/{session}/asks/{ask}");
        self.call("POST", &path, answer).await
    }

    pub(crate) async fn summary(&self, session: &str) -> Value {
        let path = format!("/api/sessions/{session}");
        self.ok("GET", &path, Value::Null).await
    }

    pub(crate) async fn lifecycle(&self, session: &str, action: &str) -> Value {
        let path = format!("/api/sessions/{session}/lifecycle");
        self.ok("POST", &path, json!({"action": action})).await
    }

    /// Opens a socket that shows nothing yet.
    pub(crate) async fn browser(&self) -> Browser {
        Browser::connect(self.address(), &self.bearer).await
    }

    /// Opens a socket that shows a session, with its first snapshot.
    pub(crate) async fn watch(&self, session: &str) -> Browser {
        let mut browser = self.browser().await;
        browser.subscribe(session, None).await;
        browser
    }
}
