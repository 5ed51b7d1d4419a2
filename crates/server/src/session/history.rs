//! Whether the CLI still has the conversation that a wake is to continue.
//!
//! A CLI that is told to resume what is not there starts without memory, or not at all. So a wake
//! looks first: the transcript must be there, and the last message of the last turn in it.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use memchr::memmem;
use pilothouse_protocol::ids::SessionId;
use pilothouse_sdk::disk::Store;

/// What is left of a conversation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum History {
    Whole,
    /// The transcript is there, and the newest message is not in it.
    Short,
    Absent,
    /// Another program writes it.
    Held(u32),
}

/// How much of a transcript is looked at at once.
const CHUNK: usize = 1 << 20;

/// Looks for a conversation in the CLI's own store. Blocks.
pub(super) fn look(id: &str, last_uuid: Option<&str>) -> History {
    match Store::locate() {
        Ok(store) => look_in(&store, id, last_uuid),
        Err(_) => History::Absent,
    }
}

fn look_in(store: &Store, id: &str, last_uuid: Option<&str>) -> History {
    let id = SessionId::from(id);
    let Ok(info) = store.info(&id) else {
        return History::Absent;
    };
    if let Some(pid) = store
        .holders(&id)
        .ok()
        .and_then(|pids| pids.first().copied())
    {
        return History::Held(pid);
    }
    match last_uuid {
        Some(uuid) if !contains(&info.path, uuid.as_bytes()) => History::Short,
        _ => History::Whole,
    }
}

fn contains(path: &Path, wanted: &[u8]) -> bool {
    let Ok(mut file) = File::open(path) else {
        return false;
    };
    let finder = memmem::Finder::new(wanted);
    let mut buffer = vec![0; CHUNK];
    let mut kept = 0;
    loop {
        match file.read(&mut buffer[kept..]) {
            Ok(0) | Err(_) => return false,
            Ok(length) => {
                let filled = kept + length;
                if finder.find(&buffer[..filled]).is_some() {
                    return true;
                }
                // What is looked for may stand across the edge of two reads.
                kept = filled.min(wanted.len() - 1);
                buffer.copy_within(filled - kept..filled, 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0ea37f3c-4a0e-4e5b-9d52-3a1a45f6b0c1";

    fn store_with(lines: &str) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("projects/-repo");
        std::fs::create_dir_all(&project).unwrap();
        std::fs::write(project.join(format!("{ID}.jsonl")), lines).unwrap();
        let store = Store::at(folder.path());
        (folder, store)
    }

    const USER: &str = r#"{"type":"user","uuid":"u1","sessionId":"s","cwd":"/repo","message":{"role":"user","content":"hello"}}"#;

    #[test]
    fn the_newest_message_must_be_in_the_transcript() {
        let padding = "x".repeat(2 * CHUNK);
        let lines = format!(
            "{USER}\n{{\"type\":\"pad\",\"x\":\"{padding}\"}}\n{{\"type\":\"assistant\",\"uuid\":\"a1\"}}\n"
        );
        let (_folder, store) = store_with(&lines);
        assert_eq!(look_in(&store, ID, None), History::Whole);
        assert_eq!(look_in(&store, ID, Some("\"a1\"")), History::Whole);
        assert_eq!(look_in(&store, ID, Some("\"a2\"")), History::Short);
    }

    #[test]
    fn a_conversation_that_is_gone_is_absent() {
        let (_folder, store) = store_with(USER);
        let other = "1ea37f3c-4a0e-4e5b-9d52-3a1a45f6b0c1";
        assert_eq!(look_in(&store, other, None), History::Absent);
    }

    #[test]
    fn a_conversation_that_another_program_writes_is_held() {
        let (folder, store) = store_with(USER);
        let pid = std::process::id();
        std::fs::create_dir(folder.path().join("sessions")).unwrap();
        let note = format!(r#"{{"pid":{pid},"sessionId":"{ID}"}}"#);
        std::fs::write(folder.path().join(format!("sessions/{pid}.json")), note).unwrap();
        assert_eq!(look_in(&store, ID, None), History::Held(pid));
    }
}
