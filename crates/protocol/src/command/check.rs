//! Combinations and values that the CLI rejects. Each rule was verified with 2.1.325, and with 2.1.38 where it has the
//! flag.

use super::*;

/// The first version with the mode `auto` and without `delegate`.
const MODES_CHANGED: CliVersion = CliVersion::new(2, 1, 325);

impl CommandLine {
    /// Returns the problems that do not depend on the version.
    pub(super) fn problems(&self) -> Vec<CommandProblem> {
        let mut problems = self.problems.clone();
        self.check_formats(&mut problems);
        self.check_sessions(&mut problems);
        self.check_pairs(&mut problems);
        self.check_values(&mut problems);
        problems
    }

    /// Returns the flags and values that this version does not support.
    pub(super) fn problems_with(&self, version: &CliVersion) -> Vec<CommandProblem> {
        let version = *version;
        let flags = self.flags().filter_map(|flag| {
            let known_since = flag.known_since().filter(|since| version < *since)?;
            Some(CommandProblem::UnknownToVersion {
                flag,
                version,
                known_since,
            })
        });
        let mut problems: Vec<CommandProblem> = flags.collect();
        let refused = [
            (Flag::PermissionMode, "auto", version < MODES_CHANGED),
            (Flag::PermissionMode, "delegate", version >= MODES_CHANGED),
            (Flag::Effort, "xhigh", version < MODES_CHANGED),
        ];
        for (flag, value, is_refused) in refused {
            if is_refused && self.is(flag, value) {
                problems.push(CommandProblem::ValueUnknownToVersion {
                    flag,
                    value: value.into(),
                    version,
                });
            }
        }
        problems
    }

    fn check_formats(&self, problems: &mut Vec<CommandProblem>) {
        let writes_lines = self.is(Flag::OutputFormat, "stream-json");
        let reads_lines = self.is(Flag::InputFormat, "stream-json");
        let mut need = |flag: Flag, fulfilled: bool, needs: &'static str| {
            if self.has(flag) && !fulfilled {
                problems.push(CommandProblem::Needs { flag, needs });
            }
        };
        need(
            Flag::OutputFormat,
            !writes_lines || self.has(Flag::Verbose),
            "--verbose to write lines of JSON",
        );
        need(
            Flag::InputFormat,
            !reads_lines || writes_lines,
            "--output-format=stream-json to read lines of JSON",
        );
        need(
            Flag::ReplayUserMessages,
            reads_lines && writes_lines,
            "stream-json in both directions",
        );
        for flag in [
            Flag::IncludePartialMessages,
            Flag::ForwardSubagentText,
            Flag::IncludeHookEvents,
            Flag::PromptSuggestions,
        ] {
            need(flag, writes_lines, "--output-format=stream-json");
        }
        need(
            Flag::AwaitInitialize,
            reads_lines,
            "--input-format=stream-json",
        );
        need(
            Flag::AwaitClaim,
            reads_lines && writes_lines,
            "stream-json in both directions",
        );
        need(
            Flag::ManagedSettingsInInitialize,
            self.has(Flag::AwaitInitialize),
            "--await-initialize",
        );
        if reads_lines && self.prompt.is_some() {
            problems.push(CommandProblem::Value {
                flag: Flag::InputFormat,
                expected: "no prompt on the command line with stream-json",
            });
        }
    }

    fn check_sessions(&self, problems: &mut Vec<CommandProblem>) {
        let resumes = self.has(Flag::Resume);
        let continues = resumes || self.has(Flag::Continue) || self.has(Flag::FromPr);
        let mut need = |flag: Flag, fulfilled: bool, needs: &'static str| {
            if self.has(flag) && !fulfilled {
                problems.push(CommandProblem::Needs { flag, needs });
            }
        };
        need(Flag::ForkSession, continues, "--resume or --continue");
        need(
            Flag::SessionId,
            !continues || self.has(Flag::ForkSession),
            "--fork-session when a conversation is resumed",
        );
        need(Flag::ResumeSessionAt, resumes, "--resume");
        need(
            Flag::ResumeDropsTurn,
            self.has(Flag::ResumeSessionAt),
            "--resume-session-at",
        );
        need(Flag::RewindFiles, resumes, "--resume");
        let names_session = self
            .value(Flag::Resume)
            .is_some_and(|value| !value.is_empty());
        need(
            Flag::Resume,
            names_session || !self.is_headless(),
            "the ID of a conversation",
        );
    }

    /// A CLI that writes JSON cannot show a list of conversations to choose from.
    fn is_headless(&self) -> bool {
        self.has(Flag::Print) || self.has(Flag::OutputFormat)
    }

    fn check_pairs(&self, problems: &mut Vec<CommandProblem>) {
        let pairs = [
            (Flag::Continue, Flag::Resume),
            (Flag::AwaitClaim, Flag::Continue),
            (Flag::AwaitClaim, Flag::Resume),
            (Flag::AwaitClaim, Flag::ForkSession),
            (Flag::AwaitClaim, Flag::SdkUrl),
            (Flag::AwaitInitialize, Flag::SdkUrl),
            (Flag::ManagedSettingsInInitialize, Flag::SdkUrl),
            (Flag::SystemPrompt, Flag::SystemPromptFile),
            (Flag::AppendSystemPrompt, Flag::AppendSystemPromptFile),
            (
                Flag::AppendSubagentSystemPrompt,
                Flag::AppendSubagentSystemPromptFile,
            ),
            (Flag::Chrome, Flag::NoChrome),
            (Flag::Restricted, Flag::DangerouslySkipPermissions),
            (Flag::Restricted, Flag::AllowDangerouslySkipPermissions),
        ];
        let given = pairs
            .into_iter()
            .filter(|(flag, other)| self.has(*flag) && self.has(*other));
        problems.extend(given.map(|(flag, other)| CommandProblem::Excludes { flag, other }));
        if self.has(Flag::Restricted) && self.is(Flag::PermissionMode, "bypassPermissions") {
            problems.push(CommandProblem::Excludes {
                flag: Flag::Restricted,
                other: Flag::PermissionMode,
            });
        }
        if self.has(Flag::Tmux) && !self.has(Flag::Worktree) {
            problems.push(CommandProblem::Needs {
                flag: Flag::Tmux,
                needs: "--worktree",
            });
        }
    }

    fn check_values(&self, problems: &mut Vec<CommandProblem>) {
        for given in &self.given {
            if let Some(expected) = self.refuse(given) {
                problems.push(CommandProblem::Value {
                    flag: given.flag,
                    expected,
                });
            }
        }
    }

    /// Returns the expected value if the given one is invalid.
    fn refuse(&self, given: &Given) -> Option<&'static str> {
        match (given.flag.arity(), &given.value) {
            (Arity::Switch, Some(_)) => return Some("no value"),
            (Arity::Value | Arity::List, None) => return Some("a value"),
            _ => {}
        }
        let value = given.value.as_ref()?;
        if value.as_encoded_bytes().contains(&0) {
            return Some("a value without a null byte");
        }
        let text = value.to_string_lossy();
        let number = text.parse::<f64>().unwrap_or_default();
        let (accepted, expected) = match given.flag {
            Flag::SessionId => (is_uuid(&text), "a UUID"),
            Flag::FallbackModel => (
                self.value(Flag::Model) != Some(value),
                "another model than --model",
            ),
            Flag::MaxBudgetUsd => (number > 0.0 && number.is_finite(), "a number above zero"),
            Flag::TaskBudget => (number > 0.0, "a whole number above zero"),
            Flag::Autocompact => (
                text == "auto" || (100_000.0..=1_000_000.0).contains(&number),
                "`auto`, or 100000 to 1000000 tokens",
            ),
            _ => return None,
        };
        (!accepted).then_some(expected)
    }

    fn is(&self, flag: Flag, word: &str) -> bool {
        self.value(flag).is_some_and(|value| value == word)
    }
}

fn is_uuid(text: &str) -> bool {
    let mut groups = text.split('-');
    let fits = [8, 4, 4, 4, 12]
        .into_iter()
        .all(|length| groups.next().is_some_and(|group| is_hex(group, length)));
    fits && groups.next().is_none()
}

fn is_hex(group: &str, length: usize) -> bool {
    group.len() == length && group.bytes().all(|byte| byte.is_ascii_hexdigit())
}
