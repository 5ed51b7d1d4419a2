//! What rules of the host say about a call: deny goes before ask, ask before allow.
//!
//! The matching is the SDK's, which leans to asking. What the CLI marks for a person no rule allows.

use pilothouse_api::rules::{NewRule, Rule, RuleBehavior, RuleMatch, RuleScope, RuleTrial};
use pilothouse_sdk::rules::{Rule as Pattern, Rules, ShellDirectories, Surroundings, Verdict};
use serde_json::Value;

use crate::files;
use crate::problem::Problem;
use crate::store::{PastAsk, Store, behavior_name};

/// How many past requests a rule is tried on.
const TRIED: u32 = 5000;

/// What a rule decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decided {
    pub(crate) allow: bool,
    /// The rule, as `allow Bash(git *)`.
    pub(crate) rule: String,
}

/// A call as rules look at it.
pub(crate) struct Call<'a> {
    pub(crate) tool: &'a str,
    pub(crate) input: &'a Value,
    /// Where relative paths begin.
    pub(crate) cwd: &'a str,
    /// Where commands run.
    pub(crate) shell: &'a ShellDirectories,
    /// No rule may allow it.
    pub(crate) needs_person: bool,
}

/// Decides a call, if a rule does.
pub(crate) fn decide(rules: &[Rule], call: &Call<'_>) -> Option<Decided> {
    let of = |behavior: RuleBehavior| {
        let texts = rules.iter().filter(move |rule| rule.behavior == behavior);
        texts.filter_map(|rule| rule.rule.parse::<Pattern>().ok())
    };
    let mut stops = surroundings(call.cwd);
    of(RuleBehavior::Deny).for_each(|rule| stops.add_deny(rule));
    if let Verdict::Deny { rule } = stops.judge(call.tool, call.input) {
        return Some(Decided {
            allow: false,
            rule: format!("deny {rule}"),
        });
    }
    if call.needs_person {
        return None;
    }
    // To be asked about a call, any part of it is enough: the same as for denying it.
    let mut asks = surroundings(call.cwd);
    of(RuleBehavior::Ask).for_each(|rule| asks.add_deny(rule));
    if matches!(asks.judge(call.tool, call.input), Verdict::Deny { .. }) {
        return None;
    }
    let home = Surroundings::new(call.cwd).home(files::home());
    let mut lets = Rules::new(home.shell_directories(call.shell.clone()));
    // They match nothing here, but beside them a command whose name cannot be read is not allowed.
    of(RuleBehavior::Deny).for_each(|rule| lets.add_deny(rule));
    of(RuleBehavior::Ask).for_each(|rule| lets.add_deny(rule));
    of(RuleBehavior::Allow).for_each(|rule| lets.add_allow(rule));
    match lets.judge(call.tool, call.input) {
        Verdict::Allow { rule } => Some(Decided {
            allow: true,
            rule: format!("allow {rule}"),
        }),
        _ => None,
    }
}

/// Tries a rule on past requests. Nothing is written. Blocks.
pub(crate) fn attempt(store: &Store, new: &NewRule) -> Result<RuleTrial, Problem> {
    let pattern = check(new)?;
    let past = store.past_asks(TRIED)?;
    let in_scope = |past: &&PastAsk| match &new.scope {
        RuleScope::Host => true,
        RuleScope::Project { path } => past.project == *path,
        RuleScope::Session { id } => past.row.session == *id,
    };
    let past: Vec<PastAsk> = past.iter().filter(in_scope).cloned().collect();
    let considered = u32::try_from(past.len()).unwrap_or(u32::MAX);
    let matches = past.into_iter().filter(|past| {
        let input = serde_json::from_str(&past.row.input).unwrap_or_default();
        matches(
            &pattern,
            new.behavior,
            &past.row.tool,
            &input,
            &past.row.cwd,
        )
    });
    let matches = matches.map(|past| RuleMatch {
        session: past.row.session,
        title: past.title,
        at: past.row.at,
        tool: past.row.tool,
        summary: past.row.summary,
        decided: past.row.decision,
        needs_person: past.row.needs_person,
    });
    Ok(RuleTrial {
        considered,
        matches: matches.collect(),
    })
}

fn matches(
    pattern: &Pattern,
    behavior: RuleBehavior,
    tool: &str,
    input: &Value,
    cwd: &str,
) -> bool {
    let mut rules = surroundings(cwd);
    if behavior == RuleBehavior::Allow {
        rules.add_allow(pattern.clone());
    } else {
        rules.add_deny(pattern.clone());
    }
    rules.judge(tool, input) != Verdict::Ask
}

/// Reads a rule that somebody wants to add.
pub(crate) fn check(new: &NewRule) -> Result<Pattern, Problem> {
    let pattern = new.rule.parse::<Pattern>().map_err(|error| {
        Problem::refused(format!("This is not a rule: {error}."))
            .detail("Write a tool, or a tool with calls in parentheses, such as Bash(git log:*).")
    })?;
    if let RuleScope::Project { path } = &new.scope
        && !std::path::Path::new(path).is_absolute()
    {
        return Err(Problem::refused(
            "The project of a rule must be an absolute path.",
        ));
    }
    Ok(pattern)
}

/// A rule and what it does, as one text.
pub(crate) fn name(behavior: RuleBehavior, rule: &str) -> String {
    format!("{} {rule}", behavior_name(behavior))
}

fn surroundings(cwd: &str) -> Rules {
    Rules::new(Surroundings::new(cwd).home(files::home()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rule(behavior: RuleBehavior, rule: &str) -> Rule {
        Rule {
            id: rule.to_owned(),
            behavior,
            rule: rule.to_owned(),
            scope: RuleScope::Host,
            created_at: 0,
            by: "test".to_owned(),
        }
    }

    fn judged(rules: &[Rule], command: &str, needs_person: bool) -> Option<Decided> {
        let input = json!({"command": command});
        let call = Call {
            tool: "Bash",
            input: &input,
            cwd: "/repo",
            shell: &ShellDirectories::at("/repo"),
            needs_person,
        };
        decide(rules, &call)
    }

    #[test]
    fn deny_goes_before_ask_and_ask_before_allow() {
        let rules = [
            rule(RuleBehavior::Allow, "Bash(git:*)"),
            rule(RuleBehavior::Ask, "Bash(git push:*)"),
            rule(RuleBehavior::Deny, "Bash(git push --force:*)"),
        ];
        let decided = |allow, rule: &str| {
            Some(Decided {
                allow,
                rule: rule.to_owned(),
            })
        };
        assert_eq!(
            judged(&rules, "git log", false),
            decided(true, "allow Bash(git:*)")
        );
        assert_eq!(judged(&rules, "git push", false), None);
        let denied = decided(false, "deny Bash(git push --force:*)");
        assert_eq!(judged(&rules, "git push --force", false), denied);
        assert_eq!(judged(&rules, "npm test", false), None);
    }

    #[test]
    fn what_needs_a_person_or_cannot_be_read_is_never_allowed_but_can_be_denied() {
        let rules = [
            rule(RuleBehavior::Allow, "Bash"),
            rule(RuleBehavior::Allow, "Bash(ls:*)"),
            rule(RuleBehavior::Deny, "Bash(rm:*)"),
        ];
        assert_eq!(judged(&rules, "ls", true), None);
        assert!(judged(&rules, "ls; rm -rf x", true).is_some_and(|decided| !decided.allow));
        assert!(judged(&rules, "ls", false).is_some_and(|decided| decided.allow));
        assert_eq!(judged(&rules, "$x -rf y", false), None, "it may be rm");
        let only = &rules[1..2];
        assert_eq!(judged(only, "ls $(cat secrets)", false), None);
        assert_eq!(judged(only, "ls > file", false), None);
    }
}
