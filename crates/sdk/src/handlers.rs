//! Selects the handlers of the CLI's requests.

mod catch;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_protocol::Input;
use pilothouse_protocol::control::{CliRequest, McpMessage};
use pilothouse_protocol::elicitation::{
    DialogKind, DialogResult, Elicitation, ElicitationResult, RequestUserDialog,
};
use pilothouse_protocol::permission::CanUseTool;

use crate::asked::{Answered, Answering, Handler, OpenRequest, answer_line};
use crate::connection::{Shared, lock};
use crate::events::{Event, Notice};
use crate::hook::HookCallbacks;
use crate::mcp::Servers;
use crate::permission::Decision;
use crate::prompt::Prompt;
use catch::catch_unwind;

/// How long a handler may clean up after its request was withdrawn.
const AFTER_CANCEL: Duration = Duration::from_secs(1);

/// The handling of permission requests.
#[derive(Clone, Default)]
pub(crate) enum Permissions {
    /// They are denied.
    #[default]
    Nobody,
    /// They are answered with [`crate::Session::answer`].
    ByHand,
    /// A handler.
    Handler(Handler<CanUseTool>),
}

/// The handlers of a session.
#[derive(Clone, Default)]
pub(crate) struct Handlers {
    pub(crate) permissions: Permissions,
    pub(crate) hooks: HookCallbacks,
    pub(crate) servers: Servers,
    pub(crate) elicitation: Option<Handler<Elicitation>>,
    pub(crate) dialogs: HashMap<DialogKind, Handler<RequestUserDialog>>,
    /// Whether elicitations are answered by hand.
    pub(crate) by_hand: bool,
    /// Dialog kinds that are answered by hand.
    pub(crate) dialog_kinds: Vec<DialogKind>,
}

/// The handling of a request.
pub(crate) enum Disposition {
    /// A task answers it.
    Answer(Answering),
    /// The owner of the session answers it.
    LeaveOpen,
    /// It must not be answered.
    LeaveUnanswered,
    /// The response is an error.
    Refuse,
}

impl Disposition {
    fn answer(answered: impl Into<Answered>) -> Self {
        Self::Answer(Box::pin(std::future::ready(answered.into())))
    }
}

impl Handlers {
    pub(crate) fn disposition(&self, request: &OpenRequest) -> Disposition {
        let id = &request.request_id;
        match &request.request {
            CliRequest::CanUseTool(call) => match &self.permissions {
                Permissions::Handler(handler) => {
                    Disposition::Answer(handler.answer(request.with(call)))
                }
                Permissions::ByHand => Disposition::LeaveOpen,
                Permissions::Nobody => {
                    let denial = Decision::deny("no permission handler is installed in the host");
                    Disposition::answer(Answered::new(id, &**call, denial))
                }
            },
            CliRequest::HookCallback(call) => Disposition::Answer(self.hooks.answer(request, call)),
            CliRequest::McpMessage(call) => Disposition::Answer(self.servers.answer(request, call)),
            CliRequest::Elicitation(call) => match &self.elicitation {
                Some(handler) => Disposition::Answer(handler.answer(request.with(call))),
                None if self.by_hand => Disposition::LeaveOpen,
                None => {
                    Disposition::answer(Answered::new(id, &**call, ElicitationResult::decline()))
                }
            },
            // A response to a dialog of an undeclared kind would count as the user's answer.
            CliRequest::RequestUserDialog(call) => match self.dialogs.get(&call.dialog_kind) {
                Some(handler) => Disposition::Answer(handler.answer(request.with(call))),
                None if self.dialog_kinds.contains(&call.dialog_kind) => Disposition::LeaveOpen,
                None => Disposition::LeaveUnanswered,
            },
            other if other.wants_silence() => Disposition::LeaveUnanswered,
            CliRequest::Malformed(malformed) if malformed.tag.is_some() => {
                let error = format!("the request does not fit: {}", malformed.error);
                Disposition::answer(Input::error(id, error))
            }
            _ => Disposition::Refuse,
        }
    }
}

/// Answers a request in its own task.
pub(crate) async fn serve(shared: Arc<Shared>, request: Arc<OpenRequest>, answering: Answering) {
    let handling = catch_unwind(answering);
    tokio::pin!(handling);
    let outcome = tokio::select! {
        outcome = &mut handling => outcome,
        () = request.cancelled.cancelled() => {
            // The handler may clean up, but its response is ignored.
            if tokio::time::timeout(AFTER_CANCEL, &mut handling).await.is_err() {
                tracing::debug!(request_id = %request.request_id, "a handler was dropped after its request was withdrawn");
            }
            return;
        }
    };
    let answered = outcome.unwrap_or_else(|_| {
        shared.queue.tell(Event::Notice(Notice::HandlerPanicked {
            request_id: request.request_id.clone(),
            subtype: request.subtype().to_owned(),
        }));
        after_panic(&request)
    });
    match shared.answer(&request.request_id, answered.line) {
        Ok(_) => send_follow_up(&shared, answered.follow_up),
        // The request was just withdrawn, or the session has ended.
        Err(error) => tracing::debug!(%error, "an answer came too late"),
    }
}

/// The message of a denial that ends the turn never reaches the model, so it is sent as the next prompt.
fn send_follow_up(shared: &Shared, text: Option<String>) {
    let Some(text) = text else { return };
    let prompt = Prompt::from(text);
    let uuid = prompt.uuid().clone();
    // The outcome is not awaited, but the session is not idle until the turn has ended.
    drop(lock(&shared.turns).expect(uuid.clone()));
    if let Err(error) = shared.enqueue(prompt.into()) {
        tracing::debug!(%error, "the message of a denial could not be sent");
        lock(&shared.turns).forget(&uuid);
    }
}

/// A failed handler must not count as an approval.
fn after_panic(request: &OpenRequest) -> Answered {
    let id = &request.request_id;
    match &request.request {
        CliRequest::CanUseTool(call) => {
            let denial =
                Decision::deny("the permission handler of the host failed, so the call was denied");
            Answered::new(id, &**call, denial)
        }
        CliRequest::Elicitation(call) => Answered::new(id, &**call, ElicitationResult::cancel()),
        CliRequest::RequestUserDialog(call) => {
            Answered::new(id, &**call, DialogResult::cancelled())
        }
        CliRequest::McpMessage(call) => {
            answer_line::<McpMessage>(id, Ok(crate::mcp::failed_answer(call))).into()
        }
        _ => Input::error(id, "the handler of the host failed").into(),
    }
}
