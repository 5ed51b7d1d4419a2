//! What the fold remembers beside the view.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pilothouse_protocol::control::HostRequest;
use pilothouse_protocol::fold::{Calls, Costs, Drafts, Liveness, Schedules};
use serde::{Deserialize, Serialize};

use crate::diff::FileDiff;
use crate::entry::{BoundaryReason, ProcessExit};
use crate::id::{EntryId, JobId};
use crate::tasks::TaskList;
use crate::tool::{DecisionBy, ToolName};
use crate::turn::ModelUsage;

/// How many messages are remembered, so that one that comes again is recognised.
const REMEMBERED_MESSAGES: usize = 16 * 1024;

/// How many calls that started a subagent are remembered after they ended.
const REMEMBERED_THREADS: usize = 64;

/// How many open requests of the host are remembered; a CLI may leave some unanswered.
const REMEMBERED_REQUESTS: usize = 64;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    order: u64,
    pub(super) drafts: Drafts,
    pub(super) calls: Calls,
    pub(super) costs: Costs,
    pub(super) liveness: Liveness,
    pub(super) turn: Turn,
    /// Entries of blocks that stream, by the block's id.
    pub(super) blocks: BTreeMap<String, EntryId>,
    /// Entries of tool calls without a result, by the call's id.
    pub(super) call_entries: BTreeMap<String, EntryId>,
    /// Calls that started a subagent, by the call's id, oldest first.
    pub(super) threads: VecDeque<(String, EntryId)>,
    pub(super) stream_model: Option<String>,
    /// The block of thinking that streams.
    pub(super) thinking: Option<EntryId>,
    /// Messages seen, as hashes of their uuids, oldest first.
    messages: VecDeque<u64>,
    /// Messages that were sent behind a turn or another message and were not taken up yet.
    pub(super) waiting: BTreeSet<EntryId>,
    /// Messages the CLI tells about by `command_lifecycle`.
    pub(super) tracked: BTreeSet<EntryId>,
    /// Messages that were taken up and whose turn has not begun.
    pub(super) upcoming: Vec<EntryId>,
    /// Messages that a dead process left and that no other process gets; they are about to settle.
    #[serde(default)]
    pub(super) given_up: BTreeSet<EntryId>,
    /// The process was told that a person trusts its directory.
    #[serde(default)]
    pub(super) trust_attested: bool,
    /// A stop was sent, and the turn or the messages it was for are not over.
    #[serde(default)]
    pub(super) stopping: bool,
    /// Requests of the host that have no answer yet, oldest first.
    requests: VecDeque<(String, HostRequest)>,
    #[serde(default)]
    pub(super) schedules: Schedules,
    pub(super) tasks: TaskList,
    pub(super) files: BTreeMap<String, FileState>,
    pub(super) retry: Option<EntryId>,
    pub(super) retry_at: u64,
    pub(super) compaction: Option<EntryId>,
    pub(super) hooks: BTreeMap<String, EntryId>,
    /// What the next change of the session's id means.
    pub(super) reset: Option<BoundaryReason>,
    /// Whether anything came from a CLI.
    pub(super) heard: bool,
    /// The host changed the model; the CLI may say so as if a command had been sent.
    pub(super) model_echo: bool,
    /// The host is about to end the process because nothing goes on.
    pub(super) parking: bool,
    /// How the process ended, while there is none.
    pub(super) exit: Option<ProcessExit>,
    /// The session's id of the process that runs.
    pub(super) resumed: Option<BoundaryReason>,
    /// Finished jobs, oldest first.
    pub(super) finished_jobs: VecDeque<JobId>,
    /// Jobs whose end was shown before the model was told of it, oldest first.
    pub(super) told_ends: VecDeque<JobId>,
    /// Per model, the CLI's own totals as of the last result.
    pub(super) reported_models: BTreeMap<String, ModelUsage>,
    /// Whether results say what a turn cost by themselves.
    pub(super) tells_turn_cost: bool,
    /// Whether a person named the session; the CLI's own titles then do not count.
    pub(super) named: bool,
}

/// Whether this is a stop that takes waiting messages back.
pub(super) fn takes_back(request: &HostRequest) -> bool {
    matches!(request, HostRequest::Interrupt(stop) if stop.cancel_queued == Some(true))
}

/// The turn that runs, or the last one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Turn {
    pub(super) number: u32,
    pub(super) running: bool,
    pub(super) started_at: u64,
    /// The messages it answers.
    pub(super) messages: Vec<EntryId>,
    /// Hash of the last text that was shown.
    pub(super) shown: Option<u64>,
    /// Whether the model said or did anything.
    pub(super) spoke: bool,
    pub(super) failed_request: bool,
    pub(super) blocked: bool,
    pub(super) interrupting: bool,
    /// The call whose result came last, until the model speaks again.
    pub(super) last_result: Option<EntryId>,
    pub(super) denied: Vec<Denied>,
    /// The calls of this turn, with and without a result.
    pub(super) calls: Vec<(String, EntryId)>,
    /// Lines of this turn by their uuid, in case the CLI takes them back.
    pub(super) lines: Vec<(String, EntryId)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Denied {
    pub(super) tool_use_id: String,
    pub(super) tool: ToolName,
    pub(super) entry: EntryId,
    pub(super) by: DecisionBy,
    pub(super) message: Option<String>,
}

/// The changes of one file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FileState {
    pub(super) diff: FileDiff,
    pub(super) created: bool,
    pub(super) notebook: bool,
    pub(super) edits: u32,
    /// Places of the first and the last edit among the entries.
    pub(super) first_order: u64,
    pub(super) last_order: u64,
}

impl Turn {
    /// The number of the running turn.
    pub(super) fn current(&self) -> Option<u32> {
        self.running.then_some(self.number)
    }
}

impl State {
    pub(super) fn next_order(&mut self) -> u64 {
        self.order += 1;
        self.order
    }

    /// Remembers a message; returns false when it was known.
    pub(super) fn remember_message(&mut self, uuid: &str) -> bool {
        let hash = hash(uuid);
        if self.messages.contains(&hash) {
            return false;
        }
        if self.messages.len() == REMEMBERED_MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back(hash);
        true
    }

    /// A message left the transcript: nothing waits for it any more.
    pub(super) fn forget_message(&mut self, id: &EntryId) {
        self.waiting.remove(id);
        self.tracked.remove(id);
        self.upcoming.retain(|other| other != id);
    }

    pub(super) fn knows_message(&self, uuid: &str) -> bool {
        self.messages.contains(&hash(uuid))
    }

    /// The entry under which a subagent's lines are shown.
    pub(super) fn thread(&self, tool_use_id: &str) -> Option<&EntryId> {
        let known = self.threads.iter().rev().find(|(id, _)| id == tool_use_id);
        known
            .map(|(_, entry)| entry)
            .or_else(|| self.call_entries.get(tool_use_id))
    }

    pub(super) fn remember_thread(&mut self, tool_use_id: &str, entry: &EntryId) {
        if self.threads.iter().any(|(id, _)| id == tool_use_id) {
            return;
        }
        if self.threads.len() == REMEMBERED_THREADS {
            self.threads.pop_front();
        }
        self.threads
            .push_back((tool_use_id.to_owned(), entry.clone()));
    }

    pub(super) fn remember_request(&mut self, id: &str, request: HostRequest) {
        if self.requests.len() == REMEMBERED_REQUESTS {
            self.requests.pop_front();
        }
        self.requests.push_back((id.to_owned(), request));
    }

    pub(super) fn take_request(&mut self, id: &str) -> Option<HostRequest> {
        let index = self.requests.iter().position(|(known, _)| known == id)?;
        self.requests.remove(index).map(|(_, request)| request)
    }

    /// Whether a stop was sent that takes waiting messages back, and is not answered yet.
    pub(super) fn takes_back(&self) -> bool {
        self.requests.iter().any(|(_, request)| takes_back(request))
    }

    pub(super) fn forget_requests(&mut self) {
        self.requests.clear();
    }
}

/// FNV-1a: the same in every process, unlike the standard library's hashes.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
