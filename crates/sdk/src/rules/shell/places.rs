//! The paths in a command, for deny rules about files.

use std::path::PathBuf;

use super::text::{is_separator, readings, unquoted};

/// The maximum number of directory changes that are tracked in one command.
const MOST_CHANGES: usize = 16;

/// Returns every path that a word of a command may refer to, also below the directories to which it changes; `None` if
/// they are unknown.
pub(in crate::rules) fn places(command: &str) -> Option<Vec<PathBuf>> {
    let mut places = Vec::new();
    for reading in readings(command) {
        let mut here = PathBuf::new();
        let mut bases = vec![here.clone()];
        for piece in reading.split(is_separator) {
            let plain = unquoted(piece).replace(',', " ");
            let words: Vec<&str> = plain.split_whitespace().collect();
            // A path may follow the name of an option.
            let names = words.iter().flat_map(|word| word.split('='));
            for name in names.filter(|name| !name.is_empty()) {
                places.extend(bases.iter().map(|base| base.join(name)));
            }
            if let ["cd" | "pushd", .., directory] = words[..] {
                // Relative to the current or to the original directory.
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
