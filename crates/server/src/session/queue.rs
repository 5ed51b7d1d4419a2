//! Messages: sent at once, or kept in the host's queue until the turn ends.

use pilothouse_api::message::{NewMessage, SendWhen, SentMessage, UpdateQueued};
use pilothouse_log::{Edited, Note, Queued, Reordered, Who, Withdrawn};
use pilothouse_protocol::content::{Content, ContentBlock};
use pilothouse_protocol::input::{Priority, UserInput};
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{Input as Line, InputFrame, RawJson};
use pilothouse_view::session::QueuedMessage;
use serde_json::{Map, Value};

use super::Refusal;
use super::task::Task;
use crate::problem::Problem;

impl Task {
    /// Takes a message: it is on disk when this returns.
    pub(super) async fn send(
        &mut self,
        message: NewMessage,
        blocks: Vec<Value>,
        who: Who,
    ) -> Result<SentMessage, Problem> {
        let uuid = message
            .uuid
            .clone()
            .unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
        if let Some(sent) = self.known(&uuid) {
            return Ok(sent);
        }
        let input = user_input(&message.text, blocks, &uuid)?;
        let at_once = message.when != SendWhen::Queue || (!self.is_working() && !self.has_queued());
        if at_once && self.is_ready() {
            let line = if message.when == SendWhen::Now {
                input.clone().with_priority(Priority::Now)
            } else {
                input.clone()
            };
            match self.write(&uuid, who.clone(), &line.into()).await {
                Ok(written) => {
                    return Ok(SentMessage {
                        uuid,
                        queued: false,
                        seq: written.seq,
                    });
                }
                // The process is going or gone: the message waits for the next one.
                Err(refusal)
                    if refusal == Refusal::InputClosed
                        || self.runner.is_none()
                        || self.leaving.is_some() => {}
                Err(refusal) => return Err(refusal.into()),
            }
            if let Some(sent) = self.known(&uuid) {
                return Ok(sent);
            }
        }
        let room = if self.runner.is_none() {
            self.claim_room()
        } else {
            Ok(())
        };
        let value =
            serde_json::from_str(&Line::from(input).to_json()).map_err(Problem::internal)?;
        let note = Note::Queued(Queued {
            id: uuid.clone(),
            message: value,
            reason: room.as_ref().err().map(ToString::to_string),
            extra: Map::new(),
        });
        let noted = self.note(&format!("queue-{uuid}"), who, note).await;
        let seq = match noted {
            Ok(seq) => seq,
            Err(problem) => {
                if self.runner.is_none() {
                    self.shared.room.release(&self.id);
                }
                return Err(problem);
            }
        };
        if self.runner.is_none() && room.is_ok() {
            self.wake_for_message().await;
        }
        Ok(SentMessage {
            uuid,
            queued: true,
            seq,
        })
    }

    /// A message that came before: its sender did not hear that it arrived.
    fn known(&self, uuid: &str) -> Option<SentMessage> {
        let queued = self.projection.settings.waiting(uuid).is_some();
        (queued || self.projection.fold.knows_message(uuid)).then(|| SentMessage {
            uuid: uuid.to_owned(),
            queued,
            seq: self.view().seq,
        })
    }

    /// The message is safe in the queue; a process that cannot start is trouble of the session, not of the sender.
    pub(super) async fn wake_for_message(&mut self) {
        self.deaths = 0;
        if let Err(problem) = self.wake("a message came").await {
            self.tell_trouble("cannotWake", &problem).await;
        }
    }

    /// Sends what a person wrote while denying a request and stopping the turn: the CLI drops it. The answer in the log
    /// asks for it, so it is not lost with this server.
    pub(super) async fn send_follow_up(&mut self) {
        let Some(follow_up) = self.projection.settings.follow_up.clone() else {
            return;
        };
        let who = follow_up.who();
        let message = NewMessage {
            text: follow_up.text,
            uuid: Some(follow_up.uuid),
            ..NewMessage::default()
        };
        if let Err(problem) = self.send(message, Vec::new(), who).await {
            tracing::warn!(session = %self.id, ?problem, "the text of a denial could not be sent yet");
        }
    }

    /// Sends the next message of the queue, when the CLI can take one.
    pub(super) async fn pump(&mut self) {
        if !self.is_ready() || self.is_working() {
            return;
        }
        let Some(uuid) = self.queued().into_iter().next() else {
            return;
        };
        if let Err(problem) = self.send_queued(&uuid, None, Who::Host).await {
            tracing::warn!(session = %self.id, ?problem, "a queued message could not be sent yet");
        }
    }

    pub(super) async fn update_queued(
        &mut self,
        uuid: &str,
        update: UpdateQueued,
        who: Who,
    ) -> Result<(), Problem> {
        self.queued_place(uuid)?;
        if let Some(text) = update.text {
            let blocks = self
                .projection
                .settings
                .waiting(uuid)
                .map(attached)
                .unwrap_or_default();
            let input = user_input(&text, blocks, uuid)?;
            let message =
                serde_json::from_str(&Line::from(input).to_json()).map_err(Problem::internal)?;
            let note = Note::Edited(Edited {
                id: uuid.to_owned(),
                message,
                extra: Map::new(),
            });
            self.note(&unique(), who.clone(), note).await?;
        }
        if let Some(place) = update.place {
            let mut ids = self.all_queued();
            ids.retain(|id| id != uuid);
            let place = usize::try_from(place).unwrap_or(usize::MAX).min(ids.len());
            ids.insert(place, uuid.to_owned());
            self.note(
                &unique(),
                who.clone(),
                Note::Reordered(Reordered {
                    ids,
                    extra: Map::new(),
                }),
            )
            .await?;
        }
        match update.when {
            Some(SendWhen::Steer) => self.send_queued(uuid, None, who).await,
            Some(SendWhen::Now) => self.send_queued(uuid, Some(Priority::Now), who).await,
            Some(SendWhen::Queue) if self.held().iter().any(|held| held == uuid) => {
                self.release(vec![uuid.to_owned()], who).await
            }
            Some(SendWhen::Queue) | None => Ok(()),
        }
    }

    pub(super) async fn withdraw(&mut self, uuid: &str, who: Who) -> Result<(), Problem> {
        self.queued_place(uuid)?;
        let note = Note::Withdrawn(Withdrawn {
            id: uuid.to_owned(),
            reason: None,
            extra: Map::new(),
        });
        self.note(&unique(), who, note).await?;
        self.give_up_unused_room();
        Ok(())
    }

    async fn send_queued(
        &mut self,
        uuid: &str,
        priority: Option<Priority>,
        who: Who,
    ) -> Result<(), Problem> {
        if !self.is_ready() {
            return Err(Refusal::NotLive.into());
        }
        let line = self.projection.settings.waiting(uuid).map(Value::to_string);
        let line = line.ok_or_else(|| Problem::not_found("queued message"))?;
        let mut input = read_user(line.into_bytes())
            .ok_or_else(|| Problem::internal("a queued message cannot be read"))?;
        if let Some(priority) = priority {
            input = input.with_priority(priority);
        }
        self.write(uuid, who, &input.into()).await?;
        Ok(())
    }

    /// The messages that go to the CLI as soon as it can take one, by their uuids, in their order.
    pub(super) fn queued(&self) -> Vec<String> {
        self.queue_where(|queued| !queued.held)
    }

    /// Whether a message goes to the CLI as soon as it can take one.
    pub(super) fn has_queued(&self) -> bool {
        self.view().queue.iter().any(|queued| !queued.held)
    }

    /// The messages that wait for a person.
    pub(super) fn held(&self) -> Vec<String> {
        self.queue_where(|queued| queued.held)
    }

    fn all_queued(&self) -> Vec<String> {
        self.queue_where(|_| true)
    }

    fn queue_where(&self, fits: impl Fn(&QueuedMessage) -> bool) -> Vec<String> {
        let queue = self.view().queue.iter();
        let queue = queue.filter(|queued| fits(queued));
        queue.map(|queued| queued.uuid.clone()).collect()
    }

    fn queued_place(&self, uuid: &str) -> Result<usize, Problem> {
        let place = self
            .view()
            .queue
            .iter()
            .position(|queued| queued.uuid == uuid);
        place.ok_or_else(|| Refusal::Sent.into())
    }
}

/// Reads a line that is a message of a person.
pub(super) fn read_user(line: impl Into<bytes::Bytes>) -> Option<UserInput> {
    match InputFrame::parse(line.into()).message()? {
        Line::User(input) => Some((**input).clone()),
        _ => None,
    }
}

/// An id for a write that is never repeated.
pub(super) fn unique() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// The pictures and documents of a message that waits; editing its text keeps them.
fn attached(message: &Value) -> Vec<Value> {
    let blocks = message["message"]["content"].as_array();
    let blocks = blocks.into_iter().flatten();
    blocks
        .filter(|block| block["type"] != "text")
        .cloned()
        .collect()
}

/// The prompt of a person: text, and pictures or documents with it.
fn user_input(text: &str, blocks: Vec<Value>, uuid: &str) -> Result<UserInput, Problem> {
    let content = if blocks.is_empty() {
        Content::Text(text.to_owned())
    } else {
        let mut all = Vec::new();
        for block in blocks {
            let block = ContentBlock::from_json(RawJson::from(block).as_str())
                .map_err(Problem::internal)?;
            all.push(block);
        }
        if !text.is_empty() {
            let block = serde_json::json!({"type": "text", "text": text});
            all.push(ContentBlock::from_json(&block.to_string()).map_err(Problem::internal)?);
        }
        Content::Blocks(all)
    };
    Ok(UserInput::content(content).with_uuid(uuid).from_human())
}
