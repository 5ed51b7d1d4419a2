//! One running conversation.

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

/// One running conversation with one CLI.
///
/// Cheap to clone; all methods take `&self`, so it can be used from several tasks while another reads the [`Events`].
/// When the last clone and the events are gone, so is the CLI with everything it started.
#[derive(Clone)]
pub struct Session {
    handle: Arc<Handle>,
}

/// Ends the session when nobody holds it any more.
pub(crate) struct Handle {
    pub(crate) shared: Arc<Shared>,
    interrupts: Interrupts,
    process: Option<ProcessInfo>,
    /// The id that was chosen for the conversation.
    chosen_id: Option<SessionId>,
    initialized: Option<InitializeResponse>,
    /// Servers that were set while the session runs, which the CLI is told with the in-process ones.
    set_servers: Mutex<BTreeMap<String, McpServerConfig>>,
}

/// What is known about the process of a session.
pub(crate) struct ProcessInfo {
    pub(crate) pid: u32,
    pub(crate) mark: Mark,
    /// How to start it again.
    pub(crate) builder: SessionBuilder,
}

/// What came of introducing ourselves to a CLI.
pub(crate) struct Introduced {
    /// The id that was chosen for the conversation.
    pub(crate) chosen_id: Option<SessionId>,
    /// What the CLI said.
    pub(crate) response: InitializeResponse,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.request_end(CloseTimeouts::at_once());
    }
}

/// A prompt that has been written.
#[derive(Debug)]
pub struct Sent {
    uuid: MessageUuid,
    outcome: oneshot::Receiver<Result<Outcome>>,
}

impl Sent {
    /// Returns the uuid under which its fate is told.
    pub fn uuid(&self) -> &MessageUuid {
        &self.uuid
    }

    /// Waits for what becomes of it. Works whether or not anybody reads the events.
    pub async fn outcome(self) -> Result<Outcome> {
        self.outcome.await.unwrap_or(Err(Error::Closed))
    }

    /// Waits for the turn that answers it. A turn that failed is [`Error::Turn`] with its result, a prompt that was taken back or swallowed [`Error::Unanswered`].
    pub async fn result(self) -> Result<TurnResult> {
        self.outcome().await?.into_result()
    }

    pub(crate) fn poll_outcome(&mut self, context: &mut Context<'_>) -> Poll<Result<Outcome>> {
        let outcome = Pin::new(&mut self.outcome).poll(context);
        outcome.map(|outcome| outcome.unwrap_or(Err(Error::Closed)))
    }
}

impl Session {
    /// Attaches to a CLI that runs already, over any pair of line streams.
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

    /// Sends a prompt; resolves when it has been written.
    ///
    /// Prompts may be sent at any time. While a turn runs, the CLI keeps them for later or folds them into the turn.
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
        // Expected before it is written, so that what the CLI says about it cannot come too early.
        let outcome = lock(&self.shared().turns).expect(uuid.clone());
        let line = InputFrame::from_message(prompt.into());
        let written = self.shared().write(line).await;
        if let Err(error) = written {
            lock(&self.shared().turns).forget(&uuid);
            return Err(error);
        }
        Ok(Sent { uuid, outcome })
    }

    /// Sends a prompt and returns the turn that answers it as a stream of steps; resolves when it has been written.
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
        // Before the prompt is written, so that nothing of its turn is missed.
        let events = Events::from_now_on(&self.handle);
        let sent = self.send(prompt).await?;
        Ok(Turn::new(sent, events, is_free))
    }

    /// Sends a prompt and waits for the turn that answers it.
    pub async fn ask(&self, prompt: impl Into<Prompt>) -> Result<TurnResult> {
        self.send(prompt).await?.result().await
    }

    /// Makes a request of the control protocol and waits for its answer, at most the session's request timeout.
    ///
    /// Every published request also has a method of its own.
    pub async fn request<C: HostCall>(&self, call: C) -> Result<C::Response> {
        self.request_within(call, self.shared().settings.request_timeout)
            .await
    }

    /// The same, with a timeout for this call.
    pub async fn request_within<C: HostCall>(
        &self,
        call: C,
        timeout: Duration,
    ) -> Result<C::Response> {
        self.shared().call(call, timeout).await
    }

    /// Makes any request, for what has no type here. The answer's payload is `null` when there is none.
    pub async fn request_raw(&self, subtype: &str, fields: serde_json::Value) -> Result<RawJson> {
        let fields = JsonObject::try_from(fields).unwrap_or_default();
        let timeout = self.shared().settings.request_timeout;
        let request = HostRequest::raw(subtype, &fields);
        let response = self.shared().request(request, timeout).await?;
        Ok(response.payload().cloned().unwrap_or_default())
    }

    /// Returns the CLI's requests that wait for an answer, oldest first.
    pub fn open_requests(&self) -> Vec<Arc<OpenRequest>> {
        self.shared().open_requests()
    }

    /// Answers a permission request by hand. An error says that none with this id is open: somebody else answered, or the CLI withdrew it.
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

    /// Answers any request of the CLI by hand: with a payload, or with an error.
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

    /// Writes a line as it is. It must be one JSON object the CLI accepts: on anything else the CLI exits.
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

    /// The same, with options: how long a call may take, what its tools may do.
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

    /// Waits until nothing more will come by itself: no turn runs, no prompt waits, no agent works in the background.
    ///
    /// This is the CLI's own word where it gives it (sessions started here ask for it); a result alone is not the end.
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

    /// Returns the CLI's id of the conversation, once it is known. `/clear` and a fork change it.
    pub fn session_id(&self) -> Option<SessionId> {
        let known = lock(&self.shared().turns).session_id();
        known.or_else(|| self.handle.chosen_id.clone())
    }

    /// Returns what the CLI said about itself at the start: commands, models, agents, account. `None` for an attached session.
    pub fn initialized(&self) -> Option<&InitializeResponse> {
        self.handle.initialized.as_ref()
    }

    /// Returns the process id of the CLI. `None` for one that was not started here.
    pub fn pid(&self) -> Option<u32> {
        self.handle.process.as_ref().map(|process| process.pid)
    }

    /// Returns the mark that all processes of this session carry. `None` for a CLI that was not started here.
    pub fn mark(&self) -> Option<&Mark> {
        self.handle.process.as_ref().map(|process| &process.mark)
    }

    /// Closes the session: stdin, then SIGTERM, then SIGKILL, with the session's timeouts between; then all it left behind.
    ///
    /// What the CLI is doing when stdin closes it may finish within the first of them.
    pub async fn close(&self) -> Result<Arc<Exit>> {
        self.close_within(self.shared().settings.close).await
    }

    /// The same, with other timeouts.
    pub async fn close_within(&self, timeouts: CloseTimeouts) -> Result<Arc<Exit>> {
        self.shared().request_end(timeouts);
        Ok(self.exited().await)
    }

    /// Ends the session at once: SIGTERM, and SIGKILL a second later.
    pub async fn kill(&self) -> Arc<Exit> {
        self.shared().request_end(CloseTimeouts::at_once());
        self.exited().await
    }

    /// Kills a CLI that no longer responds, and resumes the conversation in a new process with the same options and handlers.
    ///
    /// What was not yet on disk is lost; the prompts that had no result have failed with [`Error::Exited`].
    /// What was changed while it ran (model, mode, settings, servers of the CLI) is as it was at the start; in-process servers that were added are there.
    pub async fn kill_and_resume(&self) -> Result<(Self, Events)> {
        let Some(process) = &self.handle.process else {
            return Err(Error::Option {
                option: "kill_and_resume".into(),
                reason: "the CLI was not started here, so it cannot be started again".into(),
            });
        };
        // Before its first turn a conversation is not on disk, and is begun again.
        let id = lock(&self.shared().turns).session_id();
        self.kill().await;
        let builder = process.builder.clone();
        match id {
            Some(id) => builder.resumed(id).start().await,
            None => builder.start().await,
        }
    }

    /// Waits until the CLI is gone, and everything it left behind.
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
