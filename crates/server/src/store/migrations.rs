//! The tables, step by step. A step that was released is never edited, only followed by another.

use rusqlite::Connection;

const STEPS: &[&str] = &[
    // 1: who may come in, what is trusted, settings.
    "create table devices (
        id text primary key,
        name text not null,
        scope text not null,
        token integer not null,
        secret_hash blob not null,
        key_hash blob,
        created_at integer not null,
        seen_at integer not null
    );
    create table invitations (
        hash blob primary key,
        scope text not null,
        name text,
        expires_at integer not null
    );
    create table trust (
        path text primary key,
        fingerprint text not null,
        at integer not null
    );
    create table settings (
        name text primary key,
        value text not null
    );",
    // 2: the index of sessions.
    "create table sessions (
        id text primary key,
        at integer not null,
        archived integer not null,
        project text not null,
        summary text not null
    );
    create index sessions_by_time on sessions (at);
    create table entries (
        session text not null,
        id text not null,
        place integer not null,
        entry text not null,
        primary key (session, id)
    ) without rowid;
    create index entries_by_place on entries (session, place);",
];

pub(super) fn run(connection: &mut Connection) -> rusqlite::Result<()> {
    let done: usize = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for (index, step) in STEPS.iter().enumerate().skip(done) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", index + 1)?;
        transaction.commit()?;
    }
    Ok(())
}
