//! The end of background work as a line of the conversation.
//!
//! The CLI tells it twice: to the host with `task_notification`, and to the model with a text on the
//! user's side, which a transcript has alone.

use crate::entry::{EntryBody, Notice, NoticeLevel, NoticeSource};
use crate::id::{EntryId, JobId};
use crate::job::{Job, JobKind, JobState};
use crate::text::{TaskNotice, duration};

use super::SessionFold;

/// How many ends are remembered until the model is told as well.
const REMEMBERED: usize = 64;

impl SessionFold {
    /// The host was told that a job has ended.
    pub(super) fn tell_job_end(&mut self, job: &Job) {
        if self.state.told_ends.len() == REMEMBERED {
            self.state.told_ends.pop_front();
        }
        self.state.told_ends.push_back(job.id.clone());
        let spent = job.ended_at.map(|end| end.saturating_sub(job.started_at));
        let summary = job.summary.as_ref().map_or("", |summary| &summary.text);
        self.add_job_end(End {
            parent: None,
            entry: job.entry.clone(),
            kind: job.job,
            state: job.state,
            description: &job.description,
            exit_code: exit_code(summary),
            tool_uses: job.tool_uses,
            duration_ms: job.duration_ms.or(spent),
            report: None,
        });
    }

    /// The model was told that a job has ended.
    pub(super) fn task_notice(&mut self, parent: Option<EntryId>, notice: &TaskNotice) {
        let id = JobId::new(notice.task_id.as_str());
        let told = &mut self.state.told_ends;
        if let Some(index) = told.iter().position(|known| *known == id) {
            told.remove(index);
            return;
        }
        let job = self.job(&id);
        self.add_job_end(End {
            parent,
            entry: job.as_ref().and_then(|job| job.entry.clone()),
            kind: job
                .as_ref()
                .map_or_else(|| kind(&notice.summary), |job| job.job),
            state: match notice.status.as_str() {
                "failed" => JobState::Failed,
                "killed" | "stopped" => JobState::Stopped,
                _ => JobState::Done,
            },
            description: notice.description(),
            exit_code: exit_code(&notice.summary),
            tool_uses: notice.tool_uses,
            duration_ms: notice.duration_ms,
            report: notice.result.as_deref(),
        });
    }

    fn add_job_end(&mut self, end: End<'_>) {
        let level = match end.state {
            JobState::Failed => NoticeLevel::Error,
            _ => NoticeLevel::Notice,
        };
        let notice = Notice {
            level,
            text: end.sentence(),
            source: NoticeSource::Task,
            tag: Some("task_ended".to_owned()),
            entry: end.entry.clone(),
            detail: None,
        };
        self.add(end.parent, EntryBody::Notice(notice));
    }
}

/// How a job ended.
struct End<'a> {
    parent: Option<EntryId>,
    entry: Option<EntryId>,
    kind: JobKind,
    state: JobState,
    description: &'a str,
    exit_code: Option<&'a str>,
    tool_uses: Option<u64>,
    duration_ms: Option<u64>,
    report: Option<&'a str>,
}

impl End<'_> {
    /// "Agent finished: Look for x · 3 tools · 12 s"; a report that stands nowhere else follows below.
    fn sentence(&self) -> String {
        let what = match self.kind {
            JobKind::Agent => "Agent",
            JobKind::Shell => "Command",
            JobKind::Workflow => "Workflow",
            JobKind::Monitor => "Monitor",
            JobKind::Mcp | JobKind::Other => "Task",
        };
        let how = match self.state {
            JobState::Failed => "failed",
            JobState::Stopped => "stopped",
            _ => "finished",
        };
        // A normal end looks normal: the code is of interest when it tells what went wrong.
        let code = self.exit_code.filter(|_| self.state == JobState::Failed);
        let tools = self.tool_uses.filter(|uses| *uses > 0);
        let parts = [
            code.map(|code| format!("exit code {code}")),
            tools.map(|uses| format!("{uses} tool{}", if uses == 1 { "" } else { "s" })),
            self.duration_ms.map(duration),
        ];
        let mut text = format!("{what} {how}: {}", one_line(self.description));
        for part in parts.into_iter().flatten() {
            text.push_str(" · ");
            text.push_str(&part);
        }
        if let Some(report) = self.report {
            text.push('\n');
            text.push_str(report);
        }
        text
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What kind of job the CLI's sentence is about.
fn kind(summary: &str) -> JobKind {
    match summary.split_whitespace().next() {
        Some("Agent") => JobKind::Agent,
        Some("Background") => JobKind::Shell,
        Some("Monitor") => JobKind::Monitor,
        _ => JobKind::Other,
    }
}

/// The exit code in the CLI's sentence.
fn exit_code(summary: &str) -> Option<&str> {
    let (_, rest) = summary.rsplit_once("exit code ")?;
    let code = rest.split(|one: char| !one.is_ascii_digit()).next()?;
    Some(code).filter(|code| !code.is_empty())
}
