//! The ratios, and the tables behind them.

use crate::contestant::Measured;
use crate::corpus::Corpus;

const OURS: &str = "pilothouse, bodies on demand";
const OURS_WHOLE: &str = "pilothouse, everything read";
const SPLIT: &str = "split lines (memchr)";

/// All measurements of one parser on one transcript.
pub(crate) struct Row {
    name: String,
    passes: Vec<Measured>,
}

impl Row {
    pub(crate) fn new(name: &str) -> Row {
        Row {
            name: name.to_owned(),
            passes: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, measured: Measured) {
        self.passes.push(measured);
    }

    fn best(&self) -> f64 {
        self.passes
            .iter()
            .map(|pass| pass.nanoseconds)
            .min()
            .unwrap_or(0) as f64
    }

    fn median(&self) -> f64 {
        let mut times: Vec<_> = self.passes.iter().map(|pass| pass.nanoseconds).collect();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or(0) as f64
    }

    /// Lost messages: dropped and rejected.
    fn lost(&self) -> (u64, u64) {
        self.passes
            .last()
            .map_or((0, 0), |pass| (pass.dropped, pass.refused))
    }

    fn is_rust_peer(&self) -> bool {
        ["cc-sdk", "claude-", "anthropic-"]
            .iter()
            .any(|prefix| self.name.starts_with(prefix))
    }
}

pub(crate) struct Report {
    pub(crate) corpus: &'static Corpus,
    pub(crate) bytes: usize,
    pub(crate) messages: usize,
    pub(crate) rows: Vec<Row>,
}

impl Report {
    /// Every message must be counted, or a parser was faster because it skipped some.
    pub(crate) fn check(&self) -> Result<(), String> {
        let whole =
            |pass: &Measured| pass.read + pass.dropped + pass.refused == self.messages as u64;
        match self.rows.iter().find(|row| !row.passes.iter().all(whole)) {
            Some(row) => Err(format!(
                "{} did not account for every message of {}",
                row.name, self.corpus.name
            )),
            None => Ok(()),
        }
    }

    fn row(&self, prefix: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name.starts_with(prefix))
    }

    /// The fastest of the Rust peers that lose no message.
    fn fastest_whole_peer(&self) -> Option<&Row> {
        let whole = self
            .rows
            .iter()
            .filter(|row| row.is_rust_peer() && row.lost() == (0, 0));
        whole.min_by(|a, b| a.best().total_cmp(&b.best()))
    }
}

pub(crate) fn print(reports: &[Report]) -> String {
    let mut text = String::new();
    if let Some(mix) = reports.iter().find(|report| report.corpus.name == "mix") {
        text += &ratios(mix);
    }
    for report in reports {
        text += &table(report);
    }
    text + "\nCPU time of the thread (of the process for Node), best of interleaved passes; each message freed before the next.\n"
}

/// The ratios on the streamed transcript, with the project's own goals.
fn ratios(mix: &Report) -> String {
    let mut text = format!(
        "Times less CPU than the peer, on `mix` ({})\n\n",
        mix.corpus.what
    );
    text += &format!(
        "{:<52} {:>5} {:>5} {:>10} {:>10}\n",
        "", "must", "aim", "on demand", "all read"
    );
    let peers = [
        ("", mix.row("cc-sdk"), 5.0, 6.0),
        (
            "fastest that loses nothing: ",
            mix.fastest_whole_peer(),
            6.0,
            8.0,
        ),
        ("", mix.row("claude-codes"), 8.0, 11.0),
        ("", mix.row("Python"), 20.0, 28.0),
    ];
    for (words, peer, must, aim) in peers {
        let Some(peer) = peer else {
            text += &format!("{words}not measured\n");
            continue;
        };
        let label = format!("{words}{}", peer.name);
        text += &ratio_line(mix, &label, must, aim, |ours| peer.best() / ours);
    }
    if let Some(split) = mix.row(SPLIT) {
        let label = "times the CPU of splitting lines, at most";
        text += &ratio_line(mix, label, 15.0, 10.0, |ours| ours / split.best());
    }
    text
}

fn ratio_line(
    mix: &Report,
    label: &str,
    must: f64,
    aim: f64,
    ratio: impl Fn(f64) -> f64,
) -> String {
    let of = |name| mix.row(name).map_or(f64::NAN, |row| ratio(row.best()));
    format!(
        "{label:<52} {must:>5.0} {aim:>5.0} {:>10.1} {:>10.1}\n",
        of(OURS),
        of(OURS_WHOLE)
    )
}

fn table(report: &Report) -> String {
    let megabytes = report.bytes as f64 / 1e6;
    let mut text = format!(
        "\n{}: {}; {} messages, {megabytes:.1} MB\n\n{:<42} {:>9} {:>9} {:>12} {:>8} {:>8} {:>8}\n",
        report.corpus.name,
        report.corpus.what,
        report.messages,
        "",
        "ns/msg",
        "MB/s",
        "median/best",
        "x ours",
        "dropped",
        "refused"
    );
    let ours = report.row(OURS).map_or(f64::NAN, Row::best);
    for row in &report.rows {
        let (dropped, refused) = row.lost();
        text += &format!(
            "{:<42} {:>9.0} {:>9.0} {:>12.2} {:>8.2} {:>8} {:>8}\n",
            row.name,
            row.best() / report.messages as f64,
            report.bytes as f64 * 1e3 / row.best(),
            row.median() / row.best(),
            row.best() / ours,
            dropped,
            refused
        );
    }
    text
}
