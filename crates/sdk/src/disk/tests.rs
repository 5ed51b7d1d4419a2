use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;

struct Fixture {
    folder: tempfile::TempDir,
    store: Store,
}

const ID: &str = "11111111-1111-4111-8111-111111111111";

impl Fixture {
    fn new(lines: &[Value]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = folder
            .path()
            .join("projects")
            .join(project_folder(Path::new("/repo")));
        std::fs::create_dir_all(&project).unwrap();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(project.join(format!("{ID}.jsonl")), text).unwrap();
        let store = Store::at(folder.path());
        Self { folder, store }
    }

    fn file(&self) -> PathBuf {
        self.folder
            .path()
            .join("projects/-repo")
            .join(format!("{ID}.jsonl"))
    }

    fn texts(&self, id: &SessionId) -> Vec<String> {
        self.store
            .read(id)
            .unwrap()
            .messages
            .into_iter()
            .map(|message| message.text)
            .collect()
    }
}

fn id() -> SessionId {
    ID.into()
}

fn said(kind: &str, uuid: &str, parent: Option<&str>, text: &str) -> Value {
    json!({"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": ID, "isSidechain": false, "cwd": "/repo", "gitBranch": "main",
        "version": "2.1.325", "timestamp": "2026-11-15T10:00:00Z", "message": {"role": kind, "content": [{"type": "text", "text": text}]}})
}

fn conversation() -> Vec<Value> {
    vec![
        json!({"type": "mode", "mode": "default", "sessionId": ID}),
        said("user", "u1", None, "first question"),
        said("assistant", "a1", Some("u1"), "first answer"),
        said("user", "u2", Some("a1"), "a wrong turn"),
        said("assistant", "a2", Some("u2"), "given up"),
        said("user", "u3", Some("a1"), "second question"),
        json!({"type": "future-kind", "anything": [1, 2, 3]}),
        said(
            "assistant",
            "a3",
            Some("u3"),
            "second answer with a Needle in it",
        ),
        json!({"type": "last-prompt", "lastPrompt": "second question", "leafUuid": "a3"}),
    ]
}

#[test]
fn the_branch_that_was_given_up_is_not_told() {
    let fixture = Fixture::new(&conversation());
    assert_eq!(
        fixture.texts(&id()),
        [
            "first question",
            "first answer",
            "second question",
            "second answer with a Needle in it"
        ]
    );
}

#[test]
fn a_list_shows_names_and_places() {
    let fixture = Fixture::new(&conversation());
    let sessions = fixture.store.list().unwrap();
    assert_eq!(sessions.len(), 1);
    let info = &sessions[0];
    assert_eq!(
        (info.id.as_str(), info.title.as_deref(), info.cwd.as_deref()),
        (ID, Some("second question"), Some("/repo"))
    );
    assert_eq!(info.first_prompt.as_deref(), Some("first question"));
    assert_eq!(fixture.store.list_project("/repo").unwrap(), sessions);
    assert_eq!(fixture.store.list_project("/other").unwrap(), []);
}

#[test]
fn a_name_that_was_given_comes_first() {
    let fixture = Fixture::new(&conversation());
    fixture.store.rename(&id(), "a fine name").unwrap();
    assert_eq!(
        fixture.store.info(&id()).unwrap().title.as_deref(),
        Some("a fine name")
    );
}

#[test]
fn torn_lines_and_garbage_are_passed_over() {
    let fixture = Fixture::new(&conversation());
    let mut bytes = std::fs::read(fixture.file()).unwrap();
    bytes.extend_from_slice(b"\xff\xfe garbage\n{\"type\":\"assistant\",\"uuid\":\"torn");
    std::fs::write(fixture.file(), bytes).unwrap();
    let transcript = fixture.store.read(&id()).unwrap();
    assert_eq!((transcript.messages.len(), transcript.unreadable), (4, 2));
    // A line that is appended now is not joined to the torn one.
    fixture.store.rename(&id(), "after the tear").unwrap();
    assert_eq!(
        fixture.store.info(&id()).unwrap().title.as_deref(),
        Some("after the tear")
    );
}

#[test]
fn what_was_said_before_a_compaction_is_told() {
    let mut lines = conversation();
    lines.push(json!({"type": "system", "subtype": "compact_boundary", "uuid": "b", "parentUuid": null, "logicalParentUuid": "a3", "content": "compacted"}));
    let mut summary = said("user", "s", Some("b"), "a summary");
    summary["isCompactSummary"] = json!(true);
    lines.push(summary);
    lines.push(said("assistant", "a4", Some("s"), "and on"));
    let fixture = Fixture::new(&lines);
    let messages = fixture.store.read(&id()).unwrap().messages;
    assert_eq!(messages.len(), 7);
    assert!(messages[5].is_compact_summary);
}

#[test]
fn a_prompt_that_was_folded_into_a_turn_is_told_and_found() {
    let mut lines = conversation();
    let last = lines.iter().rev().find_map(|line| line["uuid"].as_str());
    let last = last.unwrap().to_owned();
    let mut folded = said("attachment", "q1", Some(&last), "");
    // The format of 2.1.325.
    folded["attachment"] = json!({"type": "queued_command", "prompt": [{"type": "text", "text": "and mind the Gap"}],
        "source_uuid": "wire", "commandMode": "prompt"});
    let mut notice = said("attachment", "q2", Some("q1"), "");
    notice["attachment"] = json!({"type": "queued_command", "prompt": "<task-notification>", "commandMode": "task-notification"});
    lines.extend([
        folded,
        notice,
        said("assistant", "a9", Some("q2"), "I will"),
    ]);
    let fixture = Fixture::new(&lines);
    let texts = fixture.texts(&id());
    let told = &texts[texts.len() - 2..];
    assert_eq!(told, ["and mind the Gap", "I will"]);
    let hits = fixture.store.search("mind the gap", 5).unwrap();
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0].uuid, "wire");
    let copy = fixture.store.fork(&id(), Some(&"wire".into())).unwrap();
    assert_eq!(fixture.texts(&copy).last().unwrap(), "and mind the Gap");
}

#[test]
fn words_are_found_whatever_their_case() {
    let fixture = Fixture::new(&conversation());
    let hits = fixture.store.search("needle", 10).unwrap();
    assert_eq!(hits.len(), 1);
    assert_eq!(
        (hits[0].session.as_str(), hits[0].uuid.as_str()),
        (ID, "a3")
    );
    assert!(hits[0].excerpt.contains("a Needle in"));
    assert_eq!(fixture.store.search("nowhere", 10).unwrap(), []);
}

#[test]
fn a_copy_stands_by_itself() {
    let fixture = Fixture::new(&conversation());
    let copy = fixture.store.fork(&id(), Some(&"u3".into())).unwrap();
    assert_eq!(
        fixture.texts(&copy),
        ["first question", "first answer", "second question"]
    );
    let transcript = fixture.store.read(&copy).unwrap();
    assert!(
        transcript
            .messages
            .iter()
            .all(|message| !["u1", "a1", "u3"].contains(&message.uuid.as_str()))
    );
    assert_eq!(
        transcript.messages[0].raw.to_value()["forkedFrom"],
        json!({"sessionId": ID, "messageUuid": "u1"})
    );
    assert_eq!(
        fixture.store.info(&copy).unwrap().title.as_deref(),
        Some("second question (fork)")
    );
    assert!(fixture.store.fork(&id(), Some(&"nobody".into())).is_err());
}

#[test]
fn what_is_deleted_is_gone() {
    let fixture = Fixture::new(&conversation());
    let side = fixture.file().with_extension("").join("subagents");
    std::fs::create_dir_all(&side).unwrap();
    std::fs::write(
        side.join("agent-a7.jsonl"),
        format!("{}\n", said("user", "x", None, "look there")),
    )
    .unwrap();
    let workflow = side.join("workflows/w1");
    std::fs::create_dir_all(&workflow).unwrap();
    std::fs::write(
        workflow.join("agent-b2.jsonl"),
        format!("{}\n", said("user", "y", None, "and there")),
    )
    .unwrap();
    assert_eq!(fixture.store.subagents(&id()).unwrap(), ["a7", "b2"]);
    assert_eq!(
        fixture.store.read_subagent(&id(), "b2").unwrap().messages[0].text,
        "and there"
    );
    assert_eq!(
        fixture.store.read_subagent(&id(), "a7").unwrap().messages[0].text,
        "look there"
    );
    fixture.store.delete(&id()).unwrap();
    assert!(!fixture.file().exists() && !side.exists());
    assert!(matches!(
        fixture.store.read(&id()),
        Err(Error::NoSession { .. })
    ));
}

#[test]
fn an_id_cannot_lead_elsewhere() {
    let fixture = Fixture::new(&conversation());
    for bad in ["../x", "", "a/b", "..", "a.b"] {
        assert!(
            matches!(
                fixture.store.delete(&bad.into()),
                Err(Error::NoSession { .. })
            ),
            "{bad}"
        );
    }
}

#[test]
fn a_prompt_takes_a_session_out_of_the_archive() {
    let fixture = Fixture::new(&conversation());
    let archived = || fixture.store.info(&id()).unwrap().archived;
    assert_eq!(archived(), None);
    fixture.store.archive(&id()).unwrap();
    assert_eq!(archived(), Some(true));
    assert_eq!(fixture.store.list().unwrap()[0].archived, Some(true));
    fixture.store.unarchive(&id()).unwrap();
    assert_eq!(archived(), Some(false));
    fixture.store.archive(&id()).unwrap();
    let mut lines = conversation();
    let mut later = said("user", "u4", Some("a3"), "and now?");
    later["timestamp"] = json!("2999-01-01T00:00:00.000Z");
    // A message of the CLI itself is not a prompt.
    later["isMeta"] = json!(true);
    lines.push(later.clone());
    let write = |lines: &[Value]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(fixture.file(), text).unwrap();
    };
    write(&lines);
    assert_eq!(archived(), Some(true));
    later["isMeta"] = json!(false);
    lines.push(later);
    write(&lines);
    assert_eq!(archived(), Some(false));
}

#[test]
fn a_mark_that_cannot_be_read_is_none() {
    let fixture = Fixture::new(&conversation());
    fixture.store.archive(&id()).unwrap();
    let mark = fixture.file().with_extension("").join("archived.json");
    for text in ["", "{}", r#"{"archived": true, "at": "long ago"}"#, "[1]"] {
        std::fs::write(&mark, text).unwrap();
        assert_eq!(fixture.store.info(&id()).unwrap().archived, None, "{text}");
    }
    assert!(fixture.store.archive(&"../../x".into()).is_err());
}
