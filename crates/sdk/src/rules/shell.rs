//! Reading commands of a shell, as far as is safe.
//!
//! To allow, a command must be one simple command and nothing else; anything that could run, read or write more is refused.
//! To deny, a command is taken apart as freely as possible, and every part counts.

use std::path::Path;

use serde_json::Value;

use super::file::normalized;

/// A command that was read completely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Simple {
    words: String,
    text: String,
}

impl Simple {
    fn new(words: String) -> Self {
        Self {
            text: words.clone(),
            words,
        }
    }

    /// Its words one space apart, with their quotes.
    pub(super) fn words(&self) -> &str {
        &self.words
    }

    /// Whether an argument names a place outside of a directory; the CLI asks about those whatever the rule.
    pub(super) fn leads_out_of(&self, directory: &Path) -> bool {
        let directory = &normalized(directory);
        let plain = self.words.replace(['"', '\''], "");
        plain.split_whitespace().skip(1).any(|word| {
            // A path may stand behind the name of an option.
            word.split('=').any(|place| {
                place.starts_with('~') || !normalized(&directory.join(place)).starts_with(directory)
            })
        })
    }

    /// The command as it was written, without space around it.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// Returns the command, if the tool is a shell.
pub(super) fn command<'a>(tool: &str, input: &'a Value) -> Option<&'a str> {
    (tool == "Bash")
        .then(|| input.get("command")?.as_str())
        .flatten()
}

/// Words that make the next one a command again, or change what the shell does.
const NOT_COMMANDS: [&str; 27] = [
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
    "function", "select", "time", "coproc", "!", "{", "}", "[[", "eval", "exec", "source", ".",
    "command", "builtin", "trap",
];

/// Reads one simple command. The error says what stands in the way.
pub(super) fn simple(command: &str) -> Result<Simple, &'static str> {
    let words = words(command)?;
    let Some(first) = words.first() else {
        return Err("there is no command");
    };
    if is_assignment(first) {
        return Err("it sets a variable");
    }
    if NOT_COMMANDS.contains(&first.as_str()) {
        return Err("it begins with a word of the shell");
    }
    if first.contains(['"', '\'', '~']) {
        return Err("its first word is not plain");
    }
    if first == "find" && words.iter().any(|word| changes_files(word)) {
        return Err("it changes what it finds");
    }
    Ok(Simple {
        words: words.join(" "),
        text: command.trim_matches([' ', '\t']).to_owned(),
    })
}

/// Options of `find` that run, delete or write; the CLI asks about them whatever the rule.
fn changes_files(word: &str) -> bool {
    let option = word.replace(['"', '\''], "");
    let beginnings = ["-delete", "-exec", "-ok", "-fprint", "-fls"];
    beginnings.iter().any(|start| option.starts_with(start))
}

/// Whether a character cannot be seen, so that a command looks like another.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else {
        return false;
    };
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// Splits into words, and refuses everything that is more than words.
fn words(command: &str) -> Result<Vec<String>, &'static str> {
    if command.contains(is_invisible) {
        return Err("it has an unusual character");
    }
    let mut words = Vec::new();
    let mut word = String::new();
    let mut characters = command.trim_matches([' ', '\t']).chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' => end_word(&mut word, &mut words),
            '\n' | '\r' => return Err("it has more than one line"),
            ';' | '&' | '|' => return Err("it has more than one command"),
            '(' | ')' => return Err("it has parentheses"),
            '<' | '>' => return Err("it redirects"),
            '`' => return Err("it substitutes a command"),
            '$' => return Err("it expands a variable"),
            '#' if word.is_empty() => return Err("it has a comment"),
            '\'' => single_quoted(&mut characters, &mut word)?,
            '"' => double_quoted(&mut characters, &mut word)?,
            '\\' => return Err("it escapes a character"),
            '*' | '?' | '[' | ']' | '{' | '}' => return Err("it expands a pattern"),
            character if character.is_control() || (character.is_whitespace()) => {
                return Err("it has an unusual character");
            }
            other => word.push(other),
        }
    }
    end_word(&mut word, &mut words);
    Ok(words)
}

fn end_word(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

fn single_quoted(
    characters: &mut std::str::Chars<'_>,
    word: &mut String,
) -> Result<(), &'static str> {
    word.push('\'');
    for character in characters.by_ref() {
        if character == '\n' || character == '\0' {
            return Err("it has more than one line");
        }
        // Plain text here, but the CLI does not take it for that.
        if character == '`' || (character == '(' && word.ends_with('$')) {
            return Err("it looks like a substitution");
        }
        word.push(character);
        if character == '\'' {
            return Ok(());
        }
    }
    Err("a quote is not closed")
}

fn double_quoted(
    characters: &mut std::str::Chars<'_>,
    word: &mut String,
) -> Result<(), &'static str> {
    word.push('"');
    for character in characters.by_ref() {
        match character {
            '`' | '$' => return Err("it substitutes inside quotes"),
            '\n' | '\0' => return Err("it has more than one line"),
            '\\' => return Err("it escapes a character"),
            '"' => {
                word.push('"');
                return Ok(());
            }
            other => word.push(other),
        }
    }
    Err("a quote is not closed")
}

/// Programs that run what stands behind them, somewhere among words of their own.
const WRAPPERS: [&str; 38] = [
    "sudo",
    "doas",
    "env",
    "nice",
    "nohup",
    "time",
    "timeout",
    "stdbuf",
    "setsid",
    "xargs",
    "exec",
    "command",
    "builtin",
    "eval",
    "ionice",
    "chroot",
    "unshare",
    "strace",
    "watch",
    "busybox",
    "sh",
    "bash",
    "dash",
    "zsh",
    "ksh",
    "fish",
    "find",
    "parallel",
    "flock",
    "su",
    "runuser",
    "script",
    "ssh",
    "taskset",
    "chrt",
    "nsenter",
    "systemd-run",
    "ltrace",
];

/// Returns every part of a command that may be run, for deny rules: pieces between separators, inside substitutions, behind wrappers.
pub(super) fn parts(command: &str) -> Vec<Simple> {
    let mut parts = Vec::new();
    let joined = command.replace("\\\n", " ");
    // Where a command writes to does not make it another one.
    let bare = without_redirections(&joined);
    for piece in joined.split(is_separator).chain(bare.split(is_separator)) {
        let plain = unquoted(piece);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let quoted: Vec<&str> = piece.split_whitespace().collect();
        for words in [&words, &quoted] {
            add_with_tails(words, &mut parts);
            // What may be a comment is left out as well.
            if let Some(comment) = words.iter().position(|word| word.starts_with('#')) {
                add_with_tails(&words[..comment], &mut parts);
            }
        }
    }
    // The whole as it stands, for rules that name a compound command.
    parts.push(Simple::new(
        joined.split_whitespace().collect::<Vec<_>>().join(" "),
    ));
    parts
}

fn is_separator(character: char) -> bool {
    matches!(
        character,
        ';' | '&' | '|' | '\n' | '\r' | '(' | ')' | '`' | '{' | '}' | '<' | '>'
    )
}

/// Leaves out each redirection: its number, its sign and the place it names.
fn without_redirections(command: &str) -> String {
    let mut bare = String::new();
    let mut rest = command;
    while let Some(at) = rest.find(['<', '>']) {
        let before = rest[..at].trim_end_matches('&');
        let word = before.trim_end_matches(|c: char| c.is_ascii_digit());
        // Digits belong to the sign only where they stand alone.
        let is_number = word.is_empty() || word.ends_with(|c: char| c.is_whitespace());
        bare.push_str(if is_number { word } else { before });
        bare.push(' ');
        let place = rest[at..].trim_start_matches(['<', '>', '&', '|']);
        let place = place.trim_start_matches([' ', '\t']);
        let end = place.find(|c: char| c.is_whitespace() || is_separator(c));
        rest = &place[end.unwrap_or(place.len())..];
    }
    bare.push_str(rest);
    bare
}

/// Takes quotes and escapes away, also those that begin with a dollar.
fn unquoted(piece: &str) -> String {
    let plain = piece.replace("$'", "'").replace("$\"", "\"");
    plain.replace(['"', '\'', '\\'], "")
}

/// Whether some part of a command is only known when it runs: its name is expanded or substituted.
pub(super) fn hides_a_name(command: &str) -> bool {
    let joined = command.replace("\\\n", " ");
    // For each open parenthesis, whether it stands for a word of the command around it.
    let mut substitutes = Vec::new();
    let (mut in_backticks, mut at_name, mut before) = (false, true, ' ');
    for piece in joined.split_inclusive(is_separator) {
        let text = piece.strip_suffix(is_separator).unwrap_or(piece);
        let end = piece.chars().next_back().unwrap_or(' ');
        let plain = unquoted(text);
        let name = plain.split_whitespace().find(|word| !passes_on(word));
        if at_name && name.is_some_and(|name| name.contains(['$', '*', '?', '['])) {
            return true;
        }
        let is_due = at_name && name.is_none() && !plain.ends_with(|c: char| !c.is_whitespace());
        at_name = match end {
            // What is substituted, or follows a redirection, is the name.
            '`' | '<' | '>' if is_due && !in_backticks => return true,
            '`' => {
                in_backticks = !in_backticks;
                in_backticks
            }
            '<' | '>' | '}' => false,
            '(' => {
                let word = text.ends_with('$') || (text.is_empty() && matches!(before, '<' | '>'));
                substitutes.push(word);
                true
            }
            ')' => !substitutes.pop().unwrap_or(false),
            '{' => !text.ends_with('$'),
            _ => true,
        };
        before = end;
    }
    false
}

/// Whether the next word may be the name of a command again.
fn passes_on(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    is_assignment(word) || NOT_COMMANDS.contains(&word) || WRAPPERS.contains(&name)
}

/// Adds the command, and what is left of it without assignments, words of the shell and wrappers.
fn add_with_tails(words: &[&str], parts: &mut Vec<Simple>) {
    let mut start = 0;
    let mut wrapped = false;
    while start < words.len() {
        let word = words[start];
        let name = word.rsplit('/').next().unwrap_or(word);
        parts.push(Simple::new(words[start..].join(" ")));
        if name != word {
            // The same program by its path.
            let mut by_name = words[start..].to_vec();
            by_name[0] = name;
            parts.push(Simple::new(by_name.join(" ")));
        }
        let passes_on = word == "$" || passes_on(word);
        // Behind a wrapper every word may be the command: its own options cannot be told apart safely.
        if !passes_on && !wrapped {
            return;
        }
        wrapped |= WRAPPERS.contains(&name);
        start += 1;
    }
}
