//! The command line: every flag of `claude` is accepted, and flags that affect the protocol are kept.

mod table;

use std::collections::HashMap;
use std::path::PathBuf;

use table::{Arity, FlagSpec};

use super::dialect::Version;

/// The parsed command line.
#[derive(Debug, Default)]
pub(crate) struct Options {
    values: HashMap<&'static str, Vec<String>>,
    pub(crate) prompt: Option<String>,
    pub(crate) version: Version,
}

/// Why the process ends before the protocol starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Early {
    Help,
    Version,
    Error(String),
}

/// The target of writes by tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileMode {
    Overlay,
    Directory(PathBuf),
}

impl Options {
    /// Parses the arguments after the program's name.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, Early> {
        let mut options = Self::default();
        if let Some(text) = raw_value(arguments, "--as-version") {
            options.version = Version::parse(&text);
        }
        let mut rest = arguments.iter().peekable();
        let mut literal = false;
        let mut early = None;
        while let Some(argument) = rest.next() {
            if literal || !argument.starts_with('-') || argument == "-" {
                options.positional(argument);
                continue;
            }
            if argument == "--" {
                literal = true;
                continue;
            }
            let (name, inline) = match argument.split_once('=') {
                Some((name, value)) if argument.starts_with("--") => (name, Some(value.to_owned())),
                _ => (argument.as_str(), None),
            };
            let Some(spec) = table::find(name, options.version) else {
                return Err(Early::Error(format!("error: unknown option '{name}'")));
            };
            let mut values = Vec::new();
            if let Some(value) = inline {
                values.push(value);
            } else {
                take_values(spec, &mut rest, &mut values)?;
            }
            check_choices(spec, &values)?;
            match spec.name {
                "help" => early = early.or(Some(Early::Help)),
                "version" => early = early.or(Some(Early::Version)),
                name => options.values.entry(name).or_default().extend(values),
            }
        }
        match early {
            Some(early) => Err(early),
            None => Ok(options),
        }
    }

    fn positional(&mut self, text: &str) {
        if self.prompt.is_none() {
            self.prompt = Some(text.to_owned());
        }
    }

    /// Returns whether the flag is set.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// The last value of the flag.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name)?.last().map(String::as_str)
    }

    /// All values of a flag that can be repeated or has several values.
    pub(crate) fn values(&self, name: &str) -> &[String] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// A list separated by commas or spaces; parentheses keep a rule together.
    pub(crate) fn list(&self, name: &str) -> Option<Vec<String>> {
        let values = self.values.get(name)?;
        Some(values.iter().flat_map(|value| split_rules(value)).collect())
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.parse().ok()
    }

    pub(crate) fn file_mode(&self) -> FileMode {
        match self.value("sim-fs") {
            None | Some("overlay") => FileMode::Overlay,
            Some(directory) => FileMode::Directory(PathBuf::from(directory)),
        }
    }

    /// The factor for delays of scripts.
    pub(crate) fn speed(&self) -> f64 {
        self.number("sim-speed")
            .filter(|factor| *factor >= 0.0)
            .unwrap_or(1.0)
    }
}

fn raw_value(arguments: &[String], name: &str) -> Option<String> {
    let position = arguments.iter().position(|argument| argument == name)?;
    arguments.get(position + 1).cloned()
}

fn take_values<'a>(
    spec: &FlagSpec,
    rest: &mut std::iter::Peekable<impl Iterator<Item = &'a String>>,
    values: &mut Vec<String>,
) -> Result<(), Early> {
    let looks_like_flag = |text: &&String| text.starts_with('-') && text.len() > 1;
    match spec.arity {
        Arity::None => values.push(String::new()),
        Arity::One => match rest.next() {
            Some(value) => values.push(value.clone()),
            None => {
                return Err(Early::Error(format!(
                    "error: option '{}' argument missing",
                    spec.usage
                )));
            }
        },
        Arity::Optional => match rest.peek() {
            Some(value) if !looks_like_flag(value) => values.extend(rest.next().cloned()),
            _ => values.push(String::new()),
        },
        Arity::Many => {
            match rest.next() {
                Some(value) => values.push(value.clone()),
                None => {
                    return Err(Early::Error(format!(
                        "error: option '{}' argument missing",
                        spec.usage
                    )));
                }
            }
            while let Some(value) = rest.peek() {
                if looks_like_flag(value) {
                    break;
                }
                values.extend(rest.next().cloned());
            }
        }
    }
    Ok(())
}

fn check_choices(spec: &FlagSpec, values: &[String]) -> Result<(), Early> {
    if spec.choices.is_empty() {
        return Ok(());
    }
    for value in values {
        let hidden = spec.name == "permission-mode" && value == "default";
        if !hidden && !spec.choices.contains(&value.as_str()) {
            return Err(Early::Error(format!(
                "error: option '{}' argument '{value}' is invalid. Allowed choices are {}.",
                spec.usage,
                spec.choices.join(", ")
            )));
        }
    }
    Ok(())
}

/// Splits `Bash(git log:*),Read Edit` into rules.
fn split_rules(text: &str) -> Vec<String> {
    let mut rules = Vec::new();
    let mut current = String::new();
    let mut depth = 0_usize;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (character == ',' || character == ' ') {
            if !current.is_empty() {
                rules.push(std::mem::take(&mut current));
            }
        } else {
            current.push(character);
        }
    }
    if !current.is_empty() {
        rules.push(current);
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options, Early> {
        Options::parse(
            &arguments
                .iter()
                .map(|text| (*text).to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn unknown_flags_are_named() {
        assert_eq!(
            parse(&["--foo"]).unwrap_err(),
            Early::Error("error: unknown option '--foo'".to_owned())
        );
    }

    #[test]
    fn newer_flags_are_unknown_to_the_old_version() {
        assert!(parse(&["--bare"]).is_ok());
        assert_eq!(
            parse(&["--as-version", "2.1.38", "--bare"]).unwrap_err(),
            Early::Error("error: unknown option '--bare'".to_owned())
        );
    }

    #[test]
    fn lists_keep_rules_together() {
        let options = parse(&[
            "--allowedTools",
            "Bash(git log:*),Read",
            "Edit",
            "--verbose",
        ])
        .unwrap();
        assert_eq!(
            options.list("allowedTools").unwrap(),
            ["Bash(git log:*)", "Read", "Edit"]
        );
        assert!(options.has("verbose"));
    }

    #[test]
    fn choices_are_checked() {
        let Early::Error(text) = parse(&["--permission-mode", "nope"]).unwrap_err() else {
            panic!("not an error");
        };
        assert!(text.contains("is invalid. Allowed choices are acceptEdits"));
    }
}
