//! What runs, and what waits.

use pilothouse_protocol::control::{
    BackgroundTasks, BackgroundTasksResponse, GetTaskOutputResponse,
};
use pilothouse_protocol::ids::{MessageUuid, TaskId, ToolUseId};

use super::call;
use crate::error::Result;
use crate::session::Session;

/// What runs, and what waits.
impl Session {
    /// Stops a task in the background. The CLI also agrees when there is no such task.
    pub async fn stop_task(&self, task: impl Into<TaskId>) -> Result<()> {
        self.request_raw(
            "stop_task",
            serde_json::json!({"task_id": task.into().as_str()}),
        )
        .await
        .map(|_| ())
    }

    /// Moves all that runs in the foreground to the background.
    pub async fn background_all(&self) -> Result<BackgroundTasksResponse> {
        self.request(BackgroundTasks::default()).await
    }

    /// Moves one call to the background. A command can be moved once it has run some seconds.
    pub async fn background(&self, tool_call: ToolUseId) -> Result<BackgroundTasksResponse> {
        self.request(call::<BackgroundTasks>(|call| {
            call.tool_use_id = Some(tool_call)
        }))
        .await
    }

    /// Asks for the end of the output of a task.
    pub async fn task_output(&self, task: impl Into<TaskId>) -> Result<GetTaskOutputResponse> {
        let answer = self
            .request_raw(
                "get_task_output",
                serde_json::json!({"task_id": task.into().as_str()}),
            )
            .await?;
        answer.parse().map_err(|error| crate::Error::Answer {
            subtype: "get_task_output".into(),
            reason: error.to_string(),
        })
    }

    /// Takes back a prompt that waits. Returns whether it was still waiting.
    pub async fn cancel_prompt(&self, uuid: &MessageUuid) -> Result<bool> {
        let answer = self
            .request_raw(
                "cancel_async_message",
                serde_json::json!({"message_uuid": uuid.as_str()}),
            )
            .await?;
        Ok(answer
            .get("cancelled")
            .is_some_and(|cancelled| cancelled.as_str() == "true"))
    }
}
