//! Recordings as records of a log.

use std::path::{Path, PathBuf};

use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::{ChangeSet, Entry, EntryPage, SessionFold, SessionView};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// One recording, by its path below `fixtures/recordings` without the ending.
pub(crate) struct Recording {
    pub(crate) name: String,
    pub(crate) records: Vec<Record>,
}

/// The directory of the recordings. Another one can be named to fold what is not in the repository.
fn directory() -> PathBuf {
    match std::env::var_os("PILOTHOUSE_RECORDINGS") {
        Some(directory) => PathBuf::from(directory),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/recordings"),
    }
}

/// Every recording there is, in the order of their names.
pub(crate) fn all() -> Vec<Recording> {
    let root = directory();
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "no recordings in {}", root.display());
    paths.iter().map(|path| read(&root, path)).collect()
}

/// The recordings that were chosen for the view.
pub(crate) fn chosen() -> Vec<Recording> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/recordings/view");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    paths.iter().map(|path| read(&root, path)).collect()
}

pub(crate) fn named(name: &str) -> Recording {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/recordings/view");
    read(&root, &root.join(format!("{name}.ndjson")))
}

fn collect(directory: &Path, paths: &mut Vec<PathBuf>) {
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, paths);
        } else if name.ends_with(".ndjson") && !name.ends_with(".side.ndjson") {
            paths.push(path);
        }
    }
}

fn read(root: &Path, path: &Path) -> Recording {
    let name = path.strip_prefix(root).unwrap().with_extension("");
    let text = std::fs::read_to_string(path).unwrap();
    let records = text
        .lines()
        .zip(1..)
        .map(|(line, seq)| record(line, seq))
        .collect();
    Recording {
        name: name.to_string_lossy().into_owned(),
        records,
    }
}

/// One line of a recording. What the CLI said is not parsed here: the fold does that.
#[derive(Deserialize)]
struct Line<'a> {
    t: f64,
    dir: &'a str,
    #[serde(borrow)]
    line: Option<&'a RawValue>,
    raw: Option<String>,
}

fn record(line: &str, seq: u64) -> Record {
    let line: Line<'_> = serde_json::from_str(line).unwrap();
    let (kind, who) = match line.dir {
        "in" => (Kind::In, Who::Device("laptop".to_owned())),
        _ => (Kind::Out, Who::Cli),
    };
    let said = line.line.map(|said| said.get().to_owned());
    let bytes = line.raw.or(said).unwrap_or_default();
    let mut record = Record::new(kind, who, bytes.into_bytes());
    record.seq = seq;
    record.at_ms = line.t as u64;
    record.epoch = 1;
    record
}

/// A recording with what each record changed, and the whole view at the end.
pub(crate) struct Folded {
    pub(crate) name: String,
    pub(crate) records: Vec<Record>,
    pub(crate) sets: Vec<ChangeSet>,
    pub(crate) view: SessionView,
}

impl Folded {
    pub(crate) fn new(recording: Recording) -> Self {
        let (sets, view) = fold(&recording.records);
        Folded {
            name: recording.name,
            records: recording.records,
            sets,
            view,
        }
    }
}

/// Folds records and returns what each changed, and the whole view at the end.
pub(crate) fn fold(records: &[Record]) -> (Vec<ChangeSet>, SessionView) {
    let mut fold = SessionFold::new();
    let mut settled = Vec::new();
    let mut sets = Vec::new();
    for record in records {
        sets.push(fold.apply_set(record));
        store(&mut settled, &sets[sets.len() - 1], fold.take_settled());
    }
    (sets, whole(&fold, settled))
}

/// Keeps settled entries as a server does: added once, taken back when the CLI takes them back.
pub(crate) fn store(settled: &mut Vec<Entry>, set: &ChangeSet, new: Vec<Entry>) {
    for change in &set.changes {
        if let pilothouse_view::Change::EntryRemoved { id } = change {
            settled.retain(|entry| entry.id != *id);
        }
    }
    settled.extend(new);
}

/// The view with every entry.
pub(crate) fn whole(fold: &SessionFold, settled: Vec<Entry>) -> SessionView {
    fold.snapshot(EntryPage {
        entries: settled,
        has_older: false,
    })
}

/// The view of records as JSON.
pub(crate) fn view(records: &[Record]) -> Value {
    serde_json::to_value(fold(records).1).unwrap()
}
