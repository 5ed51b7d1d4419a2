//! Parses the arguments of the tasks.

use crate::Outcome;

/// A part of the tests that can be run separately.
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

/// The scope of a test run; a larger scope includes the smaller ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Scope {
    /// Checks that take three minutes.
    Quick,
    /// Everything that a commit can break.
    Default,
    /// Nothing from fixtures, every width and every CLI version.
    Full,
}

/// The arguments of `test`.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct TestArguments {
    /// The parts to run, all of them by default.
    pub(crate) groups: Vec<Group>,
    pub(crate) scope: Scope,
}

impl TestArguments {
    pub(crate) fn parse(arguments: &[String]) -> Outcome<TestArguments> {
        let mut groups = Vec::new();
        let mut scope = Scope::Default;
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let value = match (argument.as_str(), argument.strip_prefix("--only")) {
                ("--quick", _) if scope != Scope::Full => {
                    scope = Scope::Quick;
                    continue;
                }
                ("--full", _) if scope != Scope::Quick => {
                    scope = Scope::Full;
                    continue;
                }
                ("--quick" | "--full", _) => {
                    return Err("test takes --quick or --full, not both".to_owned());
                }
                (_, Some("")) => rest
                    .next()
                    .ok_or("--only takes rust, ui, browser or real")?,
                (_, Some(value)) if value.starts_with('=') => &value[1..],
                _ => return Err(format!("unknown argument of test: {argument}")),
            };
            groups.push(Group::parse(value)?);
        }
        if groups.is_empty() {
            groups = Group::ALL.to_vec();
        }
        Ok(TestArguments { groups, scope })
    }
}

/// The arguments of `run`.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct RunArguments {
    /// Serves the UI from Vite, which reloads it when its sources change.
    pub(crate) dev: bool,
    /// The remaining arguments, for `pilothouse serve`.
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

    /// The address of the server, if the arguments set it.
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

/// Parses the arguments of a task with at most one flag; returns whether the flag is set.
pub(crate) fn flag(arguments: &[String], task: &str, flag: &str) -> Outcome<bool> {
    match arguments {
        [] => Ok(false),
        [only] if only == flag => Ok(true),
        _ => Err(format!("{task} takes {flag} and nothing else")),
    }
}

/// Parses the arguments of a benchmark: the number of runs of each contestant.
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

/// Rejects arguments of a task that has none.
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
        let groups = |text| TestArguments::parse(&words(text)).map(|parsed| parsed.groups);
        assert_eq!(groups(""), Ok(Group::ALL.to_vec()));
        assert_eq!(groups("--only ui"), Ok(vec![Group::Ui]));
        assert_eq!(groups("--quick --only=real"), Ok(vec![Group::Real]));
        assert_eq!(
            groups("--only rust --only browser"),
            Ok(vec![Group::Rust, Group::Browser])
        );
        for wrong in [
            "--only",
            "--only fast",
            "--only=",
            "--onlyrust",
            "rust",
            "-v",
            "--quick --full",
            "--full --quick",
        ] {
            assert!(groups(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_run_is_quick_or_full_or_neither() {
        let scope = |text| TestArguments::parse(&words(text)).unwrap().scope;
        assert_eq!(scope("--quick"), Scope::Quick);
        assert_eq!(scope("--only ui"), Scope::Default);
        assert_eq!(scope("--only ui --full"), Scope::Full);
        assert!(Scope::Quick < Scope::Default && Scope::Default < Scope::Full);
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
