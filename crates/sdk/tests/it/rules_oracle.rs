//! The rule engine beside the real CLI: where they differ, ours must be the stricter.
//!
//! Runs only when `PILOTHOUSE_REAL_CLI` names the CLI; the model is the scripted one on loopback.
//! The CLI is started with rules in `--allowedTools` and `--disallowedTools` and told to make calls, and the engine judges the same calls by the same rules.
//! Starting the CLI takes longer than a hundred calls, so one process tries a rule of each topic at once: the calls of a topic are out of reach for the rules of the others.
//! A call that runs without any rule says nothing about an allow rule, and is not counted there.

mod call;
mod hand;
mod place;
mod tables;
mod tally;
mod trial;

use std::io::Write;
use std::sync::Arc;

use pilothouse_sdk::Cli;
use pilothouse_sim::model::Model;

use hand::{Hand, hands};
use tables::{TOPICS, Table};
use tally::Tally;
use trial::Trials;

#[tokio::test(flavor = "multi_thread")]
async fn rules_agree_with_the_real_cli() {
    let Some(path) = std::env::var_os("PILOTHOUSE_REAL_CLI") else {
        return;
    };
    let cli = Cli::at(path).unwrap();
    let model = Arc::new(Model::bind(([127, 0, 0, 1], 0).into()).await.unwrap());
    let bare = Table::ALL.map(Hand::without_rules);
    let mut trials = Trials::start(&cli, &model, bare.into());
    let mut tally = Tally::default();
    while let Some(trial) = trials.next().await {
        tally.know(&trial);
    }
    let mut trials = Trials::start(&cli, &model, hands());
    while let Some(trial) = trials.next().await {
        tally.add(&trial);
    }
    let report = format!("\n{} topics, {tally}", TOPICS.len());
    std::io::stdout().write_all(report.as_bytes()).unwrap();
    let looser = tally.looser();
    assert!(looser.is_empty(), "the CLI is stricter: {looser:#?}");
    assert!(tally.pairs() >= 2000, "only {} pairs", tally.pairs());
}
