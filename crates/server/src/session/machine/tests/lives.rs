//! The process: started once, ended once, and what its end leaves.

use pilothouse_api::session::{Lifecycle, SessionStatus};

use super::*;
use crate::problem::{Problem, TRUST_REQUIRED};

fn wants_slot(effect: &Effect) -> bool {
    matches!(effect, Effect::WantSlot)
}

fn launches(effect: &Effect) -> bool {
    matches!(effect, Effect::Launch { .. })
}

fn recovers(effect: &Effect) -> bool {
    matches!(effect, Effect::Recover { .. })
}

#[test]
fn a_message_wakes_a_session_once_it_is_in_the_log() {
    let mut trial = Trial::new();
    trial.send("u1");
    assert!(!trial.took(wants_slot));
    trial.commit();
    assert!(trial.took(wants_slot));
    trial.send("u2");
    trial.commit();
    assert!(!trial.took(wants_slot), "it waits for one already");
}

#[test]
fn a_session_that_waits_for_a_slot_stays_open_until_it_has_one() {
    let mut trial = Trial::new();
    trial.send("u1");
    trial.commit();
    trial.input(Input::SlotRefused(8));
    trial.pass(Duration::from_secs(3600));
    assert!(!trial.machine.is_forgotten());
    trial.effects.clear();
    trial.input(Input::SlotFree);
    trial.start();
    trial.commit();
    assert!(trial.queue().is_empty());
}

#[test]
fn a_session_whose_messages_were_taken_back_wants_no_slot() {
    let mut trial = Trial::new();
    trial.send("u1");
    trial.commit();
    trial.input(Input::SlotRefused(8));
    let uuid = "u1".to_owned();
    trial.call(Call::Withdraw { uuid });
    trial.commit();
    assert!(trial.took(|effect| matches!(effect, Effect::FreeSlot)));
    trial.effects.clear();
    trial.input(Input::SlotFree);
    assert!(!trial.took(wants_slot));
    trial.pass(Duration::from_secs(3600));
    assert!(trial.machine.is_forgotten());
}

#[test]
fn the_outcome_of_an_earlier_start_counts_for_nothing() {
    let mut trial = Trial::live();
    let life = trial.machine_life();
    trial.exit(0);
    trial.effects.clear();
    let result = Ok(Launched::Attached { epoch: 7 });
    trial.input(Input::Launched { life, result });
    trial.input(Input::Prepared {
        life,
        result: Err(Refusal::NotLive),
    });
    assert!(trial.effects.iter().all(|effect| !launches(effect)));
    assert!(trial.machine.summary().problem.is_none());
}

#[test]
fn what_a_dead_process_left_is_given_to_the_next_and_only_a_few_times() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    let mut given = 1;
    loop {
        trial.effects.clear();
        trial.exit(1);
        if !trial.took(wants_slot) {
            break;
        }
        trial.effects.push(Effect::WantSlot);
        trial.start();
        trial.commit();
        given += 1;
        assert!(given < 10);
    }
    assert_eq!(given, 3);
    assert!(trial.machine.summary().problem.is_some());
    let (key, who, body) = trial.take_append().unwrap();
    assert_eq!(key, "cut-off-u1");
    trial.effects.clear();
    trial.write(key, who, body);
    assert!(trial.machine.view().entries.is_empty(), "it has settled");
    assert!(trial.keys().is_empty(), "it is reported once");
}

#[test]
fn lost_messages_are_sent_again_one_after_the_other() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.send_when("u2", SendWhen::Steer);
    trial.commit();
    trial.exit(1);
    assert!(trial.took(wants_slot));
    trial.input(Input::SlotGranted);
    trial.commit();
    trial.prepare();
    trial.launch();
    let (key, who, body) = trial.take_append().unwrap();
    trial.write(key, who, body);
    assert_eq!(trial.keys(), ["u1"]);
    let (key, ..) = trial.take_append().unwrap();
    trial.input(Input::Refused {
        key,
        refusal: Refusal::DiskFull,
    });
    assert!(trial.keys().is_empty(), "the next one does not overtake it");
    trial.pass(Duration::from_secs(2));
    assert_eq!(trial.keys(), ["u1"]);
    let (key, who, body) = trial.take_append().unwrap();
    trial.write(key, who, body);
    assert_eq!(trial.keys(), ["u2"]);
}

#[test]
fn a_message_sent_while_a_person_closes_the_session_wakes_it() {
    let mut trial = Trial::live();
    trial.call(Call::Lifecycle(Lifecycle::Close));
    assert!(trial.took(|effect| matches!(effect, Effect::Terminate)));
    trial.send("u1");
    assert_eq!(trial.keys(), ["queue-u1"]);
    trial.commit();
    trial.exit(0);
    trial.start();
    trial.commit();
    assert!(trial.queue().is_empty());
}

#[test]
fn a_session_that_a_person_closed_stays_closed() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    trial.call(Call::Lifecycle(Lifecycle::Close));
    trial.exit(0);
    assert!(!trial.took(wants_slot));
    assert_eq!(trial.machine.summary().status, SessionStatus::Closed);
}

#[test]
fn a_restart_is_answered_when_the_new_process_runs() {
    let mut trial = Trial::live();
    let reply = trial.call(Call::Lifecycle(Lifecycle::Restart));
    trial.exit(0);
    assert_eq!(trial.answer(reply), None);
    trial.start();
    assert_eq!(trial.answer(reply), Some(Ok(Answer::Summary)));
    assert_eq!(trial.machine.summary().status, SessionStatus::Live);
}

#[test]
fn a_start_waits_for_the_writes_it_depends_on() {
    let mut trial = Trial::new();
    let leave_out = true;
    let reply = trial.call(Call::DecideProjectSettings { leave_out });
    assert!(trial.took(wants_slot));
    trial.input(Input::SlotGranted);
    let prepares = |effect: &Effect| matches!(effect, Effect::Prepare { .. });
    assert!(!trial.effects.iter().any(prepares));
    trial.commit();
    trial.prepare();
    trial.launch();
    trial.commit();
    assert_eq!(trial.answer(reply), Some(Ok(Answer::Summary)));
}

#[test]
fn a_restart_that_fails_says_why() {
    let mut trial = Trial::live();
    let reply = trial.call(Call::Lifecycle(Lifecycle::Restart));
    trial.exit(0);
    trial.input(Input::SlotGranted);
    let life = trial.life(|effect| match effect {
        Effect::Prepare { life } => Some(*life),
        _ => None,
    });
    let result = Err(Refusal::HistoryMissing);
    trial.input(Input::Prepared { life, result });
    assert_eq!(trial.answer(reply), Some(Err(Refusal::HistoryMissing)));
    assert!(trial.took(|effect| matches!(effect, Effect::FreeSlot)));
    assert!(trial.machine.summary().problem.is_some());
}

#[test]
fn a_parked_session_is_parked_by_the_log_before_its_process_ends() {
    let mut trial = Trial::live();
    trial.pass(Duration::from_secs(901));
    assert!(!trial.took(|effect| matches!(effect, Effect::Terminate)));
    trial.commit();
    assert!(trial.took(|effect| matches!(effect, Effect::Terminate)));
    trial.exit(0);
    assert_eq!(trial.machine.summary().status, SessionStatus::Parked);
}

#[test]
fn a_session_that_cannot_be_parked_keeps_its_process_and_says_so() {
    let mut trial = Trial::live();
    trial.input(Input::SlotNeeded);
    let (key, ..) = trial.take_append().unwrap();
    let refusal = Refusal::DiskFull;
    trial.input(Input::Refused { key, refusal });
    assert!(trial.took(|effect| matches!(effect, Effect::KeepSlot)));
    trial.send("u1");
    trial.commit();
    trial.effects.clear();
    trial.input(Input::SlotNeeded);
    assert!(trial.took(|effect| matches!(effect, Effect::KeepSlot)));
}

#[test]
fn a_watched_session_is_not_parked() {
    let mut trial = Trial::live();
    trial.input(Input::Watched(true));
    trial.pass(Duration::from_secs(3600));
    assert!(trial.keys().is_empty());
    trial.input(Input::Watched(false));
    trial.pass(Duration::from_secs(1));
    assert_eq!(trial.keys().len(), 1);
}

#[test]
fn a_cli_that_never_answers_initialize_is_reported_and_can_be_killed() {
    let mut trial = Trial::new();
    trial.send("u1");
    trial.commit();
    trial.took(wants_slot);
    trial.input(Input::SlotGranted);
    trial.prepare();
    trial.launch();
    trial.commit();
    assert!(trial.machine.summary().problem.is_none());
    trial.pass(SILENCE);
    let problem = trial.machine.summary().problem.unwrap_or_default();
    assert!(problem.contains("not answered"), "{problem}");
    assert_eq!(trial.keys().len(), 1, "a warning");
    trial.call(Call::Lifecycle(Lifecycle::Restart));
    assert!(trial.took(|effect| matches!(effect, Effect::Kill)));

    // One that answers late is no problem any more.
    trial.answer_hello();
    assert!(trial.machine.summary().problem.is_none());
}

#[test]
fn a_runner_that_gives_no_record_is_not_attached_to_for_ever() {
    let mut trial = Trial::live();
    trial.input(Input::Lost);
    let epoch = trial.epoch;
    let mut attempts = 0;
    while trial.took(recovers) {
        attempts += 1;
        assert!(attempts < 10);
        trial.input(Input::Recovered(Ok(Recovered::Attached { epoch })));
        trial.input(Input::Lost);
    }
    assert!(attempts > 1);
    assert!(trial.machine.takes_calls());
    assert!(trial.machine.summary().problem.is_some());
    // It is looked for again after a while, and a person can end it.
    trial.pass(Duration::from_secs(5));
    assert!(trial.took(recovers));
    trial.input(Input::Recovered(Err("hung".to_owned())));
    trial.call(Call::Lifecycle(Lifecycle::Close));
    assert!(trial.took(|effect| matches!(effect, Effect::Kill)));
    assert!(trial.took(recovers));
}

#[test]
fn a_start_that_waits_for_trust_begins_when_the_project_is_accepted() {
    let mut trial = Trial::new();
    trial.send("u1");
    trial.commit();
    trial.took(wants_slot);
    trial.input(Input::SlotGranted);
    let life = trial.life(|effect| match effect {
        Effect::Prepare { life } => Some(*life),
        _ => None,
    });
    let problem = Problem::conflict(TRUST_REQUIRED, "Nobody has decided yet.");
    let result = Err(Refusal::from(problem));
    trial.input(Input::Prepared { life, result });
    trial.commit();
    assert!(!trial.took(wants_slot));
    let host = HostFacts {
        trust_version: 1,
        ..trial.machine.host().clone()
    };
    trial.input(Input::Host(host));
    assert!(trial.took(wants_slot));
}

#[test]
fn a_deadline_that_comes_while_a_write_is_tried_again_is_acted_on() {
    let mut trial = Trial::live();
    trial.allow_by_rule("Bash(ls:*)");
    trial.ask("r1", "ls");
    let (key, ..) = trial.take_append().expect("the answer of the rule");
    let refusal = Refusal::DiskFull;
    trial.input(Input::Refused { key, refusal });
    let cancel = json!({"type": "control_cancel_request", "request_id": "r1"});
    trial.out(&cancel);
    // Fails if a deadline stays.
    trial.pass(Duration::from_secs(3600));
    let keys = trial.keys();
    assert!(!keys.is_empty(), "the session is parked");
}

impl Trial {
    fn machine_life(&self) -> Life {
        Life(self.epoch)
    }
}
