//! Requests and responses between host and program.

use anyhow::{Result, bail};
use serde_json::{Map, Value, json};

use super::{Player, Way};
use crate::matching::contains;
use crate::process::{parse, recorded};
use crate::responder::automatic;
use crate::scenario::{Reply, Request};

impl Player<'_> {
    pub(super) async fn send(&mut self, request: &Value) -> Result<String> {
        let mut request = request.clone();
        self.sent += 1;
        let id = match request
            .as_object_mut()
            .and_then(|fields| fields.remove("id"))
        {
            Some(Value::String(id)) => id,
            _ => format!("host-{}", self.sent),
        };
        let frame = json!({"type": "control_request", "request_id": id, "request": request});
        self.write(&[frame]).await?;
        Ok(id)
    }

    pub(super) async fn response(&mut self, id: &str) -> Result<()> {
        let pattern = json!({"type": "control_response", "response": {"request_id": id}});
        self.wait(&pattern).await.map(drop)
    }

    pub(super) async fn result(&mut self, fields: &Value) -> Result<()> {
        let frame = self.wait(&json!({"type": "result"})).await?;
        if !fields.is_null() && !contains(&frame, fields) {
            bail!("the result is not {fields}");
        }
        Ok(())
    }

    pub(super) async fn request(&mut self, request: &Request, subtype: Option<&str>) -> Result<()> {
        let mut fields = match &request.matches {
            Value::Object(fields) => fields.clone(),
            _ => Map::new(),
        };
        if let Some(subtype) = subtype {
            fields.insert("subtype".to_owned(), json!(subtype));
        }
        let frame = self
            .wait(&json!({"type": "control_request", "request": fields}))
            .await?;
        if let Some(name) = &request.hold {
            self.held.insert(name.clone(), frame);
            return Ok(());
        }
        self.reply(&frame, &request.reply).await
    }

    pub(super) async fn reply(&mut self, frame: &Value, reply: &Reply) -> Result<()> {
        let id = &frame["request_id"];
        let response = if let Some(bare) = &reply.bare {
            let mut response = bare.clone();
            response.insert("request_id".to_owned(), id.clone());
            Value::Object(response)
        } else if let Some(error) = &reply.error {
            json!({"subtype": "error", "request_id": id, "error": error})
        } else {
            json!({"subtype": "success", "request_id": id, "response": payload(reply, frame)})
        };
        self.write(&[json!({"type": "control_response", "response": response})])
            .await?;
        match reply.follow_up() {
            // A session of the SDK does this by itself.
            Some(text) if self.scenario.introduced && self.way == Way::Pipes => {
                self.follow_up(text).await
            }
            _ => Ok(()),
        }
    }

    /// Sends the message of a denial that ends the turn, because it never reaches the model.
    async fn follow_up(&mut self, text: &str) -> Result<()> {
        self.write(&[json!({
            "type": "user",
            "message": {"role": "user", "content": [{"type": "text", "text": text}]},
            "parent_tool_use_id": null,
            "session_id": "",
            "uuid": uuid::Uuid::new_v4().to_string(),
        })])
        .await
    }

    /// Waits for the first unmatched line that contains the pattern.
    pub(super) async fn wait(&mut self, pattern: &Value) -> Result<Value> {
        let pattern = self.fill(pattern)?;
        let deadline = tokio::time::Instant::now() + self.patience();
        loop {
            if let Some(frame) = self.take(&pattern) {
                return Ok(frame);
            }
            let Some(process) = self.process.as_mut() else {
                bail!("the program exited before {pattern}");
            };
            match tokio::time::timeout_at(deadline, process.next_line()).await {
                Ok(Some(line)) => self.keep(&line).await?,
                Ok(None) => bail!("stdout was closed before {pattern}"),
                Err(_) => bail!("timed out waiting for {pattern}"),
            }
        }
    }

    pub(super) fn take(&mut self, pattern: &Value) -> Option<Value> {
        let found = self
            .recording
            .iter()
            .zip(&self.taken)
            .position(|(recorded, taken)| {
                !taken
                    && recorded
                        .line
                        .as_ref()
                        .is_ok_and(|line| contains(line, pattern))
            })?;
        self.taken[found] = true;
        self.recording[found].line.clone().ok()
    }

    /// Records a line of the program and responds if that is automatic.
    pub(super) async fn keep(&mut self, line: &str) -> Result<()> {
        let at = self.clock();
        self.recording.push(recorded(at, false, line));
        self.taken.push(false);
        let Ok(frame) = parse(line) else {
            return Ok(());
        };
        if frame["type"] != "control_request" {
            return Ok(());
        }
        if self.way == Way::Sdk {
            // Handlers of the session respond.
            return Ok(());
        }
        let reply = match automatic(self.scenario, &frame["request"]) {
            Some(Ok(payload)) => Reply {
                payload: Some(payload),
                ..Reply::default()
            },
            Some(Err(error)) => Reply {
                error: Some(error),
                ..Reply::default()
            },
            None => return Ok(()),
        };
        self.reply(&frame, &reply).await
    }
}

/// The payload of a response. Allowing sends the input back, which old versions require.
fn payload(reply: &Reply, frame: &Value) -> Value {
    if let Some(payload) = &reply.payload {
        return payload.clone();
    }
    if let Some(message) = &reply.deny {
        let mut payload = json!({"behavior": "deny", "message": message});
        if reply.interrupt {
            payload["interrupt"] = json!(true);
        }
        return payload;
    }
    let mut payload = json!({"behavior": "allow", "updatedInput": frame["request"]["input"]});
    for (name, value) in reply.allow.iter().flatten() {
        payload[name] = value.clone();
    }
    payload
}
