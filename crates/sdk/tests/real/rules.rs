//! Compares the verdicts of the real CLI on the table of rules with the committed ones.
//!
//! Each run with the real CLI plays a few processes, and all of them with `PILOTHOUSE_FULL=1`.
//! `PILOTHOUSE_UPDATE=1` then writes the verdicts instead of comparing them.
//! The CLI is started with rules in `--allowedTools` and `--disallowedTools`, and the scripted model makes calls.

use std::sync::Arc;

use pilothouse_sdk::{Cli, CliVersion};
use pilothouse_sim::model::Model;

use crate::table::{RENEW, Verdicts, hands, sample};
use crate::trial::Trials;
use crate::trials::real_cli;

/// Returns whether the committed verdicts are for this version, or are being written.
pub(crate) fn are_for(version: &CliVersion) -> bool {
    is_set("PILOTHOUSE_UPDATE") || Verdicts::committed().version == version.to_string()
}

pub(crate) async fn the_verdicts_of_the_cli_are_those_committed() {
    let cli = Cli::at(real_cli()).unwrap().with_version().await.unwrap();
    let model = Model::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let full = is_set("PILOTHOUSE_FULL");
    let hands = if full { hands() } else { sample() };
    let mut verdicts = Verdicts::of(&cli.version().unwrap());
    let mut trials = Trials::start(&cli, &Arc::new(model), hands);
    while let Some(trial) = trials.next().await {
        verdicts.add(&trial.hand, &trial.fates);
    }
    if full && is_set("PILOTHOUSE_UPDATE") {
        std::fs::write(Verdicts::path(), verdicts.to_text()).unwrap();
    }
    let committed = Verdicts::committed();
    let differences = verdicts.differences(&committed);
    assert!(
        differences.is_empty(),
        "{} rules have other verdicts than the committed ones:\n{}\nmake them anew: {RENEW}",
        differences.len(),
        differences[..differences.len().min(5)].join("\n")
    );
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}
