//! Reading the arguments of the tasks.

use crate::Outcome;

/// A part of the tests that can be run alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    Rust,
    Ui,
    Browser,
    Real,
}

impl Group {
    pub(crate) const ALL: [Group; 4] = [Group::Rust, Group::Ui, Group::Browser, Group::Real];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Group::Rust => "rust",
            Group::Ui => "ui",
            Group::Browser => "browser",
            Group::Real => "real",
        }
    }

    fn parse(text: &str) -> Outcome<Group> {
        Group::ALL
            .into_iter()
            .find(|group| group.name() == text)
            .ok_or_else(|| format!("--only takes rust, ui, browser or real, not {text}"))
    }
}

/// Reads the arguments of `test`: which groups to run, all of them by default.
pub(crate) fn groups(arguments: &[String]) -> Outcome<Vec<Group>> {
    let mut chosen = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let value = match argument.strip_prefix("--only") {
            Some("") => rest
                .next()
                .ok_or("--only takes rust, ui, browser or real")?,
            Some(value) if value.starts_with('=') => &value[1..],
            _ => return Err(format!("test does not know the argument {argument}")),
        };
        chosen.push(Group::parse(value)?);
    }
    Ok(if chosen.is_empty() {
        Group::ALL.to_vec()
    } else {
        chosen
    })
}

/// The arguments of `run`.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct RunArguments {
    /// Serve the UI from Vite, which reloads it as its sources change.
    pub(crate) dev: bool,
    /// Everything else, for `pilothouse serve`.
    pub(crate) serve: Vec<String>,
}

impl RunArguments {
    pub(crate) fn parse(arguments: &[String]) -> RunArguments {
        let (own, serve): (Vec<String>, _) = arguments
            .iter()
            .cloned()
            .partition(|argument| argument == "--dev");
        RunArguments {
            dev: !own.is_empty(),
            serve,
        }
    }

    /// The address the server will listen on, as far as the arguments say.
    pub(crate) fn listen(&self) -> Option<&str> {
        let position = self
            .serve
            .iter()
            .position(|argument| argument.starts_with("--listen"))?;
        match self.serve[position].strip_prefix("--listen") {
            Some("") => self.serve.get(position + 1).map(String::as_str),
            Some(value) => value.strip_prefix('='),
            None => None,
        }
    }
}

/// Reads the arguments of a task that takes at most one flag; says whether it was given.
pub(crate) fn flag(arguments: &[String], task: &str, flag: &str) -> Outcome<bool> {
    match arguments {
        [] => Ok(false),
        [only] if only == flag => Ok(true),
        _ => Err(format!("{task} takes {flag} and nothing else")),
    }
}

/// Reads the arguments of a benchmark: how often each contestant runs.
pub(crate) fn rounds(arguments: &[String]) -> Outcome<u32> {
    const DEFAULT: u32 = 7;
    match arguments {
        [] => Ok(DEFAULT),
        [flag, number] if flag == "--rounds" => match number.parse() {
            Ok(rounds) if rounds > 0 => Ok(rounds),
            _ => Err(format!("--rounds takes a number above zero, not {number}")),
        },
        _ => Err("a benchmark takes --rounds N and nothing else".to_owned()),
    }
}

/// Refuses arguments to a task that has none.
pub(crate) fn none(arguments: &[String], task: &str) -> Outcome {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => Err(format!(
            "{task} takes no arguments, but was given {argument}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn only_narrows_the_tests() {
        assert_eq!(groups(&[]), Ok(Group::ALL.to_vec()));
        assert_eq!(groups(&words("--only ui")), Ok(vec![Group::Ui]));
        assert_eq!(groups(&words("--only=real")), Ok(vec![Group::Real]));
        assert_eq!(
            groups(&words("--only rust --only browser")),
            Ok(vec![Group::Rust, Group::Browser])
        );
        for wrong in [
            "--only",
            "--only fast",
            "--only=",
            "--onlyrust",
            "rust",
            "-v",
        ] {
            assert!(groups(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn run_passes_what_it_does_not_know() {
        let parsed = RunArguments::parse(&words("--demo --dev --listen 127.0.0.1:9000"));
        assert!(parsed.dev);
        assert_eq!(parsed.serve, words("--demo --listen 127.0.0.1:9000"));
        assert_eq!(parsed.listen(), Some("127.0.0.1:9000"));
        assert_eq!(
            RunArguments::parse(&words("--listen=[::1]:1")).listen(),
            Some("[::1]:1")
        );
        assert_eq!(RunArguments::parse(&words("--demo")).listen(), None);
        assert!(!RunArguments::parse(&[]).dev);
    }

    #[test]
    fn flags_are_exact() {
        assert_eq!(flag(&[], "codegen", "--check"), Ok(false));
        assert_eq!(flag(&words("--check"), "codegen", "--check"), Ok(true));
        assert!(flag(&words("--chekc"), "codegen", "--check").is_err());
        assert_eq!(rounds(&words("--rounds 3")), Ok(3));
        assert!(rounds(&words("--rounds 0")).is_err());
        assert!(rounds(&words("--round 3")).is_err());
        assert!(none(&words("x"), "ui").is_err());
        assert!(none(&[], "ui").is_ok());
    }
}
