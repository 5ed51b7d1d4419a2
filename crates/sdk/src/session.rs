//! A running conversation.

mod control;
mod interrupt;
mod limits;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use pilothouse_protocol::control::{HostCall, HostRequest, InitializeResponse};
use pilothouse_protocol::ids::{MessageUuid, RequestId, SessionId};
use pilothouse_protocol::mcp::{McpServerConfig, SdkServerOptions};
use pilothouse_protocol::permission::CanUseTool;
use pilothouse_protocol::{Input, InputFrame, JsonObject, RawJson};
use tokio::sync::oneshot;

use crate::asked::{Answered, OpenRequest};
use crate::attach::Attach;
use crate::builder::SessionBuilder;
use crate::connection::{Shared, lock};
use crate::error::{Error, Exit, Result};
use crate::events::Events;
use crate::mcp::McpServer;
use crate::permission::Decision;
use crate::process::{CloseTimeouts, Mark};
use crate::prompt::Prompt;
use crate::turn::{Outcome, Turn, TurnResult};
use crate::turns::Activity;
use interrupt::Interrupts;

/// A running conversation with a CLI.
///
/// Cheap to clone; all methods take `&self`, so several tasks can use it while another one reads the [`Events`].
/// When the last clone and the events are dropped, the CLI and all of its processes are ended.
#[derive(Clone)]
pub struct Session {
    handle: Arc<Handle>,
}

/// Ends the session when the last owner drops it.
pub(crate) struct Handle {
    pub(crate) shared: Arc<Shared>,
    interrupts: Interrupts,
    process: Option<ProcessInfo>,
    /// The ID chosen for the conversation.
    chosen_id: Option<SessionId>,
    initialized: Option<InitializeResponse>,
    /// Servers set during the session, which are sent to the CLI together with the in-process ones.
    set_servers: Mutex<BTreeMap<String, McpServerConfig>>,
}

/// The process of a session.
pub(crate) struct ProcessInfo {
    pub(crate) pid: u32,
    pub(crate) mark: Mark,
    /// The builder, for restarting the CLI.
    pub(crate) builder: SessionBuilder,
}

/// The result of `initialize`.
pub(crate) struct Introduced {
    /// The ID chosen for the conversation.
    pub(crate) chosen_id: Option<SessionId>,
    /// The response of the CLI.
    pub(crate) response: InitializeResponse,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.request_end(CloseTimeouts::at_once());
    }
}

/// A prompt that was sent.
#[derive(Debug)]
pub struct Sent {
    uuid: MessageUuid,
    outcome: oneshot::Receiver<Result<Outcome>>,
}

impl Sent {
    /// Returns the UUID that identifies the prompt.
    pub fn uuid(&self) -> &MessageUuid {
        &self.uuid
    }

    /// Waits for the outcome. Works even if the events are not read.
    pub async fn outcome(self) -> Result<Outcome> {
        self.outcome.await.unwrap_or(Err(Error::Closed))
    }

    /// Waits for the turn that answers the prompt. A failed turn is an [`Error::Turn`] with its result; a prompt that
    /// was withdrawn or ignored is an [`Error::Unanswered`].
    pub async fn result(self) -> Result<TurnResult> {
        self.outcome().await?.into_result()
    }

    pub(crate) fn poll_outcome(&mut self, context: &mut Context<'_>) -> Poll<Result<Outcome>> {
        let outcome = Pin::new(&mut self.outcome).poll(context);
        outcome.map(|outcome| outcome.unwrap_or(Err(Error::Closed)))
    }
}

impl Session {
    /// Attaches to a running CLI over any pair of line streams.
    pub fn attach() -> Attach {
        Attach::new()
    }

    pub(crate) fn new(
        shared: Arc<Shared>,
        process: Option<ProcessInfo>,
        introduced: Option<Introduced>,
    ) -> (Self, Events) {
        shared.handlers.servers.connect(&shared, None);
        let (chosen_id, initialized) = match introduced {
            Some(introduced) => (introduced.chosen_id, Some(introduced.response)),
            None => (None, None),
        };
        let handle = Arc::new(Handle {
            shared,
            interrupts: Interrupts::default(),
            process,
            chosen_id,
            initialized,
            set_servers: Mutex::default(),
        });
        let events = Events::new(Arc::clone(&handle));
        let session = Self { handle };
        session.enforce_limits();
        (session, events)
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.handle.shared
    }

    /// Sends a prompt and waits until it has been written.
    ///
    /// Prompts can be sent at any time. During a turn, the CLI queues them or adds them to the turn.
    pub async fn send(&self, prompt: impl Into<Prompt>) -> Result<Sent> {
        let prompt = prompt.into();
        prompt.check()?;
        if let Some(budget) = self
            .shared()
            .settings
            .budget
            .as_ref()
            .filter(|budget| budget.is_spent())
        {
            return Err(Error::BudgetSpent {
                limit: budget.limit(),
                spent: budget.spent(),
            });
        }
        let uuid = prompt.uuid().clone();
        // Registered before it is written, so that no message about it arrives too early.
        let outcome = lock(&self.shared().turns).expect(uuid.clone());
        let line = InputFrame::from_message(prompt.into());
        let written = self.shared().write(line).await;
        if let Err(error) = written {
            lock(&self.shared().turns).forget(&uuid);
            return Err(error);
        }
        Ok(Sent { uuid, outcome })
    }

    /// Sends a prompt and returns the turn that answers it as a stream of steps. Waits until the prompt has been
    /// written.
    ///
    /// ```no_run
    /// # async fn example(session: pilothouse_sdk::Session) -> pilothouse_sdk::Result<()> {
    /// use pilothouse_sdk::Step;
    ///
    /// let mut turn = session.stream("Fix the failing test.").await?;
    /// while let Some(step) = turn.next().await {
    ///     if let Step::Text { text, .. } = step {
    ///         print!("{text}");
    ///     }
    /// }
    /// println!("${:.4}", turn.result().await?.cost_usd());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn stream(&self, prompt: impl Into<Prompt>) -> Result<Turn> {
        let is_free = !self.activity().is_busy();
        // Subscribe before the prompt is written, so that no event of its turn is missed.
        let events = Events::from_now_on(&self.handle);
        let sent = self.send(prompt).await?;
        Ok(Turn::new(sent, events, is_free))
    }

    /// Sends a prompt and waits for the turn that answers it.
    pub async fn ask(&self, prompt: impl Into<Prompt>) -> Result<TurnResult> {
        self.send(prompt).await?.result().await
    }

    /// Sends a control request and waits for its response, up to the session's request timeout.
    ///
    /// Every published request also has its own method.
    pub async fn request<C: HostCall>(&self, call: C) -> Result<C::Response> {
        self.request_within(call, self.shared().settings.request_timeout)
            .await
    }

    /// Like [`request`](Self::request), with a timeout for this call.
    pub async fn request_within<C: HostCall>(
        &self,
        call: C,
        timeout: Duration,
    ) -> Result<C::Response> {
        self.shared().call(call, timeout).await
    }

    /// Sends any request, for requests without a type. The payload of the response is `null` if there is none.
    pub async fn request_raw(&self, subtype: &str, fields: serde_json::Value) -> Result<RawJson> {
        let fields = JsonObject::try_from(fields).unwrap_or_default();
        let timeout = self.shared().settings.request_timeout;
        let request = HostRequest::raw(subtype, &fields);
        let response = self.shared().request(request, timeout).await?;
        Ok(response.payload().cloned().unwrap_or_default())
    }

    /// Returns the open requests of the CLI, oldest first.
    pub fn open_requests(&self) -> Vec<Arc<OpenRequest>> {
        self.shared().open_requests()
    }

    /// Answers a permission request by hand. Returns an error if no request with this ID is open, because it was
    /// answered elsewhere or withdrawn.
    pub async fn answer(&self, request_id: &RequestId, decision: Decision) -> Result<()> {
        let mut open = self.open_requests().into_iter();
        let open = open.find(|open| open.request_id == *request_id);
        let asked = open.and_then(|open| open.asked::<CanUseTool>());
        let asked = asked.ok_or_else(|| Error::NotOpen {
            request_id: request_id.clone(),
        })?;
        let answered = Answered::new(request_id, &*asked.call, decision);
        self.respond(request_id, answered.line).await?;
        if let Some(text) = answered.follow_up {
            self.send(text).await?;
        }
        Ok(())
    }

    /// Answers any request of the CLI by hand, with a payload or an error.
    pub async fn answer_raw(
        &self,
        request_id: &RequestId,
        answer: Result<serde_json::Value, String>,
    ) -> Result<()> {
        let answer = match answer {
            Ok(payload) => Input::success(request_id, Some(payload.into())),
            Err(message) => Input::error(request_id, message),
        };
        self.respond(request_id, answer).await
    }

    async fn respond(&self, request_id: &RequestId, answer: Input) -> Result<()> {
        match self.shared().answer(request_id, answer)?.await {
            Ok(Ok(())) => Ok(()),
            _ => Err(self.shared().wait_ended().await),
        }
    }

    /// Writes a raw line. It must be a JSON object that the CLI accepts; on any other input the CLI exits.
    pub async fn send_raw(&self, line: serde_json::Value) -> Result<()> {
        let frame = InputFrame::parse(line.to_string());
        self.shared().write(frame).await
    }

    /// Adds an in-process server to the running session.
    pub async fn add_mcp_server(
        &self,
        name: impl Into<String>,
        server: impl McpServer,
    ) -> Result<()> {
        self.add_mcp_server_with(name, server, SdkServerOptions::default())
            .await
    }

    /// Adds an in-process server with options: the timeout of a call, policies for its tools.
    pub async fn add_mcp_server_with(
        &self,
        name: impl Into<String>,
        server: impl McpServer,
        options: SdkServerOptions,
    ) -> Result<()> {
        let name = name.into();
        let servers = &self.shared().handlers.servers;
        servers.add(name.clone(), server, options);
        servers.connect(self.shared(), Some(&name));
        let response = self.announce_servers().await?;
        match response.errors.get(&name) {
            None => Ok(()),
            Some(message) => Err(Error::Rejected {
                subtype: "mcp_set_servers".into(),
                message: message.clone(),
                code: None,
            }),
        }
    }

    /// Removes an in-process server from the running session.
    pub async fn remove_mcp_server(&self, name: &str) -> Result<()> {
        self.shared().handlers.servers.remove(name);
        self.announce_servers().await.map(|_| ())
    }

    /// Waits until the session is idle: no turn is running, no prompt is waiting, no background agent is working.
    ///
    /// Uses the idle state reported by the CLI if it reports one (sessions started by this crate request it), because a
    /// result alone is not the end.
    pub async fn idle(&self) {
        let mut activity = lock(&self.shared().turns).activity();
        // The sender lives as long as the session.
        activity
            .wait_for(|activity| activity.idle)
            .await
            .map(|_| ())
            .unwrap_or_default();
    }

    /// Returns whether a turn is running.
    pub fn is_running(&self) -> bool {
        self.activity().running
    }

    fn activity(&self) -> Activity {
        *lock(&self.shared().turns).activity().borrow()
    }

    /// Returns the CLI's ID of the conversation, once it is known. `/clear` and a fork change it.
    pub fn session_id(&self) -> Option<SessionId> {
        let known = lock(&self.shared().turns).session_id();
        known.or_else(|| self.handle.chosen_id.clone())
    }

    /// Returns the CLI's response to `initialize`: commands, models, agents, account. `None` for an attached session.
    pub fn initialized(&self) -> Option<&InitializeResponse> {
        self.handle.initialized.as_ref()
    }

    /// Returns the process ID of the CLI. `None` if it was not started by this session.
    pub fn pid(&self) -> Option<u32> {
        self.handle.process.as_ref().map(|process| process.pid)
    }

    /// Returns the mark of all processes of this session. `None` if the CLI was not started by this session.
    pub fn mark(&self) -> Option<&Mark> {
        self.handle.process.as_ref().map(|process| &process.mark)
    }

    /// Closes the session: closes stdin, then sends SIGTERM, then SIGKILL, with the session's timeouts in between; then
    /// ends all remaining processes.
    ///
    /// The CLI may finish its current work within the first timeout.
    pub async fn close(&self) -> Result<Arc<Exit>> {
        self.close_within(self.shared().settings.close).await
    }

    /// Closes the session with other timeouts.
    pub async fn close_within(&self, timeouts: CloseTimeouts) -> Result<Arc<Exit>> {
        self.shared().request_end(timeouts);
        Ok(self.exited().await)
    }

    /// Kills the session: SIGTERM, and SIGKILL a second later.
    pub async fn kill(&self) -> Arc<Exit> {
        self.shared().request_end(CloseTimeouts::at_once());
        self.exited().await
    }

    /// Kills an unresponsive CLI, and resumes the conversation in a new process with the same options and handlers.
    ///
    /// Data that was not yet on disk is lost; prompts without a result have failed with [`Error::Exited`].
    /// Changes made during the session (model, mode, settings, servers of the CLI) are reset; added in-process servers
    /// are kept.
    pub async fn kill_and_resume(&self) -> Result<(Self, Events)> {
        let Some(process) = &self.handle.process else {
            return Err(Error::Option {
                option: "kill_and_resume".into(),
                reason: "the CLI was not started here, so it cannot be started again".into(),
            });
        };
        // Before its first turn a conversation is not on disk, so a new one is started.
        let id = lock(&self.shared().turns).session_id();
        self.kill().await;
        let builder = process.builder.clone();
        match id {
            Some(id) => builder.resumed(id).start().await,
            None => builder.start().await,
        }
    }

    /// Waits until the CLI has exited and its processes have been swept.
    pub async fn exited(&self) -> Arc<Exit> {
        self.shared().exited().await
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("session_id", &self.session_id())
            .field("pid", &self.pid())
            .finish_non_exhaustive()
    }
}
