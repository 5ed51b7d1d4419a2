//! Rules of the host. Those of hosts and projects live here alone; those of sessions stand in their logs.

use pilothouse_api::rules::{Rule, RuleBehavior, RuleScope};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Store;

/// What a record of a session takes away.
#[derive(Debug, PartialEq)]
pub(crate) struct Revoked {
    pub(crate) behavior: String,
    pub(crate) rule: String,
    /// The record that says so, and its time.
    pub(crate) seq: u64,
    pub(crate) at: u64,
}

impl Store {
    /// All rules, oldest first.
    pub(crate) fn rules(&self) -> rusqlite::Result<Vec<Rule>> {
        self.read(|connection| {
            let sql = "select id, behavior, rule, scope, place, created_at, by from rules order by created_at, id";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([], read)?.collect()
        })
    }

    /// The rules that hold in a session.
    pub(crate) fn rules_for(&self, session: &str, project: &str) -> rusqlite::Result<Vec<Rule>> {
        self.read(|connection| {
            let sql = "select id, behavior, rule, scope, place, created_at, by from rules
                   where scope = 'host' or (scope = 'project' and place = ?2)
                      or (scope = 'session' and place = ?1)
                   order by created_at, id";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([session, project], read)?.collect()
        })
    }

    pub(crate) fn rule(&self, id: &str) -> rusqlite::Result<Option<Rule>> {
        self.read(|connection| {
            let sql =
                "select id, behavior, rule, scope, place, created_at, by from rules where id = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_row([id], read).optional()
        })
    }

    /// Adds a rule, after what sessions granted and revoked before.
    pub(crate) fn put_rule(&self, rule: &Rule) -> rusqlite::Result<()> {
        self.write(|connection| put(connection, rule))
    }

    /// Takes a rule of a session away, however often it was granted before.
    pub(crate) fn revoke_rule(&self, session: &str, revoked: &Revoked) -> rusqlite::Result<()> {
        self.write(|connection| revoke(connection, session, revoked))
    }

    pub(crate) fn remove_rule(&self, id: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            connection
                .execute("delete from rules where id = ?1", [id])
                .map(drop)
        })
    }
}

fn put(connection: &Connection, rule: &Rule) -> rusqlite::Result<()> {
    let (scope, place) = scope_parts(&rule.scope);
    if let RuleScope::Session { id: session } = &rule.scope {
        let granted = granted_by(session, &rule.id);
        for (id, _) in same(
            connection,
            session,
            behavior_name(rule.behavior),
            &rule.rule,
        )? {
            // Logs of earlier versions grant some rules twice, with an answer and with a note about it.
            if granted_by(session, &id) > granted {
                return Ok(());
            }
            connection.execute("delete from rules where id = ?1", [id])?;
        }
    }
    let sql = "insert or replace into rules (id, behavior, rule, scope, place, created_at, by)
               values (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let behavior = behavior_name(rule.behavior);
    let values = params![
        rule.id,
        behavior,
        rule.rule,
        scope,
        place,
        rule.created_at,
        rule.by
    ];
    connection.execute(sql, values).map(drop)
}

/// The rules of a session that say the same, with the time they were made.
fn same(
    connection: &Connection,
    session: &str,
    behavior: &str,
    rule: &str,
) -> rusqlite::Result<Vec<(String, u64)>> {
    let sql = "select id, created_at from rules
               where scope = 'session' and place = ?1 and behavior = ?2 and rule = ?3";
    let mut statement = connection.prepare_cached(sql)?;
    let values = [session, behavior, rule];
    let found = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    found.collect()
}

/// The record of the log that grants a rule; rules that earlier versions added by themselves are in no log.
fn granted_by(session: &str, id: &str) -> Option<u64> {
    let (seq, _) = id
        .strip_prefix(session)?
        .strip_prefix('-')?
        .split_once('-')?;
    seq.parse().ok()
}

fn revoke(connection: &Connection, session: &str, revoked: &Revoked) -> rusqlite::Result<()> {
    for (id, created_at) in same(connection, session, &revoked.behavior, &revoked.rule)? {
        // When a log is folded again, what it grants later is here already.
        let is_before = match granted_by(session, &id) {
            Some(seq) => seq < revoked.seq,
            None => created_at <= revoked.at,
        };
        if is_before {
            connection.execute("delete from rules where id = ?1", [id])?;
        }
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<Rule> {
    let place: String = row.get(4)?;
    let scope: String = row.get(3)?;
    Ok(Rule {
        id: row.get(0)?,
        behavior: behavior_named(&row.get::<_, String>(1)?),
        rule: row.get(2)?,
        scope: match scope.as_str() {
            "host" => RuleScope::Host,
            "project" => RuleScope::Project { path: place },
            _ => RuleScope::Session { id: place },
        },
        created_at: row.get(5)?,
        by: row.get(6)?,
    })
}

fn scope_parts(scope: &RuleScope) -> (&'static str, &str) {
    match scope {
        RuleScope::Host => ("host", ""),
        RuleScope::Project { path } => ("project", path),
        RuleScope::Session { id } => ("session", id),
    }
}

pub(crate) fn behavior_name(behavior: RuleBehavior) -> &'static str {
    match behavior {
        RuleBehavior::Allow => "allow",
        RuleBehavior::Deny => "deny",
        RuleBehavior::Ask => "ask",
    }
}

/// A word that is not known asks a person.
pub(crate) fn behavior_named(name: &str) -> RuleBehavior {
    match name {
        "allow" => RuleBehavior::Allow,
        "deny" => RuleBehavior::Deny,
        _ => RuleBehavior::Ask,
    }
}
