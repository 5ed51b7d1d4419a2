//! Who answers the CLI's requests.

mod catch;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::wire::Wire;
use serde_json::json;

use crate::connection::{Answer, OpenRequest, Shared, lock};
use crate::dialog::{ErasedDialogHandler, ErasedElicitationHandler};
use crate::events::{Event, Notice};
use crate::hook::HookCallbacks;
use crate::mcp::Servers;
use crate::permission::{Decision, ErasedPermissionHandler, PermissionRequest};
use catch::catch_unwind;

/// How long a handler may go on after its request was withdrawn, to put things in order.
const AFTER_CANCEL: Duration = Duration::from_secs(1);

/// Requests that must be left unanswered: an answer would be taken for somebody else's.
const NEVER_ANSWERED: [&str; 4] = [
    "remote_tool_call",
    "remote_plumbing_call",
    "remote_tools_probe",
    "remote_tools_reannounce",
];

/// Who answers permission requests.
#[derive(Clone, Default)]
pub(crate) enum Permissions {
    /// Nobody: they are denied.
    #[default]
    Nobody,
    /// The owner of the session, by [`crate::Session::answer`].
    ByHand,
    /// A handler.
    Handler(Arc<dyn ErasedPermissionHandler>),
}

/// Who answers what.
#[derive(Clone, Default)]
pub(crate) struct Handlers {
    pub(crate) permissions: Permissions,
    pub(crate) hooks: HookCallbacks,
    pub(crate) servers: Servers,
    pub(crate) elicitation: Option<Arc<dyn ErasedElicitationHandler>>,
    pub(crate) dialogs: HashMap<String, Arc<dyn ErasedDialogHandler>>,
    /// Whether elicitations and declared dialogs are answered by hand.
    pub(crate) by_hand: bool,
    /// Dialog kinds that are answered by hand.
    pub(crate) dialog_kinds: Vec<String>,
}

/// What becomes of a request.
pub(crate) enum Disposition {
    /// A handler answers it.
    Handle,
    /// The owner of the session answers it.
    LeaveOpen,
    /// Nobody may answer it.
    LeaveUnanswered,
    /// It gets an error.
    Refuse,
}

/// What a handler made of a request.
struct Served {
    answer: Answer,
    /// A prompt to send after the answer.
    follow_up: Option<String>,
}

impl From<Answer> for Served {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            follow_up: None,
        }
    }
}

impl Handlers {
    pub(crate) fn disposition(&self, request: &OpenRequest) -> Disposition {
        match &*request.subtype {
            "can_use_tool" if matches!(self.permissions, Permissions::ByHand) => {
                Disposition::LeaveOpen
            }
            "elicitation" if self.by_hand && self.elicitation.is_none() => Disposition::LeaveOpen,
            "can_use_tool" | "hook_callback" | "mcp_message" | "elicitation" => Disposition::Handle,
            "request_user_dialog" => self.dialog_disposition(request),
            subtype if NEVER_ANSWERED.contains(&subtype) => Disposition::LeaveUnanswered,
            _ => Disposition::Refuse,
        }
    }

    /// An answer to a dialog of a kind that was not declared would count as a real one.
    fn dialog_disposition(&self, request: &OpenRequest) -> Disposition {
        let kind = request
            .body
            .get("dialog_kind")
            .and_then(|kind| kind.as_string())
            .unwrap_or_default();
        if self.dialogs.contains_key(&kind) {
            Disposition::Handle
        } else if self.dialog_kinds.contains(&kind) {
            Disposition::LeaveOpen
        } else {
            Disposition::LeaveUnanswered
        }
    }

    async fn handle(&self, request: &OpenRequest) -> Served {
        match &*request.subtype {
            "can_use_tool" => self.permit(request).await,
            "hook_callback" => self.hooks.call(request).await.into(),
            "mcp_message" => self.servers.deliver(request).await.into(),
            "elicitation" => self.elicit(request).await.into(),
            _ => self.show_dialog(request).await.into(),
        }
    }

    async fn permit(&self, request: &OpenRequest) -> Served {
        let ask = match PermissionRequest::read(request) {
            Ok(ask) => ask,
            Err(error) => {
                return Answer::error(format!("the request does not fit: {error}")).into();
            }
        };
        let decision = match &self.permissions {
            Permissions::Handler(handler) => handler.decide(ask).await,
            _ => Decision::deny("no permission handler is installed in the host"),
        };
        let follow_up = decision.follow_up();
        Served {
            answer: decision.into_answer(request),
            follow_up,
        }
    }

    async fn elicit(&self, request: &OpenRequest) -> Answer {
        match &self.elicitation {
            Some(handler) => handler.elicit(request).await,
            None => Answer::Success(json!({"action": "decline"}).into()),
        }
    }

    async fn show_dialog(&self, request: &OpenRequest) -> Answer {
        let kind = request
            .body
            .get("dialog_kind")
            .and_then(|kind| kind.as_string())
            .unwrap_or_default();
        match self.dialogs.get(&kind) {
            Some(handler) => handler.show(request).await,
            None => Answer::Success(json!({"behavior": "cancelled"}).into()),
        }
    }
}

/// Answers one request, in a task of its own.
pub(crate) async fn serve(shared: Arc<Shared>, request: Arc<OpenRequest>) {
    let handling = catch_unwind(shared.handlers.handle(&request));
    tokio::pin!(handling);
    let outcome = tokio::select! {
        outcome = &mut handling => outcome,
        () = request.cancelled.cancelled() => {
            // The handler may put things in order, but its answer no longer matters.
            if tokio::time::timeout(AFTER_CANCEL, &mut handling).await.is_err() {
                tracing::debug!(request_id = %request.request_id, "a handler was dropped after its request was withdrawn");
            }
            return;
        }
    };
    let served = outcome.unwrap_or_else(|_| {
        let (request_id, subtype) = (request.request_id.clone(), request.subtype.clone());
        shared.queue.tell(Event::Notice(Notice::HandlerPanicked {
            request_id,
            subtype,
        }));
        after_panic(&request).into()
    });
    match shared.answer(&request.request_id, served.answer) {
        Ok(_) => send_follow_up(&shared, served.follow_up),
        // Withdrawn in this moment, or the session has ended: nobody waits for it.
        Err(error) => tracing::debug!(%error, "an answer came too late"),
    }
}

/// The message of a denial that ends the turn never reaches the model, so it is sent as the next prompt.
fn send_follow_up(shared: &Shared, text: Option<String>) {
    let Some(text) = text else { return };
    let prompt = crate::prompt::Prompt::from(text);
    // Nobody waits for its turn, but the session does not rest before it has ended.
    drop(lock(&shared.turns).expect(prompt.uuid().clone()));
    if let Err(error) = shared.enqueue(prompt.line()) {
        tracing::debug!(%error, "the message of a denial could not be sent");
        lock(&shared.turns).forget(prompt.uuid());
    }
}

/// A handler that failed must not be taken for one that agreed.
fn after_panic(request: &OpenRequest) -> Answer {
    match &*request.subtype {
        "can_use_tool" => {
            let denial =
                Decision::deny("the permission handler of the host failed, so the call was denied");
            denial.into_answer(request)
        }
        "elicitation" => Answer::Success(json!({"action": "cancel"}).into()),
        "request_user_dialog" => Answer::Success(json!({"behavior": "cancelled"}).into()),
        "mcp_message" => crate::mcp::failed_answer(request),
        _ => Answer::error("the handler of the host failed"),
    }
}

pub(crate) fn raw(value: &impl Wire) -> RawJson {
    // What the types write is JSON; the fallback cannot be reached.
    RawJson::from_text(&value.to_json()).unwrap_or_else(|_| RawJson::null())
}
