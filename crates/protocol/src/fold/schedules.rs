//! Cron jobs and wake-ups, which the CLI starts by itself while its process is running.
//!
//! Observed in 2.1.325: the results of `CronCreate`, `CronDelete`, `CronList` and `ScheduleWakeup` are structured; a
//! scheduled start is announced by a `command_lifecycle` with `wakeup_source`, which does not name the job. Cron jobs
//! are restored when the conversation is resumed in another process, wake-ups are not. A recurring job ends after seven
//! days.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::content::ContentBlock;
use crate::message::{AssistantMessage, CommandState, UserSideMessage, WakeupSource};
use crate::raw::RawJson;
use crate::tool::{CronJob, ScheduleWakeupInput, ScheduleWakeupResult, ToolInput, ToolOutput};
use crate::{Frame, Message};

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;
/// The lifetime of a recurring job.
const RECURRING_MS: u64 = 7 * DAY_MS;
/// How late a job can start before it is assumed to be gone.
const LATE_MS: u64 = 10 * MINUTE_MS;
/// How early a start can be announced.
const EARLY_MS: u64 = 2_000;

/// The tools whose results are parsed here.
const TOOLS: [&str; 4] = ["CronCreate", "CronDelete", "CronList", "ScheduleWakeup"];

/// A cron job or a wake-up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The CLI's ID of a cron job; for a wake-up, an ID derived from its time.
    pub id: String,
    /// The kind of schedule.
    pub kind: ScheduleKind,
    /// A description of the times of a cron job, or the reason for a wake-up.
    pub text: String,
    /// The prompt that is sent to the model.
    pub prompt: String,
    /// Whether it repeats.
    pub recurring: bool,
    /// The next start in milliseconds since 1970, if known.
    pub next_at: Option<u64>,
    /// The five fields of a cron job.
    pub cron: Option<String>,
    /// When it was created.
    pub created_at: u64,
}

/// The kind of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ScheduleKind {
    /// Created by `CronCreate`.
    Cron,
    /// Created by `ScheduleWakeup`.
    Wakeup,
}

/// The schedules of a session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Schedules {
    jobs: Vec<Schedule>,
    /// Calls of the tools without a result.
    calls: Vec<Call>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Call {
    id: String,
    tool: String,
    input: RawJson,
}

impl Schedules {
    /// Returns whether a line of the CLI may concern schedules. There may be false positives, but no false negatives.
    pub fn concerns(&self, line: &[u8]) -> bool {
        let has = |word: &str| memchr::memmem::find(line, word.as_bytes()).is_some();
        has("\"wakeup_source\"")
            || has("\"Cron")
            || has("\"ScheduleWakeup\"")
            || (!self.calls.is_empty() && has("\"tool_result\""))
    }

    /// Folds a line of the CLI that arrived at this time; it is parsed only if it may concern schedules.
    pub fn observe_line(&mut self, line: &Bytes, at_ms: u64) {
        if self.concerns(line) {
            let frame: Frame = Frame::parse(line.clone());
            if let Some(message) = frame.message() {
                self.observe(message, at_ms);
            }
        }
    }

    /// Folds a message of the CLI that arrived at this time.
    pub fn observe(&mut self, message: &Message, at_ms: u64) {
        match message {
            Message::Assistant(assistant) => self.remember_calls(assistant),
            Message::User(user) => self.results(user, at_ms),
            Message::CommandLifecycle(command) if command.state == CommandState::Started => {
                if let Some(source) = &command.wakeup_source {
                    let time = command.scheduled_for.map_or(at_ms, |at| at as u64);
                    self.started(source, time.max(at_ms));
                }
            }
            _ => {}
        }
        self.jobs.retain(|job| job.is_pending(at_ms));
    }

    /// Ends the process: removes wake-ups; cron jobs wait until the conversation is resumed.
    pub fn end_process(&mut self) {
        self.calls.clear();
        self.jobs.retain(|job| job.kind == ScheduleKind::Cron);
        for job in &mut self.jobs {
            job.next_at = None;
        }
    }

    /// Starts a new conversation.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the schedules, oldest first.
    pub fn jobs(&self) -> &[Schedule] {
        &self.jobs
    }

    /// Returns whether anything will still start.
    pub fn is_pending(&self, at_ms: u64) -> bool {
        self.jobs.iter().any(|job| job.is_pending(at_ms))
    }

    fn remember_calls(&mut self, assistant: &AssistantMessage) {
        let Ok(message) = assistant.message.get() else {
            return;
        };
        for block in &message.content {
            if let ContentBlock::ToolUse(call) = block
                && TOOLS.contains(&call.name.as_str())
            {
                self.calls.push(Call {
                    id: call.id.as_str().to_owned(),
                    tool: call.name.clone(),
                    input: call.input.clone(),
                });
            }
        }
    }

    fn results(&mut self, user: &UserSideMessage, at_ms: u64) {
        if self.calls.is_empty() {
            return;
        }
        let Ok(message) = user.message.get() else {
            return;
        };
        let blocks = message.content.blocks();
        let ended = blocks.iter().filter_map(|block| match block {
            ContentBlock::ToolResult(result) => Some(result.tool_use_id.as_str()),
            _ => None,
        });
        let ended: Vec<&str> = ended.collect();
        let calls = std::mem::take(&mut self.calls);
        let (done, open): (Vec<Call>, Vec<Call>) = calls
            .into_iter()
            .partition(|call| ended.contains(&call.id.as_str()));
        self.calls = open;
        // A failure is a string; a line with several results has no structured result.
        if let ([call], Some(result)) = (done.as_slice(), &user.tool_use_result) {
            let input = ToolInput::of(&call.tool, &call.input);
            self.result(input, ToolOutput::of(&call.tool, result), at_ms);
        }
    }

    fn result(&mut self, input: ToolInput, output: ToolOutput, at_ms: u64) {
        match (input, output) {
            (ToolInput::CronCreate(input), ToolOutput::CronCreate(mut job)) => {
                job.prompt = Some(input.prompt);
                job.cron = Some(input.cron);
                self.jobs.push(cron(*job, at_ms));
            }
            (_, ToolOutput::CronDelete(deleted)) => {
                let ends_loop = deleted.ended_loop_wakeup == Some(true);
                self.jobs.retain(|job| {
                    job.id != deleted.id && !(ends_loop && job.kind == ScheduleKind::Wakeup)
                });
            }
            (_, ToolOutput::CronList(list)) => self.listed(list.jobs, at_ms),
            (_, ToolOutput::ScheduleWakeup(result)) if result.stopped == Some(true) => {
                self.jobs.retain(|job| job.kind != ScheduleKind::Wakeup);
            }
            (ToolInput::ScheduleWakeup(input), ToolOutput::ScheduleWakeup(result)) => {
                self.jobs.extend(wakeup(*input, &result, at_ms));
            }
            _ => {}
        }
    }

    /// The CLI lists all its jobs, including wake-ups as jobs that start once.
    fn listed(&mut self, jobs: Vec<CronJob>, at_ms: u64) {
        let listed: Vec<Schedule> = jobs.into_iter().map(|job| cron(job, at_ms)).collect();
        self.jobs.retain(|job| {
            job.kind == ScheduleKind::Wakeup || listed.iter().any(|other| other.id == job.id)
        });
        for job in listed {
            if let Some(known) = self.jobs.iter_mut().find(|known| known.id == job.id) {
                known.next_at = job.next_at.or(known.next_at);
            } else if job.recurring || !self.is_wakeup_at(job.next_at) {
                self.jobs.push(job);
            }
        }
    }

    fn is_wakeup_at(&self, at: Option<u64>) -> bool {
        let near = |other: u64| at.is_some_and(|at| at.abs_diff(other) < MINUTE_MS);
        let mut wakeups = self
            .jobs
            .iter()
            .filter(|job| job.kind == ScheduleKind::Wakeup);
        wakeups.any(|job| job.next_at.is_some_and(near))
    }

    /// The announcement of a start does not name the job, so all due jobs count as started.
    fn started(&mut self, source: &WakeupSource, at_ms: u64) {
        let kind = match source {
            WakeupSource::Loop => ScheduleKind::Wakeup,
            _ => ScheduleKind::Cron,
        };
        let is_due = |job: &Schedule| {
            job.kind == kind && job.next_at.is_some_and(|next| next <= at_ms + EARLY_MS)
        };
        self.jobs.retain(|job| job.recurring || !is_due(job));
        for job in self.jobs.iter_mut().filter(|job| is_due(job)) {
            job.next_at = job.after(at_ms);
        }
    }
}

impl Schedule {
    /// Returns whether it will still start.
    fn is_pending(&self, at_ms: u64) -> bool {
        if self.recurring {
            return at_ms < self.created_at + RECURRING_MS;
        }
        self.next_at.is_none_or(|next| at_ms < next + LATE_MS)
    }

    /// The start after this one, if the cron fields have a fixed period.
    fn after(&self, at_ms: u64) -> Option<u64> {
        let period = period(self.cron.as_deref()?)?;
        let next = self.next_at?;
        let missed = at_ms.saturating_sub(next) / period;
        Some(next + (missed + 1) * period)
    }
}

fn cron(job: CronJob, at_ms: u64) -> Schedule {
    Schedule {
        id: job.id,
        kind: ScheduleKind::Cron,
        text: job.human_schedule.unwrap_or_default(),
        prompt: job.prompt.unwrap_or_default(),
        recurring: job.recurring == Some(true),
        next_at: job.next_fire_at.map(|at| at as u64),
        cron: job.cron,
        created_at: at_ms,
    }
}

fn wakeup(
    input: ScheduleWakeupInput,
    result: &ScheduleWakeupResult,
    at_ms: u64,
) -> Option<Schedule> {
    let at = result.scheduled_for.filter(|at| *at > 0.0)? as u64;
    Some(Schedule {
        id: format!("wakeup-{at}"),
        kind: ScheduleKind::Wakeup,
        text: input.reason.unwrap_or_default(),
        prompt: input.prompt.unwrap_or_default(),
        recurring: false,
        next_at: Some(at),
        cron: None,
        created_at: at_ms,
    })
}

/// The period of five cron fields, if they have one: every N minutes, hourly, daily.
fn period(cron: &str) -> Option<u64> {
    let fields: Vec<&str> = cron.split_whitespace().collect();
    let [minute, hour, "*", "*", "*"] = fields.as_slice() else {
        return None;
    };
    let every = |field: &str, whole: u64| {
        let step = match field {
            "*" => 1,
            field => field.strip_prefix("*/")?.parse().ok()?,
        };
        (step > 0 && whole.is_multiple_of(step)).then_some(step)
    };
    let is_number = |field: &str| field.parse::<u64>().is_ok();
    match (*minute, *hour) {
        (minute, "*") if !is_number(minute) => Some(every(minute, 60)? * MINUTE_MS),
        (minute, hour) if is_number(minute) && is_number(hour) => Some(DAY_MS),
        (minute, hour) if is_number(minute) => Some(every(hour, 24)? * 60 * MINUTE_MS),
        _ => None,
    }
}
