//! Parses one simple command, completely or not at all.

use std::path::Path;

use super::directories::ShellDirectories;
use super::wrappers::{NOT_COMMANDS, is_assignment};
use crate::rules::file::{followed, normalized};

/// A completely parsed command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) struct Simple {
    words: String,
    text: String,
}

impl Simple {
    /// The words separated by one space, with their quotes.
    pub(in crate::rules) fn words(&self) -> &str {
        &self.words
    }

    /// Returns whether an argument names a path outside of a directory, by name or through a link; the CLI always asks
    /// about those.
    /// Relative names start at the directory of the shell.
    pub(in crate::rules) fn leads_out_of(&self, root: &Path, shell: &ShellDirectories) -> bool {
        let Some(directories) = shell.known() else {
            return self.may_name_a_place();
        };
        let root = &normalized(root);
        let real = followed(root);
        directories.iter().any(|directory| {
            self.any_argument(|place| {
                let named = normalized(&directory.join(place));
                leaves_by_name(place)
                    || !named.starts_with(root)
                    || !followed(&named).starts_with(&real)
            })
        })
    }

    /// Returns whether an argument can be a file name, which may be a link. Plain words are allowed for programs whose
    /// arguments are text.
    fn may_name_a_place(&self) -> bool {
        let program = self.words.split(' ').next().unwrap_or_default();
        let takes_texts = TAKE_TEXTS.contains(&program);
        self.any_argument(|place| {
            let is_option = place.starts_with('-') || place.is_empty();
            leaves_by_name(place) || place.contains('/') || !(is_option || takes_texts)
        })
    }

    /// Tests every path that an argument may name.
    fn any_argument(&self, test: impl Fn(&str) -> bool) -> bool {
        let plain = self.words.replace(['"', '\''], "");
        plain.split_whitespace().skip(1).any(|word| {
            // A path may follow the name of an option, even without a separator.
            let glued = word.starts_with('-') && !word.contains('=');
            let glued = glued.then(|| word.find(['/', '~', '.'])).flatten();
            glued.is_some_and(|at| test(&word[at..])) || word.split('=').any(&test)
        })
    }

    /// The original command without surrounding white space.
    pub(in crate::rules) fn text(&self) -> &str {
        &self.text
    }
}

/// Returns whether a name leads outside from any directory.
fn leaves_by_name(place: &str) -> bool {
    let mut names = place.split('/');
    place.starts_with('~') || names.any(|name| name == ".." || name.len() > LONGEST_NAME)
}

/// The maximum length of a command; a longer name is not a file name.
const LONGEST: usize = 10_000;
const LONGEST_NAME: usize = 255;

/// Programs whose arguments are patterns and text rather than paths.
const TAKE_TEXTS: [&str; 14] = [
    "git", "echo", "printf", "npm", "npx", "yarn", "pnpm", "cargo", "make", "go", "gh", "node",
    "python", "python3",
];

/// Parses one simple command. The error is the reason for the failure.
pub(in crate::rules) fn simple(command: &str) -> Result<Simple, &'static str> {
    if command.len() > LONGEST {
        return Err("it is too long");
    }
    let words = words(command)?;
    let Some((first, arguments)) = words.split_first() else {
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
    check_arguments(first, arguments)?;
    Ok(Simple {
        words: words.join(" "),
        text: command.trim_matches([' ', '\t']).to_owned(),
    })
}

/// Rejects arguments about which the CLI always asks, for known programs.
fn check_arguments(program: &str, arguments: &[String]) -> Result<(), &'static str> {
    let has = |test: fn(&str) -> bool| arguments.iter().any(|word| test(&plain(word)));
    match program {
        "find" if has(changes_files) => Err("it changes what it finds"),
        "cp" | "mv" if has(|word| word.starts_with('-')) => {
            Err("it has an option that may lead elsewhere")
        }
        "cd" if arguments.is_empty() => Err("it leads home"),
        "awk" | "gawk" | "mawk" => Err("it runs a program of its own"),
        _ if has(|word| word.starts_with('=')) => Err("it expands a name"),
        _ if !TAKE_TEXTS.contains(&program)
            && has(|word| word.contains(['$', '*', '?', '[', '{'])) =>
        {
            Err("it has a pattern inside quotes")
        }
        _ => Ok(()),
    }
}

fn plain(word: &str) -> String {
    word.replace(['"', '\''], "")
}

/// Options of `find` that run, delete or write, or read paths from elsewhere.
fn changes_files(option: &str) -> bool {
    let beginnings = ["-delete", "-exec", "-ok", "-fprint", "-fls", "-files0-from"];
    beginnings.iter().any(|start| option.starts_with(start))
}

/// Returns whether a character is invisible, so that a command looks like another one.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Splits a command into words, and rejects all other syntax.
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
        // Plain text here, but the CLI does not treat it as such.
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
