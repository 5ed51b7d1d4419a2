//! Devices, tokens and invitations. Secrets are kept as hashes only.

use pilothouse_api::host::Scope;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Indexed, Store, now_ms};
use crate::auth::unique;

/// A device or token that may come in.
#[derive(Debug, Clone)]
pub(crate) struct DeviceRow {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) scope: Scope,
    pub(crate) token: bool,
    pub(crate) secret_hash: Vec<u8>,
    /// The hash of the key that a page sends beside its cookie; tokens have none.
    pub(crate) key_hash: Option<Vec<u8>>,
    pub(crate) created_at: u64,
    pub(crate) seen_at: u64,
}

/// A device to be let in.
pub(crate) struct NewDevice<'a> {
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) scope: Scope,
    pub(crate) token: bool,
    pub(crate) secret_hash: &'a [u8],
    pub(crate) key_hash: Option<&'a [u8]>,
}

impl Store {
    /// Adds a device. Its name gets a number if another device has it.
    pub(crate) fn add_device(&self, device: &NewDevice<'_>) -> rusqlite::Result<()> {
        self.write(|connection| {
            let names: Vec<String> = connection
                .prepare_cached("select name from devices")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
            let name = unique(device.name, |name| {
                names.iter().any(|taken| same(taken, name))
            });
            let sql = "insert into devices (id, name, scope, token, secret_hash, key_hash, created_at, seen_at)
                       values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)";
            let values = params![
                device.id,
                name,
                scope_name(device.scope),
                device.token,
                device.secret_hash,
                device.key_hash,
                now_ms()
            ];
            connection.execute(sql, values).map(drop)
        })
    }

    /// Returns a device, without waiting for the index: devices are not written by its thread, only when they were seen.
    pub(crate) fn device(&self, id: &str) -> rusqlite::Result<Option<DeviceRow>> {
        self.connections.read(|connection| {
            let mut statement = connection.prepare_cached("select * from devices where id = ?1")?;
            statement.query_row([id], read_device).optional()
        })
    }

    pub(crate) fn devices(&self) -> rusqlite::Result<Vec<DeviceRow>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("select * from devices order by seen_at desc")?;
            statement.query_map([], read_device)?.collect()
        })
    }

    /// Notes that a device was seen, soon.
    pub(crate) fn device_seen(&self, id: &str) -> rusqlite::Result<()> {
        self.index(id, Indexed::Seen(now_ms()));
        Ok(())
    }

    /// Returns whether there was one to remove.
    pub(crate) fn remove_device(&self, id: &str) -> rusqlite::Result<bool> {
        self.write(|connection| {
            Ok(connection.execute("delete from devices where id = ?1", [id])? > 0)
        })
    }

    pub(crate) fn invite(
        &self,
        hash: &[u8],
        scope: Scope,
        name: Option<&str>,
        expires_at: u64,
    ) -> rusqlite::Result<()> {
        self.write(|connection| {
            connection.execute("delete from invitations where expires_at < ?1", [now_ms()])?;
            let sql =
                "insert into invitations (hash, scope, name, expires_at) values (?1, ?2, ?3, ?4)";
            connection
                .execute(sql, params![hash, scope_name(scope), name, expires_at])
                .map(drop)
        })
    }

    /// Withdraws every invitation that nobody used yet.
    pub(crate) fn withdraw_invitations(&self) -> rusqlite::Result<()> {
        self.write(|connection| {
            let sql = "delete from invitations";
            connection.execute(sql, []).map(drop)
        })
    }

    /// Uses an invitation up, and returns what it was for. It works once.
    pub(crate) fn accept(&self, hash: &[u8]) -> rusqlite::Result<Option<(Scope, Option<String>)>> {
        self.write(|connection| {
            let sql =
                "delete from invitations where hash = ?1 and expires_at >= ?2 returning scope, name";
            let read = |row: &Row<'_>| Ok((scope_named(&row.get::<_, String>(0)?), row.get(1)?));
            // A deletion would take the write lock also for a token that is wrong, and anybody can send those.
            let mut known = connection.prepare_cached("select 1 from invitations where hash = ?1")?;
            if !known.exists([hash])? {
                return Ok(None);
            }
            connection
                .query_row(sql, params![hash, now_ms()], read)
                .optional()
        })
    }
}

pub(super) fn seen(connection: &Connection, device: &str, at: u64) -> rusqlite::Result<()> {
    let sql = "update devices set seen_at = ?2 where id = ?1";
    connection.execute(sql, params![device, at]).map(drop)
}

fn read_device(row: &Row<'_>) -> rusqlite::Result<DeviceRow> {
    Ok(DeviceRow {
        id: row.get("id")?,
        name: row.get("name")?,
        scope: scope_named(&row.get::<_, String>("scope")?),
        token: row.get("token")?,
        secret_hash: row.get("secret_hash")?,
        key_hash: row.get("key_hash")?,
        created_at: row.get("created_at")?,
        seen_at: row.get("seen_at")?,
    })
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::View => "view",
        Scope::Answer => "answer",
        Scope::Control => "control",
        Scope::Admin => "admin",
    }
}

/// A word that is not known gives the least.
fn scope_named(name: &str) -> Scope {
    match name {
        "admin" => Scope::Admin,
        "control" => Scope::Control,
        "answer" => Scope::Answer,
        _ => Scope::View,
    }
}
