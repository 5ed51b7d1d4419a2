//! Splits shell commands into parts, words and redirections, and recognizes read-only ones.

/// Read-only commands.
const READ_ONLY: &[&str] = &[
    "ls", "cat", "echo", "pwd", "head", "tail", "wc", "grep", "rg", "find", "sleep", "true",
    "false", "whoami", "date", "which", "uname", "stat", "file", "du", "df", "sort", "uniq", "cut",
    "tr", "basename", "dirname", "seq", "test", "printf", "cd", "id", "hostname", "tree", "diff",
    "type", "realpath", "readlink", "nl", "tac", "rev", "jq", ":",
];

const GIT_READ_ONLY: &[&str] = &[
    "status",
    "log",
    "diff",
    "show",
    "branch",
    "blame",
    "rev-parse",
    "ls-files",
    "remote",
];

/// Tracks the quotes of a command, character by character.
#[derive(Default)]
pub(in crate::cli) struct Quotes(Option<char>);

/// The position of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Place {
    Bare,
    Quoted,
    /// The character opens or closes a quotation.
    Quote,
}

impl Quotes {
    pub(in crate::cli) fn next(&mut self, character: char) -> Place {
        match (self.0, character) {
            (None, '\'' | '"') => {
                self.0 = Some(character);
                Place::Quote
            }
            (None, _) => Place::Bare,
            (Some(open), close) if open == close => {
                self.0 = None;
                Place::Quote
            }
            (Some(_), _) => Place::Quoted,
        }
    }
}

/// Splits at `&&`, `
/// `, `;`, `|`, `&` and newlines outside of quotes.
pub(in crate::cli) fn all_parts(command: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quotes = Quotes::default();
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        if let (Place::Bare, ';' | '|' | '&' | '\n') = (quotes.next(character), character) {
            if characters.peek() == Some(&character) {
                characters.next();
            }
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    }
    let trimmed = parts.into_iter().map(|part| part.trim().to_owned());
    trimmed.filter(|part| !part.is_empty()).collect()
}

/// The parts of a command that has only simple commands; rules apply only to those.
pub(in crate::cli) fn simple_parts(command: &str) -> Option<Vec<String>> {
    let single_ampersand = command.replace("&&", "").contains('&');
    let odd = ["$(", "`", ">", "<", "$", "\n"]
        .iter()
        .any(|mark| command.contains(mark));
    let parts = all_parts(command);
    let assigns = parts.iter().any(|part| first_word(part).contains('='));
    (!odd && !single_ampersand && !assigns).then_some(parts)
}

/// Words of a simple command, without quotes.
pub(in crate::cli) fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut current = String::new();
    let mut quotes = Quotes::default();
    let mut has_word = false;
    for character in command.chars() {
        match (quotes.next(character), character) {
            (Place::Quote, _) => has_word = true,
            (Place::Bare, ' ' | '\t') => {
                if has_word || !current.is_empty() {
                    words.push(std::mem::take(&mut current));
                }
                has_word = false;
            }
            _ => current.push(character),
        }
    }
    if has_word || !current.is_empty() {
        words.push(current);
    }
    words
}

pub(in crate::cli) fn first_word(command: &str) -> String {
    words(command).into_iter().next().unwrap_or_default()
}

/// Returns whether a simple command is read-only.
pub(in crate::cli) fn is_read_only(part: &str) -> bool {
    if redirect_target(part).is_some() || part.contains("$(") || part.contains('`') {
        return false;
    }
    let words = words(part);
    match words.first().map(String::as_str) {
        Some("git") => words
            .get(1)
            .is_some_and(|verb| GIT_READ_ONLY.contains(&verb.as_str())),
        Some(name) => READ_ONLY.contains(&name),
        None => true,
    }
}

/// The target of `>` or `>>`, outside of quotes.
pub(in crate::cli) fn redirect_target(part: &str) -> Option<String> {
    let mut quotes = Quotes::default();
    let (at, _) = part
        .char_indices()
        .find(|(_, character)| quotes.next(*character) == Place::Bare && *character == '>')?;
    let rest = part[at..].trim_start_matches('>').trim_start();
    words(rest)
        .into_iter()
        .next()
        .filter(|target| !target.starts_with('&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_cut_outside_quotes() {
        assert_eq!(
            all_parts("a && b 'c; d' || e | f"),
            ["a", "b 'c; d'", "e", "f"]
        );
        assert_eq!(words("echo \"a b\" ''"), ["echo", "a b", ""]);
    }
}
