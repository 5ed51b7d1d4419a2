//! Messages: sent at once, or kept in the host's queue until the turn ends.

use pilothouse_protocol::content::{Content, ContentBlock};
use pilothouse_protocol::input::{Priority, UserInput};
use pilothouse_protocol::log::{Edited, Queued, Reordered, Steered, Withdrawn};
use pilothouse_protocol::log::{Note, Who};
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{Input as Line, RawJson};
use pilothouse_view::api::message::{NewMessage, SendWhen, SentMessage, UpdateQueued};
use serde_json::{Map, Value};

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
        let input = user_input(&message.text, blocks, &uuid)?;
        self.name_after(&message.text).await?;
        let at_once = message.when != SendWhen::Queue
            || (!self.is_working() && self.fold.view().queue.is_empty());
        if at_once && self.is_ready() {
            let input = if message.when == SendWhen::Now {
                input.with_priority(Priority::Now)
            } else {
                input
            };
            let seq = self.write(&uuid, who, &input.into()).await?;
            return Ok(SentMessage {
                uuid,
                queued: false,
                seq,
            });
        }
        let value =
            serde_json::from_str(&Line::from(input).to_json()).map_err(Problem::internal)?;
        let note = Note::Queued(Queued {
            id: uuid.clone(),
            message: value,
            reason: None,
            extra: Map::new(),
        });
        let seq = self.note(&format!("queue-{uuid}"), who, note).await?;
        if self.runner.is_none() {
            self.wake("a message came").await?;
        }
        Ok(SentMessage {
            uuid,
            queued: true,
            seq,
        })
    }

    /// The first message names a session that has no name.
    async fn name_after(&mut self, text: &str) -> Result<(), Problem> {
        if self.settings.text("first").is_some() {
            return Ok(());
        }
        let first: String = text
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(80)
            .collect();
        self.set("first", Value::from(first), Who::Host).await
    }

    /// Sends the next message of the queue, when the CLI can take one.
    pub(super) async fn pump(&mut self) {
        if !self.is_ready() || self.is_working() {
            return;
        }
        let Some(uuid) = self
            .fold
            .view()
            .queue
            .first()
            .map(|queued| queued.uuid.clone())
        else {
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
            let input = user_input(&text, Vec::new(), uuid)?;
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
            let mut ids: Vec<_> = self
                .fold
                .view()
                .queue
                .iter()
                .map(|queued| queued.uuid.clone())
                .collect();
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
        self.note(&unique(), who, note).await.map(drop)
    }

    async fn send_queued(
        &mut self,
        uuid: &str,
        priority: Option<Priority>,
        who: Who,
    ) -> Result<(), Problem> {
        if !self.is_ready() {
            return Err(Problem::conflict(
                "notLive",
                "The session has no process yet; the message goes out when it has.",
            ));
        }
        let line = self
            .queued_line(uuid)
            .ok_or_else(|| Problem::not_found("queued message"))?;
        let mut input = UserInput::from_json(&line).map_err(Problem::internal)?;
        if self.is_working() {
            let name = priority
                .as_ref()
                .map(|priority| priority.as_str().to_owned());
            let note = Note::Steered(Steered {
                id: uuid.to_owned(),
                priority: name,
                extra: Map::new(),
            });
            self.note(&unique(), who.clone(), note).await?;
        }
        if let Some(priority) = priority {
            input = input.with_priority(priority);
        }
        self.write(uuid, who, &input.into()).await.map(drop)
    }

    /// The line of a message that waits: the newest note about it.
    fn queued_line(&self, uuid: &str) -> Option<String> {
        let records = self.shared.log_dir(&self.id).read_after(0).ok()?;
        let mut found = None;
        for record in records.flatten() {
            match record.note() {
                Some(Note::Queued(queued)) if queued.id == uuid => found = Some(queued.message),
                Some(Note::Edited(edited)) if edited.id == uuid => found = Some(edited.message),
                _ => {}
            }
        }
        found.map(|message| message.to_string())
    }

    fn queued_place(&self, uuid: &str) -> Result<usize, Problem> {
        let place = self
            .fold
            .view()
            .queue
            .iter()
            .position(|queued| queued.uuid == uuid);
        place.ok_or_else(|| Problem::conflict("sent", "This message does not wait any more."))
    }
}

/// An id for a write that is never repeated.
pub(super) fn unique() -> String {
    uuid::Uuid::new_v4().to_string()
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
