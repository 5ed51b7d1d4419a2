//! People: they send, retry, answer, stop, edit, change settings, wake and close, and lose their connections.

use std::collections::BTreeMap;

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, NewMessage, SendWhen, UpdateQueued};
use pilothouse_api::rules::{Rule, RuleBehavior, RuleScope};
use pilothouse_api::session::{Interrupt, Lifecycle, UpdateSession};
use pilothouse_log::Who;
use serde_json::json;

use super::World;
use super::browser::Reader;
use super::dice::Dice;
use crate::session::Refusal;
use crate::session::effect::Answer;
use crate::session::input::Call;
use crate::session::update::Change;

pub(super) struct Person {
    number: usize,
    pub(super) reader: Reader,
    /// What was sent without an answer, or refused for now.
    retries: Vec<Retry>,
}

/// Something that is safe to send again: it has a key.
#[derive(Clone)]
enum Retry {
    Message(NewMessage),
    Rule(String),
}

/// A call that waits for its answer.
pub(super) struct Asked {
    person: usize,
    pub(super) what: What,
    retry: Option<Retry>,
}

/// What a call is for, as far as its answer is checked.
pub(super) enum What {
    /// Sends the message with this name.
    Send(String),
    Withdraw(String),
    Stop,
    Answer {
        ask: String,
        allows: bool,
    },
    Setting {
        name: &'static str,
        value: String,
    },
    Title(String),
    Rule(String),
    Wake,
    Other,
}

/// A call on its way to the session.
pub(super) struct Request {
    pub(super) asked: Asked,
    pub(super) who: Who,
    pub(super) call: Call,
}

impl Person {
    pub(super) fn new(number: usize) -> Self {
        Self {
            number,
            reader: Reader::default(),
            retries: Vec::new(),
        }
    }

    fn who(&self) -> Who {
        Who::device("browser", &format!("d{}", self.number))
    }
}

/// The rules of a world: none, one that allows, or one that denies as well.
pub(super) fn rules(dice: &mut Dice) -> Vec<Rule> {
    let rule = |behavior, rule: &str| Rule {
        id: rule.to_owned(),
        behavior,
        rule: rule.to_owned(),
        scope: RuleScope::Host,
        created_at: 0,
        by: "test".to_owned(),
    };
    let allow = rule(RuleBehavior::Allow, "Bash(ls)");
    let deny = rule(RuleBehavior::Deny, "Bash(rm:*)");
    match dice.below(3) {
        0 => Vec::new(),
        1 => vec![allow],
        _ => vec![allow, deny],
    }
}

impl World {
    /// A person does something.
    pub(super) fn act(&mut self) -> bool {
        let person = self.dice.below(self.people.len());
        match self.dice.below(24) {
            0..=6 => self.send_message(person),
            7..=8 => self.retry(person),
            9..=12 => self.answer_some(person),
            13..=14 => self.stop(person),
            15..=16 => self.change_queue(person),
            17 => {
                let call = match self.dice.once_in(3) {
                    true => Call::DiscardHeld,
                    false => Call::ReleaseHeld(None),
                };
                self.ask_session(person, What::Other, call)
            }
            18..=19 => self.change_setting(person),
            20..=21 => self.change_life(person),
            22 => {
                let reader = &mut self.people[person].reader;
                match self.dice.once_in(3) {
                    true => reader.forget(),
                    false => reader.lose(),
                }
                true
            }
            _ => {
                let key = format!("rule-{}", self.number());
                self.grant(person, key)
            }
        }
    }

    /// Sends a call to the session, if there is a server.
    fn ask_session(&mut self, person: usize, what: What, call: Call) -> bool {
        self.request(person, what, call, None)
    }

    fn request(&mut self, person: usize, what: What, call: Call, retry: Option<Retry>) -> bool {
        let who = self.people[person].who();
        let Some(server) = &mut self.server else {
            self.people[person].retries.extend(retry);
            return false;
        };
        let asked = Asked {
            person,
            what,
            retry,
        };
        server.asked.push_back(Request { asked, who, call });
        true
    }

    fn send_message(&mut self, person: usize) -> bool {
        let number = self.number();
        let when = match self.dice.below(6) {
            0..=3 => SendWhen::Queue,
            4 => SendWhen::Steer,
            _ => SendWhen::Now,
        };
        let message = NewMessage {
            text: format!("m{number}; hello"),
            uuid: Some(format!("u{number}")),
            when,
            ..NewMessage::default()
        };
        self.tell("person", || format!("{person} sends m{number} ({when:?})"));
        self.send_again(person, message)
    }

    fn send_again(&mut self, person: usize, message: NewMessage) -> bool {
        let name = super::messages::name_of(&message.text).to_owned();
        let retry = Some(Retry::Message(message.clone()));
        let blocks = Vec::new();
        let call = Call::Send { message, blocks };
        self.request(person, What::Send(name), call, retry)
    }

    fn grant(&mut self, person: usize, key: String) -> bool {
        let call = Call::GrantRule {
            key: key.clone(),
            behavior: RuleBehavior::Allow,
            rule: "Bash(echo)".to_owned(),
        };
        let retry = Some(Retry::Rule(key.clone()));
        self.request(person, What::Rule(key), call, retry)
    }

    fn retry(&mut self, person: usize) -> bool {
        if self.server.is_none() {
            return false;
        }
        match self.people[person].retries.pop() {
            Some(Retry::Message(message)) => {
                self.tell("person", || {
                    format!("{person} sends {} again", message.text)
                });
                self.send_again(person, message)
            }
            Some(Retry::Rule(key)) => self.grant(person, key),
            None => false,
        }
    }

    /// Everything that was not answered is sent again.
    pub(super) fn retry_all(&mut self) -> bool {
        let mut any = false;
        for person in 0..self.people.len() {
            while self.retry(person) {
                any = true;
            }
        }
        any
    }

    /// Answers a request that a person sees.
    fn answer_some(&mut self, person: usize) -> bool {
        let view = self.people[person].reader.view();
        let asks = view.map_or(&[][..], |view| &view.asks);
        let Some(ask) = self.dice.pick(asks).map(|ask| ask.id.as_str().to_owned()) else {
            return false;
        };
        let fate = self.dice.below(5);
        let answer = match fate {
            0..=2 => AnswerAsk::Allow {
                input: None,
                remember: Vec::new(),
            },
            3 => AnswerAsk::Deny {
                message: None,
                interrupt: false,
            },
            _ => {
                let number = self.number();
                AnswerAsk::Deny {
                    message: Some(format!("m{number}; instead")),
                    interrupt: true,
                }
            }
        };
        self.answer_as(person, ask, answer)
    }

    fn answer_as(&mut self, person: usize, ask: String, answer: AnswerAsk) -> bool {
        let allows = matches!(answer, AnswerAsk::Allow { .. });
        self.tell("person", || format!("{person} answers {ask}: {allows}"));
        self.oracle.intends(&ask, allows);
        let call = Call::Answer {
            ask: ask.clone(),
            answer,
            scope: Scope::Control,
        };
        self.ask_session(person, What::Answer { ask, allows }, call)
    }

    /// Allows whatever is asked, once. Returns whether anything was.
    pub(super) fn answer_all(&mut self, answered: &mut BTreeMap<String, u32>) -> bool {
        let view = self.people[0].reader.view();
        let asks = view.map_or(&[][..], |view| &view.asks).iter();
        let ids: Vec<String> = asks.map(|ask| ask.id.as_str().to_owned()).collect();
        let mut any = false;
        for ask in ids {
            let times = answered.entry(ask.clone()).or_default();
            *times += 1;
            if *times <= 3 {
                let answer = AnswerAsk::Allow {
                    input: None,
                    remember: Vec::new(),
                };
                any |= self.answer_as(0, ask, answer);
            }
        }
        any
    }

    fn stop(&mut self, person: usize) -> bool {
        let interrupt = match self.dice.below(4) {
            0 => Interrupt {
                cancel_queued: true,
                ..Interrupt::default()
            },
            1 => Interrupt {
                keep_queue: true,
                ..Interrupt::default()
            },
            _ => Interrupt::default(),
        };
        self.tell("person", || format!("{person} stops: {interrupt:?}"));
        self.ask_session(person, What::Stop, Call::Interrupt(interrupt))
    }

    fn change_queue(&mut self, person: usize) -> bool {
        let view = self.people[person].reader.view();
        let queue = view.map_or(&[][..], |view| &view.queue);
        let Some(queued) = self.dice.pick(queue) else {
            return false;
        };
        let (uuid, text) = (queued.uuid.clone(), queued.text.text.clone());
        let name = super::messages::name_of(&text).to_owned();
        let what = self.dice.below(6);
        self.tell("person", || {
            format!("{person} changes {name} in the queue ({what})")
        });
        if what < 2 {
            let call = Call::Withdraw { uuid };
            return self.ask_session(person, What::Withdraw(name), call);
        }
        let mut update = UpdateQueued::default();
        match what {
            2 => update.text = Some(format!("{name}; edited {}", self.number())),
            3 => update.place = Some(0),
            4 => update.when = Some(SendWhen::Queue),
            _ => {
                self.oracle.sends_explicitly(&uuid);
                update.when = Some(SendWhen::Steer);
            }
        }
        self.ask_session(person, What::Other, Call::UpdateQueued { uuid, update })
    }

    fn change_setting(&mut self, person: usize) -> bool {
        let value = format!("v{}", self.number());
        self.tell("person", || {
            format!("{person} changes a setting to {value}")
        });
        if self.dice.once_in(3) {
            let update = UpdateSession {
                title: Some(value.clone()),
                ..UpdateSession::default()
            };
            let call = Call::Update(Box::new(update));
            return self.ask_session(person, What::Title(value), call);
        }
        let change = Change {
            name: "model",
            value: json!(value),
            subtype: "set_model",
            request: json!({"model": value}),
        };
        let name = "model";
        let what = What::Setting { name, value };
        self.ask_session(person, what, Call::Change(Box::new(change)))
    }

    fn change_life(&mut self, person: usize) -> bool {
        let action = match self.dice.below(8) {
            0..=1 => Lifecycle::Wake,
            2..=3 => Lifecycle::Park,
            4..=5 => Lifecycle::Close,
            _ => Lifecycle::Restart,
        };
        self.tell("person", || format!("{person}: {action:?}"));
        self.ask_session(person, What::Other, Call::Lifecycle(action))
    }

    /// Somebody wakes the session, and expects it to work.
    pub(super) fn wake(&mut self) {
        self.tell("person", || "0 wakes the session".to_owned());
        self.ask_session(0, What::Wake, Call::Lifecycle(Lifecycle::Wake));
    }

    /// A call is answered.
    pub(super) fn answered(&mut self, asked: Asked, result: Result<Answer, Refusal>) {
        match result {
            Ok(answer) => self.check_answer(&asked.what, &answer),
            Err(refusal) => {
                self.tell("person", || {
                    format!("{} is refused: {refusal}", asked.person)
                });
                if matches!(asked.what, What::Wake) {
                    self.fail(format!(
                        "a session that nothing holds up cannot wake: {refusal}"
                    ));
                }
                if refusal.is_transient() {
                    self.people[asked.person].retries.extend(asked.retry);
                }
            }
        }
    }

    /// A call is never answered: its server is gone.
    pub(super) fn hear_nothing(&mut self, asked: Asked) {
        self.people[asked.person].retries.extend(asked.retry);
    }
}
