//! Texts on the user's side that the CLI writes for the model. A person never typed them.

use super::wrapper::{between, inner, strip_reminders};

/// What a text of the CLI means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MachineText {
    TaskNotice(TaskNotice),
    /// A command that was run in the CLI's own shell mode.
    ShellInput(String),
    /// What that command printed.
    ShellOutput(String),
    /// A reminder, a tick or the like.
    ForModel(String),
}

/// A background task has ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TaskNotice {
    pub(crate) task_id: String,
    /// `completed`, `failed`, `killed` …
    pub(crate) status: String,
    /// `Agent "Look for x" finished`.
    pub(crate) summary: String,
    /// What an agent reported.
    pub(crate) result: Option<String>,
    pub(crate) tool_uses: Option<u64>,
    pub(crate) duration_ms: Option<u64>,
}

impl TaskNotice {
    /// What the task was called: the summary has it in quotes.
    pub(crate) fn description(&self) -> &str {
        let quoted = self.summary.split_once('"');
        let quoted = quoted.and_then(|(_, rest)| rest.rsplit_once('"'));
        quoted.map_or(self.summary.as_str(), |(inside, _)| inside)
    }
}

/// Reads a text that the CLI wrote for the model; none for what a person may have written.
pub(crate) fn machine_text(text: &str) -> Option<MachineText> {
    let trimmed = text.trim();
    if let Some(notice) = inner(trimmed, "task-notification") {
        return Some(MachineText::TaskNotice(task_notice(notice)));
    }
    if let Some(command) = inner(trimmed, "bash-input") {
        return Some(MachineText::ShellInput(command.trim().to_owned()));
    }
    if trimmed.starts_with("<bash-stdout>") || trimmed.starts_with("<bash-stderr>") {
        let parts = ["bash-stdout", "bash-stderr"].map(|tag| between(trimmed, tag));
        let parts: Vec<&str> = parts.into_iter().flatten().map(str::trim).collect();
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let text = parts.collect::<Vec<_>>().join("\n");
        return Some(MachineText::ShellOutput(text));
    }
    const FOR_MODEL: [&str; 4] = [
        "local-command-caveat",
        "tick",
        "forked-skill-launch",
        "fork-source",
    ];
    let tagged = FOR_MODEL.iter().find_map(|tag| inner(trimmed, tag));
    let reminder = || strip_reminders(trimmed).is_empty().then_some(trimmed);
    let found = tagged.or_else(|| reminder().filter(|text| !text.is_empty()))?;
    Some(MachineText::ForModel(found.trim().to_owned()))
}

fn task_notice(inside: &str) -> TaskNotice {
    let text = |tag: &str| between(inside, tag).map(|text| text.trim().to_owned());
    let number = |tag: &str| between(inside, tag).and_then(|text| text.trim().parse().ok());
    TaskNotice {
        task_id: text("task-id").unwrap_or_default(),
        status: text("status").unwrap_or_default(),
        summary: text("summary").unwrap_or_default(),
        result: text("result").filter(|text| !text.is_empty()),
        tool_uses: number("tool_uses"),
        duration_ms: number("duration_ms"),
    }
}

/// The report of a subagent without what the CLI adds for the model: which tools were used, how to
/// continue the agent, its numbers.
pub(crate) fn agent_report(text: &str) -> String {
    const FRAME: &str = "[Subagent hand-back]";
    const FOLLOWS: &str = "The report follows:";
    let framed = text.find(FRAME).and_then(|start| {
        let rest = &text[start..];
        rest.find(FOLLOWS).map(|end| &rest[end + FOLLOWS.len()..])
    });
    let report = framed.unwrap_or(text);
    let lines = report.lines().filter(|line| !is_tools_note(line));
    let lines = lines.take_while(|line| !line.starts_with("agentId: "));
    let lines = lines.map(|line| match framed {
        // Every line of a framed report is indented.
        Some(_) => line.strip_prefix("  ").unwrap_or(line),
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Whether a text only lists which tools an agent used.
pub(crate) fn is_tools_note(text: &str) -> bool {
    const TAG: &str = "tools-used-before-summary";
    let text = text.trim();
    text.starts_with(&format!("<{TAG}>")) && text.ends_with(&format!("</{TAG}>"))
}

/// A span of time as people read it: `340 ms`, `3.2 s`, `12 s`, `4 min 5 s`.
pub(crate) fn duration(ms: u64) -> String {
    let seconds = (ms + 500) / 1000;
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..10_000 => format!("{:.1} s", ms as f64 / 1000.0),
        _ if seconds < 60 => format!("{seconds} s"),
        _ if seconds < 3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As 2.1.325 wrote it.
    const NOTICE: &str = "<task-notification>\n<task-id>a26b</task-id>\n<tool-use-id>toolu_a</tool-use-id>\n\
        <output-file>/tmp/a26b.output</output-file>\n<status>completed</status>\n\
        <summary>Agent \"Look for \"x\"\" finished</summary>\n<note>It may notify more than once.</note>\n\
        <result>Found it.</result>\n<usage><subagent_tokens>120</subagent_tokens><tool_uses>3</tool_uses>\
        <duration_ms>12000</duration_ms></usage>\n</task-notification>";

    #[test]
    fn a_task_notification_is_read() {
        let Some(MachineText::TaskNotice(notice)) = machine_text(NOTICE) else {
            panic!("not recognised")
        };
        assert_eq!(notice.description(), "Look for \"x\"");
        assert_eq!(notice.result.as_deref(), Some("Found it."));
        assert_eq!(
            (notice.tool_uses, notice.duration_ms),
            (Some(3), Some(12_000))
        );
    }

    #[test]
    fn shell_mode_reminders_and_ticks_are_not_a_persons_words() {
        use MachineText::{ForModel, ShellInput, ShellOutput};
        let input = machine_text("<bash-input>ls</bash-input>");
        assert_eq!(input, Some(ShellInput("ls".into())));
        let output = "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>";
        assert_eq!(machine_text(output), Some(ShellOutput("a\nb".into())));
        let none = "<bash-stdout></bash-stdout><bash-stderr></bash-stderr>";
        assert_eq!(machine_text(none), Some(ShellOutput(String::new())));
        let reminder = "<system-reminder>\nBe careful.\n</system-reminder>";
        assert_eq!(machine_text(reminder), Some(ForModel(reminder.into())));
        let caveat = "<local-command-caveat>Caveat: x</local-command-caveat>";
        assert_eq!(machine_text(caveat), Some(ForModel("Caveat: x".into())));
        assert_eq!(machine_text("what does <task-notification> mean?"), None);
        assert_eq!(machine_text(""), None);
    }

    #[test]
    fn the_report_of_an_agent_stands_alone() {
        let newer = "  <tools-used-before-summary>Bash</tools-used-before-summary>\n  \n[Subagent hand-back] The \
            text below is the final report of a subagent. The report follows:\n  Found it.\n    in two places\n\
            agentId: ad83 (use SendMessage with to: 'ad83')\n<usage>subagent_tokens: 120\ntool_uses: 1</usage>";
        assert_eq!(agent_report(newer), "Found it.\n  in two places");
        let older = "Found it.\nagentId: aeaa9da (for resuming to continue this agent's work if needed)\n\
            <usage>total_tokens: 120</usage>";
        assert_eq!(agent_report(older), "Found it.");
    }

    #[test]
    fn durations_read_as_in_the_page() {
        let shown = [340, 3_240, 12_400, 245_000, 3_700_000].map(duration);
        assert_eq!(shown, ["340 ms", "3.2 s", "12 s", "4 min 5 s", "1 h 1 min"]);
    }
}
