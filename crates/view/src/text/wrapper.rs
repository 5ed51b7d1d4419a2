//! The tags the CLI wraps some texts in. They are meant for the model and never shown.

use crate::entry::SlashCommand;
use crate::tool::PersistedOutput;

/// A text without its wrapper, and what the wrapper said about it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wrapped {
    Plain(String),
    /// The call itself was wrong: bad input, unknown tool, wrong state.
    ToolUseError(String),
    CommandOutput {
        text: String,
        is_error: bool,
    },
    /// The output was long and is in a file; the text is its beginning.
    Persisted {
        text: String,
        output: PersistedOutput,
    },
}

/// Takes the wrapper off.
pub(crate) fn unwrap(text: &str) -> Wrapped {
    let trimmed = text.trim();
    if let Some(inner) = inner(trimmed, "tool_use_error") {
        return Wrapped::ToolUseError(inner.to_owned());
    }
    if let Some(inner) = inner(trimmed, "local-command-stdout") {
        return Wrapped::CommandOutput {
            text: inner.trim().to_owned(),
            is_error: false,
        };
    }
    if let Some(inner) = inner(trimmed, "local-command-stderr") {
        return Wrapped::CommandOutput {
            text: inner.trim().to_owned(),
            is_error: true,
        };
    }
    if let Some(inner) = inner(trimmed, "persisted-output") {
        return persisted(inner.trim());
    }
    Wrapped::Plain(text.to_owned())
}

/// The slash command that a text stands for: as it is typed, or as the CLI repeats it in tags.
pub(crate) fn command_of(text: &str) -> Option<SlashCommand> {
    let text = text.trim();
    if text.starts_with("<command-") {
        let name = between(text, "command-name")?
            .trim()
            .trim_start_matches('/')
            .to_owned();
        let args = between(text, "command-args")
            .unwrap_or_default()
            .trim()
            .to_owned();
        return (!name.is_empty()).then_some(SlashCommand { name, args });
    }
    let rest = text.strip_prefix('/')?;
    let (name, args) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let plausible = name.starts_with(char::is_alphanumeric)
        && name
            .chars()
            .all(|one| one.is_alphanumeric() || "-_:.".contains(one));
    plausible.then(|| SlashCommand {
        name: name.to_owned(),
        args: args.trim().to_owned(),
    })
}

/// Removes what the CLI adds to results to remind the model of something.
pub(crate) fn strip_reminders(text: &str) -> String {
    const OPEN: &str = "<system-reminder>";
    const CLOSE: &str = "</system-reminder>";
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(OPEN) {
        let Some(end) = rest[start..].find(CLOSE) else {
            break;
        };
        kept.push_str(rest[..start].trim_end());
        rest = &rest[start + end + CLOSE.len()..];
    }
    if kept.is_empty() && rest.len() == text.len() {
        return text.to_owned();
    }
    kept.push_str(rest);
    kept.trim_end().to_owned()
}

/// The inside of a text that begins with this tag. A text that was cut may lack the closing one.
pub(super) fn inner<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    let inside = text
        .strip_prefix('<')?
        .strip_prefix(tag)?
        .strip_prefix('>')?;
    let end = inside.rfind(&format!("</{tag}>")).unwrap_or(inside.len());
    Some(&inside[..end])
}

pub(super) fn between<'a>(text: &'a str, tag: &str) -> Option<&'a str> {
    let start = text.find(&format!("<{tag}>"))? + tag.len() + 2;
    let end = text[start..].find(&format!("</{tag}>"))? + start;
    Some(&text[start..end])
}

/// The CLI's words before the preview name the file.
fn persisted(inside: &str) -> Wrapped {
    const SAVED: &str = "saved to: ";
    const PREVIEW: &str = "Preview (";
    let path = inside
        .lines()
        .next()
        .and_then(|line| line.split_once(SAVED));
    let path = path.map(|(_, path)| path.trim().to_owned());
    let preview = inside.find(PREVIEW).and_then(|start| {
        let rest = &inside[start..];
        rest.find('\n').map(|end| &rest[end + 1..])
    });
    let text = match (preview, &path) {
        (Some(preview), _) => preview.to_owned(),
        (None, Some(_)) => inside.lines().skip(1).collect::<Vec<_>>().join("\n"),
        (None, None) => inside.to_owned(),
    };
    Wrapped::Persisted {
        text,
        output: PersistedOutput { path, size: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_call_are_taken_out() {
        let found = unwrap("<tool_use_error>File does not exist.</tool_use_error>");
        assert_eq!(found, Wrapped::ToolUseError("File does not exist.".into()));
    }

    #[test]
    fn command_output_is_told_from_its_errors() {
        let text = "done".to_owned();
        let found = unwrap("<local-command-stdout>done\n</local-command-stdout>");
        assert_eq!(
            found,
            Wrapped::CommandOutput {
                text,
                is_error: false
            }
        );
        let found = unwrap("<local-command-stderr>Error: no</local-command-stderr>");
        assert_eq!(
            found,
            Wrapped::CommandOutput {
                text: "Error: no".into(),
                is_error: true
            }
        );
    }

    #[test]
    fn a_saved_output_names_its_file() {
        let text = "<persisted-output>\nOutput too large (106KB). Full output saved to: /tmp/a.txt\n\n\
                    Preview (first 2KB):\n1\n2\n...\n</persisted-output>";
        let Wrapped::Persisted { text, output } = unwrap(text) else {
            panic!("not recognised")
        };
        assert_eq!(text, "1\n2\n...");
        assert_eq!(output.path.as_deref(), Some("/tmp/a.txt"));
    }

    #[test]
    fn reminders_to_the_model_are_not_shown() {
        let text = "1 one\n\n<system-reminder>\nBe careful.\n</system-reminder>\n";
        assert_eq!(strip_reminders(text), "1 one");
        assert_eq!(
            strip_reminders("open <system-reminder> only"),
            "open <system-reminder> only"
        );
        assert_eq!(strip_reminders("plain \n"), "plain \n");
    }

    #[test]
    fn other_tags_are_text() {
        assert_eq!(unwrap("<b>bold</b>"), Wrapped::Plain("<b>bold</b>".into()));
        assert_eq!(
            unwrap("see <tool_use_error>"),
            Wrapped::Plain("see <tool_use_error>".into())
        );
    }

    #[test]
    fn commands_are_recognised_in_both_forms() {
        let typed = command_of("/compact focus on x").unwrap();
        assert_eq!(
            (typed.name.as_str(), typed.args.as_str()),
            ("compact", "focus on x")
        );
        let repeated = "<command-name>/model</command-name>\n   <command-message>model\
                        </command-message>\n   <command-args>haiku</command-args>";
        let repeated = command_of(repeated).unwrap();
        assert_eq!(
            (repeated.name.as_str(), repeated.args.as_str()),
            ("model", "haiku")
        );
        assert!(command_of("/home/dev is a path").is_none());
        assert!(command_of("// comment").is_none());
        assert_eq!(command_of("/plugin:plan").unwrap().name, "plugin:plan");
    }
}
