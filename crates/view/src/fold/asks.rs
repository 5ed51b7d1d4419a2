//! Asks: what the CLI wants a person to decide, and what was answered.

use pilothouse_log::Who as Author;
use pilothouse_protocol::control::{CliRequest, ControlReply};
use pilothouse_protocol::elicitation::{Elicitation, RequestUserDialog};
use pilothouse_protocol::fold::Sign;
use pilothouse_protocol::permission::CanUseTool;
use pilothouse_protocol::tool::{Question as WireQuestion, ToolInput};
use serde_json::Value;

use crate::ask::{
    Ask, AskBody, AskState, ElicitationAsk, PermissionAsk, PlanAsk, Question, QuestionAsk,
    QuestionOption, WithdrawnReason,
};
use crate::change::Change;
use crate::entry::EntryBody;
use crate::id::{AskId, EntryId, JobId};
use crate::json::Json;
use crate::name::tool_name;
use crate::session::{Who, WhoKind};
use crate::suggestion::{describe_all, updates};
use crate::text::strip_ansi;
use crate::tool::ToolState;

use super::SessionFold;
use super::dialogs::dialog;

/// What the CLI gives as the reason of a request that has none of its own (2.1.325).
const NO_REASON: &str = "This command requires approval";

impl SessionFold {
    /// A request of the CLI. Only some are for a person; the others are the host's own business.
    pub(super) fn cli_request(&mut self, request_id: &str, request: &CliRequest) {
        let id = self.ask_id(request_id);
        let known = self
            .view
            .asks
            .iter()
            .chain(&self.view.closed_asks)
            .any(|ask| ask.id == id);
        if known {
            return;
        }
        match request {
            CliRequest::CanUseTool(ask) => self.tool_ask(request_id, ask),
            CliRequest::Elicitation(ask) => self.elicitation(request_id, ask),
            CliRequest::RequestUserDialog(ask) => self.dialog(request_id, ask),
            CliRequest::Unknown(unknown) => self.unknown("control_request/", unknown),
            CliRequest::Malformed(malformed) => self.malformed("control_request/", malformed),
            _ => {}
        }
    }

    fn ask_id(&self, request_id: &str) -> AskId {
        AskId::new(format!("{}:{request_id}", self.now.epoch))
    }

    fn tool_ask(&mut self, request_id: &str, ask: &CanUseTool) {
        let input: Value = serde_json::from_str(ask.input.as_str()).unwrap_or_default();
        let body = match ask.tool_name.as_str() {
            "AskUserQuestion" => AskBody::Question(questions(ask, Json(input))),
            "ExitPlanMode" => AskBody::Plan(self.plan(ask, Json(input))),
            _ => AskBody::Permission(Box::new(self.permission(ask, input))),
        };
        let tool_use_id = ask.tool_use_id.as_ref().map(|id| id.as_str().to_owned());
        let job = ask.agent_id.as_ref().map(|id| JobId::new(id.as_str()));
        self.open_ask(request_id, tool_use_id, job, body);
    }

    fn permission(&self, ask: &CanUseTool, input: Value) -> PermissionAsk {
        let suppressed = ask.suppress_always_allow_rule == Some(true);
        let updates = updates(&ask.permission_suggestions);
        let mut tool = tool_name(&ask.tool_name);
        if let (Some(display), true) = (&ask.display_name, tool.server.is_some()) {
            tool.display = display.clone();
        }
        let hook = [
            &ask.decision_reason_hook_event,
            &ask.decision_reason_hook_source,
        ];
        let hook: Vec<&str> = hook.into_iter().flatten().map(String::as_str).collect();
        PermissionAsk {
            tool,
            input: Json(input),
            title: ask.title.clone(),
            description: ask.description.clone(),
            reason: ask
                .decision_reason
                .as_deref()
                .filter(|reason| *reason != NO_REASON)
                .map(strip_ansi),
            reason_type: ask
                .decision_reason_type
                .as_ref()
                .map(|kind| kind.as_str().to_owned()),
            blocked_path: ask.blocked_path.clone(),
            suggestions: if suppressed {
                Vec::new()
            } else {
                describe_all(&updates, self.view.info.cwd.as_deref())
            },
            can_remember: !suppressed,
            default_to_no: ask.default_to_no == Some(true),
            requires_interaction: ask.requires_user_interaction == Some(true),
            needs_person: ask.classifier_approvable == Some(false),
            // The CLI tells who may approve exactly when a safety check is involved.
            safety_check: ask.classifier_approvable.is_some()
                || ask
                    .decision_reason_type
                    .as_ref()
                    .is_some_and(|kind| kind.as_str() == "safetyCheck"),
            rules_may_allow: !ask.only_a_person(),
            server_source: ask
                .mcp_server
                .as_ref()
                .and_then(|server| server.source.clone()),
            hook: Some(hook.join(" ")).filter(|hook| !hook.is_empty()),
        }
    }

    /// The CLI sends the plan of its plan file. Without such a file the request is empty (2.1.325), and
    /// the plan stands in the call alone.
    fn plan(&self, ask: &CanUseTool, input: Json) -> PlanAsk {
        let text = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let plan = |input: ToolInput| match input {
            ToolInput::ExitPlanMode(input) => (text(input.plan), text(input.plan_file_path)),
            _ => (None, None),
        };
        let call = ask.tool_use_id.as_ref();
        let call = call.and_then(|id| self.state.call_entries.get(id.as_str()));
        let call = call.and_then(|entry| self.tool(entry));
        let (asked, plan_file) = plan(ToolInput::of(&ask.tool_name, ask.input.as_raw()));
        PlanAsk {
            plan: asked.or_else(|| plan(call?.read_input()).0),
            plan_file,
            input,
        }
    }

    fn elicitation(&mut self, request_id: &str, ask: &Elicitation) {
        let schema = ask.requested_schema.as_ref();
        let schema = schema.and_then(|schema| serde_json::from_str(schema.as_str()).ok());
        let body = AskBody::Elicitation(ElicitationAsk {
            server: ask.mcp_server_name.clone(),
            message: ask.message.clone(),
            mode: ask
                .mode
                .as_ref()
                .map_or("form", |mode| mode.as_str())
                .to_owned(),
            url: ask.url.clone(),
            schema: schema.map(Json),
            property_order: ask.property_order.clone(),
            title: ask.title.clone(),
            description: ask.description.clone(),
        });
        self.open_ask(request_id, None, None, body);
    }

    fn dialog(&mut self, request_id: &str, ask: &RequestUserDialog) {
        let payload = serde_json::from_str(ask.payload.as_str()).unwrap_or_default();
        let tool_use_id = ask.tool_use_id.as_ref().map(|id| id.as_str().to_owned());
        let body = AskBody::Dialog(dialog(ask.dialog_kind.as_str(), payload));
        self.open_ask(request_id, tool_use_id, None, body);
    }

    fn open_ask(
        &mut self,
        request_id: &str,
        tool_use_id: Option<String>,
        job: Option<JobId>,
        body: AskBody,
    ) {
        let entry = tool_use_id
            .as_ref()
            .and_then(|id| self.state.call_entries.get(id).cloned());
        let id = self.ask_id(request_id);
        let ask = Ask {
            id: id.clone(),
            request_id: request_id.to_owned(),
            epoch: self.now.epoch,
            at: self.now.at,
            entry: entry.clone(),
            tool_use_id,
            job,
            body,
            state: AskState::Open,
        };
        self.emit(Change::AskSet { ask: Box::new(ask) });
        if let Some(entry) = entry.filter(|entry| self.tool(entry).is_some()) {
            self.set_body(&entry, |body| {
                if let EntryBody::Tool(call) = body {
                    call.state = ToolState::Waiting;
                    // Its clock starts when it runs.
                    call.started_at = None;
                    call.links.ask = Some(id);
                }
            });
        }
    }

    /// The host answered a request of the CLI.
    pub(super) fn ask_answered(&mut self, request_id: &str, reply: &ControlReply, who: &Author) {
        let id = self.ask_id(request_id);
        let Some(ask) = self.view.asks.iter().find(|ask| ask.id == id).cloned() else {
            return;
        };
        let answer = self.read_answer(&ask, reply);
        let who = author(who);
        self.state
            .liveness
            .observe(Sign::Settled(request_id.to_owned()), self.now.at);
        let state = AskState::Answered {
            at: self.now.at,
            who: who.clone(),
            answer: answer.clone(),
            confirmed: false,
        };
        self.emit(Change::AskClosed { id, state });
        if let Some(entry) = ask.entry {
            self.answer_tool(&entry, answer, who);
        }
    }

    /// The CLI repeats an answer: it came in time.
    pub(super) fn answer_confirmed(&mut self, request_id: &str) {
        let id = self.ask_id(request_id);
        let ask = self.view.closed_asks.iter().find(|ask| ask.id == id);
        if let Some(AskState::Answered {
            at,
            who,
            answer,
            confirmed: false,
        }) = ask.map(|ask| ask.state.clone())
        {
            let state = AskState::Answered {
                at,
                who,
                answer,
                confirmed: true,
            };
            self.emit(Change::AskClosed { id, state });
        }
    }

    /// The CLI no longer wants an answer. One that crossed its way counts for nothing.
    pub(super) fn ask_cancelled(&mut self, request_id: &str) {
        let id = self.ask_id(request_id);
        let open = self.view.asks.iter().find(|ask| ask.id == id);
        let crossed = self.view.closed_asks.iter().find(|ask| {
            ask.id == id
                && matches!(
                    ask.state,
                    AskState::Answered {
                        confirmed: false,
                        ..
                    }
                )
        });
        let Some(ask) = open.or(crossed) else { return };
        let entry = ask.entry.clone();
        self.state
            .liveness
            .observe(Sign::Settled(request_id.to_owned()), self.now.at);
        let state = AskState::Withdrawn {
            at: self.now.at,
            reason: WithdrawnReason::Cancelled,
        };
        self.emit(Change::AskClosed { id, state });
        let waits = |fold: &Self, id: &EntryId| {
            fold.tool(id)
                .is_some_and(|call| call.state == ToolState::Waiting)
        };
        if let Some(entry) = entry.filter(|entry| waits(self, entry)) {
            self.move_call(&entry, ToolState::Running);
        }
    }

    /// The process is gone: nobody waits for an answer any more.
    pub(super) fn withdraw_asks(&mut self) {
        let ids: Vec<AskId> = self.view.asks.iter().map(|ask| ask.id.clone()).collect();
        for id in ids {
            let state = AskState::Withdrawn {
                at: self.now.at,
                reason: WithdrawnReason::Died,
            };
            self.emit(Change::AskClosed { id, state });
        }
    }
}

fn question(wire: WireQuestion) -> Question {
    let options = wire.options.into_iter().map(|option| QuestionOption {
        label: option.label.unwrap_or_default(),
        description: option.description.unwrap_or_default(),
        preview: option.preview,
    });
    Question {
        question: wire.question.unwrap_or_default(),
        header: wire.header.unwrap_or_default(),
        multi_select: wire.multi_select == Some(true),
        options: options.collect(),
    }
}

fn questions(ask: &CanUseTool, input: Json) -> QuestionAsk {
    let questions = match ToolInput::of(&ask.tool_name, ask.input.as_raw()) {
        ToolInput::AskUserQuestion(asked) => asked.questions,
        _ => Vec::new(),
    };
    QuestionAsk {
        questions: questions.into_iter().map(question).collect(),
        input,
    }
}

/// Who wrote a record, where that is a matter for people.
pub(super) fn author(who: &Author) -> Option<Who> {
    let (kind, name) = match who {
        Author::Device(_) => (WhoKind::Device, who.as_device().map(|(name, _)| name)),
        Author::Rule(name) => (WhoKind::Rule, Some(name.as_str())),
        Author::Host => (WhoKind::Host, None),
        Author::Cli | Author::Unknown { .. } => return None,
    };
    Some(Who {
        kind,
        name: name.map(str::to_owned),
        device: who.as_device().and_then(|(_, id)| id).map(str::to_owned),
    })
}
