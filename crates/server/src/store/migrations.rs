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
    // 3: search, audit, usage, rules. The index of sessions is emptied: what is new is made from the logs with it.
    "create table search_places (
        id integer primary key,
        session text not null,
        entry text not null,
        at integer not null,
        unique (session, entry)
    );
    create virtual table search using fts5(text, tokenize = 'unicode61 remove_diacritics 2');
    create table audit (
        session text not null,
        ask text not null,
        at integer not null,
        tool text not null,
        summary text not null,
        input text not null,
        cwd text not null,
        needs_person integer not null,
        decision text not null,
        by text,
        device text,
        rule text,
        remembered text not null,
        message text,
        unique (session, ask)
    );
    create index audit_by_time on audit (at);
    create table usage (
        session text not null,
        entry text not null,
        model text not null,
        at integer not null,
        project text not null,
        cost_usd real not null,
        input integer not null,
        output integer not null,
        cache_read integer not null,
        cache_write integer not null,
        turns integer not null,
        primary key (session, entry, model)
    ) without rowid;
    create index usage_by_time on usage (at);
    create table rules (
        id text primary key,
        behavior text not null,
        rule text not null,
        scope text not null,
        place text not null,
        created_at integer not null,
        by text not null
    );
    create index rules_by_place on rules (scope, place);
    delete from entries;
    delete from sessions;",
    // 4: where devices take push messages.
    "create table pushes (
        endpoint text primary key,
        device text not null references devices (id) on delete cascade,
        key blob not null,
        auth blob not null,
        at integer not null
    );",
    // 5: saved folds, so that opening a session does not read its whole log.
    "create table folds (
        session text not null,
        which text not null,
        maker text not null,
        seq integer not null,
        state blob not null,
        primary key (session, which)
    ) without rowid;",
    // 6: answers to commands with a key.
    "create table answers (
        name text primary key,
        fingerprint blob not null,
        status integer not null,
        media_type text not null,
        body blob not null,
        at integer not null
    ) without rowid;
    create index answers_by_time on answers (at);",
    // 7: which sessions a start must look at.
    "alter table sessions add column busy integer not null default 0;
    update sessions set busy = json_extract(summary, '$.status') not in ('parked', 'closed')
        or json_extract(summary, '$.asks') > 0 or json_extract(summary, '$.queued') > 0;
    create index sessions_busy on sessions (busy) where busy;",
    // 8: the device of a decision, by the ID that no other device has.
    "alter table audit add column device_id text;",
    // 9: trust item by item. A row of the table `trust` is turned into items when its project is next looked at.
    "create table trusted_items (
        project text not null,
        file text not null,
        what text not null,
        name text not null,
        fingerprint text not null,
        at integer not null,
        primary key (project, file, what, name, fingerprint)
    ) without rowid;",
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
