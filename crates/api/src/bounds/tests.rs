//! Tests that the checks and the schemas of bounds agree.

use pilothouse_view::id::EntryId;
use pilothouse_view::json::Json;
use proptest::prelude::*;
use proptest::string::string_regex;

use super::*;
use crate::message::NewMessage;
use crate::session::{CreateSession, ForkSession, Interrupt};
use crate::settings::{BudgetAction, HostSettings, NotifyKind, NotifyTarget};

const TEXTS: [(&str, Bound); 6] = [
    ("title", TITLE),
    ("name", NAME),
    ("mode", MODE),
    ("uuid", UUID),
    ("URL", WEB_URL),
    ("control request", CONTROL_REQUEST),
];

/// A change of a valid request.
type Change = fn(&mut CreateSession);

fn text_of(bound: &Bound) -> &Text {
    match bound {
        Bound::Text(text) => text,
        _ => panic!("not a text"),
    }
}

#[test]
fn texts_that_fit_the_pattern_of_a_bound_are_valid() {
    for (what, bound) in TEXTS {
        let text = text_of(&bound);
        let expression = text.pattern.expression();
        let inner = expression.trim_start_matches('^').trim_end_matches('$');
        proptest!(|(value in string_regex(inner).unwrap())| {
            prop_assume!(value.chars().count() <= text.longest);
            prop_assert_eq!(text.check(&value), Ok(()), "{} {:?}", what, value);
        });
    }
}

#[test]
fn violated_bounds_name_the_field_and_the_requirement() {
    let reason = |change: Change| {
        let mut create = CreateSession::default();
        change(&mut create);
        create.validate().map_err(|invalid| invalid.to_string())
    };
    let rows: [(Change, &str); 8] = [
        (
            |create| create.title = Some("x".repeat(301)),
            "title: must have at most 300 characters",
        ),
        (
            |create| create.model = Some("--print".to_owned()),
            "model: must not contain control characters or begin with -",
        ),
        (
            |create| create.permission_mode = Some(BYPASS.to_owned()),
            "permissionMode: must be one of default, acceptEdits, plan, dontAsk, auto, manual, delegate",
        ),
        (
            |create| create.budget_usd = Some(0.0),
            "budgetUsd: must be greater than 0",
        ),
        (
            |create| create.max_turns = Some(0),
            "maxTurns: must be from 1 to 4294967295",
        ),
        (
            |create| create.flags = vec!["--betas".to_owned(), "a\0b".to_owned()],
            "flags[1]: must not contain a null character",
        ),
        (
            |create| create.mcp_servers = Some(Json(true.into())),
            "mcpServers: must be an object",
        ),
        (
            |create| create.message = Some(NewMessage::default()),
            "message.text: must not be empty without uploads",
        ),
    ];
    for (change, expected) in rows {
        let expected = format!("invalid value for {expected}");
        assert_eq!(reason(change), Err(expected));
    }
    assert_eq!(reason(|create| create.effort = Some(String::new())), Ok(()));
}

#[test]
fn pairs_of_fields_that_exclude_each_other_are_not_valid() {
    let both = Interrupt {
        cancel_queued: true,
        keep_queue: true,
    };
    assert!(both.validate().is_err());
    assert!(Interrupt::default().validate().is_ok());
    let fork = ForkSession {
        at: Some(String::new()),
        entry: Some(EntryId::new("e1")),
        ..ForkSession::default()
    };
    assert!(fork.validate().is_err());
}

#[test]
fn settings_of_the_server_have_bounds() {
    let good = HostSettings {
        live_sessions: 3,
        park_after_seconds: 60,
        keep_everything: false,
        retention_days: None,
        trash_days: None,
        day_budget_usd: None,
        budget_action: BudgetAction::Warn,
        notify: vec![NotifyTarget {
            kind: NotifyKind::Ntfy,
            url: "https://ntfy.example/topic".to_owned(),
            asks: true,
            ends: true,
            text: false,
        }],
    };
    assert_eq!(good.validate(), Ok(()));
    let changes: [fn(&mut HostSettings); 5] = [
        |settings| settings.live_sessions = 0,
        |settings| settings.retention_days = Some(0),
        |settings| settings.trash_days = Some(0),
        |settings| settings.day_budget_usd = Some(f64::NAN),
        |settings| settings.notify[0].url = "ftp://ntfy.example".to_owned(),
    ];
    for change in changes {
        let mut settings = good.clone();
        change(&mut settings);
        assert!(settings.validate().is_err(), "{settings:?}");
    }
}

#[test]
fn the_id_of_a_message_is_a_uuid() {
    let text = text_of(&UUID);
    assert!(text.check("00000000-0000-4000-8000-00000000000a").is_ok());
    for wrong in [
        "",
        "seven",
        "{00000000-0000-4000-8000-00000000000a}",
        "00000000-0000-4000-8000_00000000000a",
    ] {
        assert!(text.check(wrong).is_err(), "{wrong}");
    }
}
