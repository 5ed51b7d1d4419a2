//! The blocks of the documents' pages, and the commands in them.

use std::path::PathBuf;

use crate::docs::markdown;

/// A block of a page, with the word behind its fence.
pub(super) struct Block {
    pub(super) page: PathBuf,
    pub(super) language: String,
    pub(super) lines: Vec<String>,
}

pub(super) fn blocks() -> Vec<Block> {
    let mut found = Vec::new();
    for page in markdown() {
        let mut open: Option<Block> = None;
        for line in std::fs::read_to_string(&page).unwrap().lines() {
            match (line.trim_start().strip_prefix("```"), &mut open) {
                (Some(_), Some(_)) => found.extend(open.take()),
                (Some(language), None) => {
                    open = Some(Block {
                        page: page.clone(),
                        language: language.trim().to_owned(),
                        lines: Vec::new(),
                    });
                }
                (None, Some(block)) => block.lines.push(line.to_owned()),
                (None, None) => {}
            }
        }
    }
    found
}

impl Block {
    /// The commands: lines that go on are joined, and what is said about them is left out.
    pub(super) fn commands(&self) -> Vec<String> {
        let joined = self.lines.join("\n").replace("\\\n", "");
        let commands = joined.lines().map(str::trim).map(without_comment);
        commands.filter(|command| !command.is_empty()).collect()
    }
}

/// A command without the comment behind it, each space once outside of quotes.
fn without_comment(line: &str) -> String {
    let mut kept = String::new();
    let mut quote = None;
    for letter in line.chars() {
        let outside = quote.is_none();
        match letter {
            '#' if outside && (kept.is_empty() || kept.ends_with(' ')) => break,
            ' ' if outside && kept.ends_with(' ') => continue,
            '\'' | '"' if outside => quote = Some(letter),
            _ if quote == Some(letter) => quote = None,
            _ => {}
        }
        kept.push(letter);
    }
    kept.trim().to_owned()
}

pub(super) fn shell() -> Vec<Block> {
    let all = blocks().into_iter();
    all.filter(|block| block.language == "sh").collect()
}
