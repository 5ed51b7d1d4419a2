//! Lines the host wrote to the CLI's stdin.

use pilothouse_log::Record;
use pilothouse_protocol::control::{HostControlRequest, HostRequest};
use pilothouse_protocol::fold::Sign;
use pilothouse_protocol::input::UserInput;
use pilothouse_protocol::{Input, InputFrame, Meaning};

use crate::entry::{Delivery, Direction, RawReason};

use super::SessionFold;
use super::asks::author;
use super::content::attachments;
use super::messages::Sent;

impl SessionFold {
    pub(super) fn fold_input(&mut self, record: &Record) {
        let frame = InputFrame::parse(record.bytes.clone());
        match &frame.meaning {
            Meaning::Message(input) => self.input(input, record),
            Meaning::Blank => {}
            _ => self.add_raw_line(RawReason::NotJson, "", &record.bytes, Direction::In),
        }
    }

    fn input(&mut self, input: &Input, record: &Record) {
        match input {
            Input::User(user) => self.user_input(user, record),
            Input::ControlRequest(request) => self.host_request(request),
            Input::ControlResponse(response) => {
                if let Some(id) = response.request_id().map(|id| id.as_str().to_owned()) {
                    self.ask_answered(&id, &response.response, &record.who);
                    self.state.liveness.observe(Sign::Settled(id), self.now.at);
                }
            }
            Input::Unknown(unknown) => {
                let name = unknown.tag.to_string();
                self.add_raw_line(RawReason::Unknown, &name, &record.bytes, Direction::In);
            }
            Input::Malformed(malformed) => {
                let name = malformed.tag.as_deref().unwrap_or_default().to_owned();
                self.add_raw_line(RawReason::Malformed, &name, &record.bytes, Direction::In);
            }
            // Signs of life, credentials and what a history is made of are not shown.
            _ => {}
        }
    }

    fn user_input(&mut self, user: &UserInput, record: &Record) {
        let Some(content) = user.said() else {
            return self.add_raw_line(RawReason::Malformed, "user", &record.bytes, Direction::In);
        };
        let uuid = user.uuid.as_ref().map(|uuid| uuid.as_str().to_owned());
        if let Some(known) = uuid
            .as_deref()
            .filter(|uuid| self.state.knows_message(uuid))
        {
            return self.resend(known);
        }
        if let Some(uuid) = &uuid {
            self.sent_from_queue(uuid);
        }
        let origin = user.origin.as_ref().map(|origin| origin.tag().to_owned());
        self.add_message(Sent {
            uuid,
            text: content.text(),
            attachments: attachments(content),
            delivery: Delivery::Sent,
            origin: origin.filter(|kind| kind != "human"),
            priority: user
                .priority
                .as_ref()
                .map(|priority| priority.as_str().to_owned()),
            who: author(&record.who),
        });
    }

    fn host_request(&mut self, request: &HostControlRequest) {
        if matches!(request.request, HostRequest::Interrupt(_)) {
            let running = self.state.turn.running;
            self.state.turn.interrupting |= running;
            self.state.stopping |= running || self.open_messages().next().is_some();
        }
        if let HostRequest::Initialize(initialize) = &request.request {
            self.state.trust_attested = initialize.workspace_trust.is_some();
        }
        self.state.model_echo |= matches!(request.request, HostRequest::SetModel(_));
        let Some(id) = &request.request_id else {
            return;
        };
        let request = request.request.clone();
        self.state.remember_request(id.as_str(), request);
    }
}
