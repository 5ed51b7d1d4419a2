//! The places a command names, for deny rules about files.

use std::path::PathBuf;

use super::text::{is_separator, readings, unquoted};

/// How many times a command may change its directory before nobody follows it any more.
const MOST_CHANGES: usize = 16;

/// Returns every place that a word of a command may mean, also below the directories it changes to; `None` if they cannot be told.
pub(in crate::rules) fn places(command: &str) -> Option<Vec<PathBuf>> {
    let mut places = Vec::new();
    for reading in readings(command) {
        let mut here = PathBuf::new();
        let mut bases = vec![here.clone()];
        for piece in reading.split(is_separator) {
            let plain = unquoted(piece).replace(',', " ");
            let words: Vec<&str> = plain.split_whitespace().collect();
            // A place may stand behind the name of an option.
            let names = words.iter().flat_map(|word| word.split('='));
            for name in names.filter(|name| !name.is_empty()) {
                places.extend(bases.iter().map(|base| base.join(name)));
            }
            if let ["cd" | "pushd", .., directory] = words[..] {
                // From where it stands, or from where it began.
                here.push(directory);
                bases.extend([here.clone(), directory.into()]);
            }
            if bases.len() > 2 * MOST_CHANGES {
                return None;
            }
        }
    }
    Some(places)
}
