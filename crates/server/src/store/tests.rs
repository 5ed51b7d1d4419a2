use axum::http::StatusCode;
use axum::response::IntoResponse;
use pilothouse_api::rules::{Rule, RuleBehavior, RuleScope};
use serde_json::json;
use tempfile::TempDir;

use super::*;

fn on_disk() -> (TempDir, std::path::PathBuf, Store) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("index.sqlite");
    let store = Store::open(&path).unwrap();
    (directory, path, store)
}

fn entry(number: u64) -> pilothouse_view::Entry {
    serde_json::from_value(json!({
        "id": format!("e{number}"), "order": number, "at": number, "epoch": 1,
        "body": {"kind": "text", "text": "word ".repeat(200), "streaming": false, "citations": [], "aborted": false},
    }))
    .unwrap()
}

fn orders(store: &Store, before: Option<&str>) -> Vec<u64> {
    let page = match before.map(pilothouse_view::EntryId::new) {
        Some(id) => store.entries_up_to("s", store.place_of("s", &id).unwrap(), 2),
        None => store.newest_entries("s", 2),
    };
    let entries = page.unwrap().entries;
    entries.iter().map(|entry| entry.order).collect()
}

#[test]
fn a_program_that_holds_the_index_is_told_of_and_can_let_go() {
    let (_directory, path, store) = on_disk();
    let other = Connection::open(&path).unwrap();
    let item = || TrustedItem {
        file: ".mcp.json".to_owned(),
        what: "mcpServer".to_owned(),
        name: "db".to_owned(),
        fingerprint: "f".to_owned(),
    };
    other.execute_batch("begin exclusive").unwrap();
    for _ in 0..2 {
        let refused = Problem::from(store.trust_items("/project", &[item()]).unwrap_err());
        let status = refused.into_response().status();
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        let trusted = store.trusted_items("/project").unwrap();
        assert!(trusted.is_empty(), "reading goes on");
    }
    // What sessions say is held meanwhile, and can be read.
    store.index("s", Indexed::Entries(vec![entry(1)]));
    assert_eq!(orders(&store, None), [1]);
    other.execute_batch("rollback").unwrap();
    store.trust_items("/project", &[item()]).unwrap();
    store.index("s", Indexed::Entries(vec![entry(2)]));
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(orders(&store, None), [1, 2], "and written in order later");
}

#[test]
fn a_page_before_an_entry_that_is_not_there_begins_where_its_record_stands() {
    let store = Store::in_memory().unwrap();
    let entries = [1, 2, 3, 5, 6].map(entry);
    store.index("s", Indexed::Entries(entries.into()));
    assert_eq!(orders(&store, None), [5, 6]);
    assert_eq!(orders(&store, Some("e5")), [2, 3]);
    assert_eq!(
        orders(&store, Some("e4")),
        [2, 3],
        "taken back or still open"
    );
    assert!(orders(&store, Some("e1")).is_empty());
    assert!(orders(&store, Some("e0")).is_empty());
}

#[test]
fn a_store_is_written_before_it_is_dropped() {
    let (_directory, path, store) = on_disk();
    for number in 1..=1000 {
        store.index("s", Indexed::Entries(vec![entry(number)]));
    }
    drop(store);
    let store = Store::open(&path).unwrap();
    assert_eq!(orders(&store, None), [999, 1000]);
}

/// Overwrites pages in the middle of the file, which neither header nor schema are in.
fn damage(path: &Path) {
    use std::os::unix::fs::FileExt;
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    let length = file.metadata().unwrap().len();
    let garbage = vec![0xA5; 4096];
    for page in (length / 2 / 4096)..(length / 4096) {
        file.write_all_at(&garbage, page * 4096).unwrap();
    }
}

#[tokio::test]
async fn a_malformed_row_is_noticed_and_a_new_index_takes_its_place() {
    let (_directory, path, store) = on_disk();
    store.put_setting("name", "value").unwrap();
    store
        .add_push(&PushRow {
            device: "none".to_owned(),
            endpoint: "https://push.example.com/1".to_owned(),
            key: vec![1],
            auth: vec![2],
        })
        .unwrap_err();
    for number in 1..=2000 {
        store.index("s", Indexed::Entries(vec![entry(number)]));
    }
    drop(store);
    damage(&path);
    let store = Arc::new(Store::open(&path).unwrap());
    assert!(store.newest_entries("s", 2000).is_err());
    store.until_damaged().await;
    store.renew().unwrap();
    assert_eq!(store.setting("name").unwrap().as_deref(), Some("value"));
    store.index("s", Indexed::Entries(vec![entry(1)]));
    assert_eq!(orders(&store, None), [1]);
    assert!(Store::is_sound(&path));
}

#[test]
fn a_row_that_cannot_be_read_is_an_error_and_not_left_out() {
    let (_directory, _path, store) = on_disk();
    let sql = "insert into sessions (id, at, archived, project, summary, busy) values ('a', 1, 0, '/p', '{\"id\":', 1)";
    store
        .write(|connection| connection.execute(sql, []))
        .unwrap();
    assert!(store.summaries().is_err());
    assert!(store.busy_summaries().is_err());
}

#[test]
fn a_new_index_keeps_devices_and_their_push_subscriptions() {
    let (_directory, path, store) = on_disk();
    store
        .add_device(&NewDevice {
            id: "d",
            name: "phone",
            scope: pilothouse_api::host::Scope::Answer,
            token: false,
            secret_hash: b"hash",
            key_hash: None,
        })
        .unwrap();
    let push = PushRow {
        device: "d".to_owned(),
        endpoint: "https://push.example.com/1".to_owned(),
        key: vec![1],
        auth: vec![2],
    };
    store.add_push(&push).unwrap();
    drop(store);
    let store = Store::replace(&path).unwrap();
    assert_eq!(store.devices().unwrap().len(), 1);
    assert_eq!(store.pushes().unwrap()[0].endpoint, push.endpoint);
}

#[test]
fn the_two_newest_damaged_files_are_kept() {
    let (directory, path, store) = on_disk();
    drop(store);
    for old in ["7", "7-wal", "9", "9-shm"] {
        std::fs::write(path.with_extension(format!("damaged-{old}")), "old").unwrap();
    }
    std::fs::write(directory.path().join("other.damaged-1"), "other").unwrap();
    drop(Store::replace(&path).unwrap());
    let has = |name: &str| directory.path().join(name).exists();
    assert!(has("index.damaged-9") && has("index.damaged-9-shm") && has("other.damaged-1"));
    assert!(!has("index.damaged-7") && !has("index.damaged-7-wal"));
    let files = std::fs::read_dir(directory.path()).unwrap().flatten();
    let names = files.map(|file| file.file_name().into_string().unwrap());
    let is_index = |name: &String| name.starts_with("index.damaged-") && !name.ends_with("-shm");
    assert_eq!(
        names.filter(is_index).count(),
        2,
        "the old one and the new one"
    );
}

fn put_rule(store: &Store, id: &str, created_at: u64) {
    let rule = Rule {
        id: id.to_owned(),
        behavior: RuleBehavior::Allow,
        rule: "Bash".to_owned(),
        scope: RuleScope::Session { id: "s".to_owned() },
        created_at,
        by: "test".to_owned(),
    };
    store.put_rule(&rule).unwrap();
}

fn rules(store: &Store) -> Vec<String> {
    let rules = store.rules().unwrap().into_iter();
    rules.map(|rule| rule.id).collect()
}

#[test]
fn a_rule_that_a_session_was_granted_twice_is_listed_once() {
    let (_directory, _path, store) = on_disk();
    for id in ["s-5-0", "s-3-0", "s-5-0"] {
        put_rule(&store, id, 1);
        assert_eq!(rules(&store), ["s-5-0"]);
    }
    put_rule(&store, "s-7-0", 1);
    assert_eq!(rules(&store), ["s-7-0"]);
}

/// A log that is folded again revokes before the index has what it grants later, and after.
#[test]
fn a_rule_is_revoked_by_what_comes_after_it_in_the_log() {
    let (_directory, _path, store) = on_disk();
    let revoke = |seq, at| {
        let revoked = Revoked {
            behavior: "allow".to_owned(),
            rule: "Bash".to_owned(),
            seq,
            at,
        };
        store.revoke_rule("s", &revoked).unwrap();
        rules(&store)
    };
    put_rule(&store, "s-5-0", 500);
    assert_eq!(revoke(3, 600), ["s-5-0"]);
    // The clock was set back.
    assert_eq!(revoke(6, 400), [""; 0]);
    // Of an earlier version, and in no log.
    put_rule(&store, "d41d8cd98f00b204e9800998ecf8427e", 400);
    assert_eq!(revoke(3, 300).len(), 1);
    assert_eq!(revoke(4, 400), [""; 0]);
}

/// A server that is killed before the index is filled again starts with what is in it.
#[test]
fn a_fold_is_saved_only_beside_all_entries_that_it_handed_out() {
    let (_directory, _path, store) = on_disk();
    let save = || store.put_fold("s", "newest", "this program", 7, b"state");
    let saved = || store.fold("s", "newest", "this program").unwrap();
    save().unwrap();
    assert!(saved().is_some());
    store.renew().unwrap();
    save().unwrap();
    assert_eq!(saved(), None);
    store.index("s", Indexed::Entries(vec![entry(1)]));
    store.mark_complete("s");
    save().unwrap();
    assert!(saved().is_some());
}
