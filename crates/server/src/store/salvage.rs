//! Putting a damaged store aside and beginning another with what can still be read of it.

use std::io;
use std::path::{Path, PathBuf};

use pilothouse_log::private;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};

use super::connections::Connections;
use super::now_ms;

/// What stands nowhere else. Answers keep commands from being carried out again; the usage of sessions that were removed
/// is in no log any more.
const TABLES: [&str; 9] = [
    "devices",
    "invitations",
    "trust",
    "trusted_items",
    "settings",
    "rules",
    "pushes",
    "answers",
    "usage",
];

/// Puts the file aside and begins another. No connection to it may be open.
pub(super) fn replace(path: &Path) -> io::Result<Connection> {
    // People may want to look into the newest two. The others go first: the disk may be full.
    remove_older(path);
    let aside = path.with_extension(format!("damaged-{}", now_ms()));
    for suffix in ["", "-wal", "-shm"] {
        let with = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        match std::fs::rename(with(path), with(&aside)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    // SQLite would let everybody read the file. Why it cannot be made, SQLite says below.
    drop(private::options().create(true).append(true).open(path));
    let opened = Connection::open(path).and_then(Connections::prepare);
    let fresh = opened.map_err(io::Error::other)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    match Connection::open_with_flags(&aside, flags) {
        Ok(old) => copy(&old, &fresh),
        Err(error) => tracing::warn!(%error, "nothing of the damaged index can be read"),
    }
    Ok(fresh)
}

/// Removes all damaged files but the newest.
fn remove_older(path: &Path) {
    let prefix = path.with_extension("damaged-");
    let files = path.parent().map(std::fs::read_dir);
    let aside: Vec<(u64, PathBuf)> = files
        .and_then(Result::ok)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|file| {
            let file = file.path();
            let rest = file.to_str()?.strip_prefix(prefix.to_str()?)?;
            let since = rest.split('-').next()?.parse().ok()?;
            Some((since, file))
        })
        .collect();
    let newest = aside.iter().map(|(since, _)| *since).max();
    for (_, file) in aside.iter().filter(|(since, _)| Some(*since) != newest) {
        if let Err(error) = std::fs::remove_file(file) {
            let file = file.display();
            tracing::warn!(%error, %file, "cannot remove an older damaged index");
        }
    }
}

/// Copies table by table, as far as rows can be read from either end.
fn copy(old: &Connection, fresh: &Connection) {
    for table in TABLES {
        let forward = copy_table(old, fresh, table, "asc");
        if let Err(error) = forward {
            let backward = copy_table(old, fresh, table, "desc").is_err();
            tracing::warn!(%error, table, backward, "rows of the damaged index are lost");
        }
    }
}

fn copy_table(
    old: &Connection,
    fresh: &Connection,
    table: &str,
    order: &str,
) -> rusqlite::Result<()> {
    // The first column begins the key in each of them, so damaged pages in the middle leave both ends.
    let mut all = old.prepare(&format!("select * from {table} order by 1 {order}"))?;
    let columns: Vec<String> = all.column_names().into_iter().map(str::to_owned).collect();
    let places = vec!["?"; columns.len()].join(", ");
    let names = columns.join(", ");
    let insert = format!("insert or ignore into {table} ({names}) values ({places})");
    let mut insert = fresh.prepare(&insert)?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let values = (0..columns.len()).map(|column| row.get::<_, Value>(column));
        let values: Vec<Value> = values.collect::<rusqlite::Result<_>>()?;
        // A row that does not fit, such as one of a device that is lost, is passed over.
        insert.execute(params_from_iter(values)).ok();
    }
    Ok(())
}
