//! Large values that share the memory of their line.

use std::cell::RefCell;

use bytes::Bytes;

/// From this length on a value shares the memory of its line. A shorter one is copied, so that it keeps no line alive.
const SHARED_FROM: usize = 2048;

thread_local! {
    /// The line that is being read.
    static LINE: RefCell<Option<Bytes>> = const { RefCell::new(None) };
}

/// Lets the values that are made meanwhile share the memory of this line.
pub(crate) fn sharing<T>(line: &Bytes, read: impl FnOnce() -> T) -> T {
    if line.len() < SHARED_FROM {
        return read();
    }
    LINE.set(Some(line.clone()));
    let _end = End;
    read()
}

/// Ends the sharing, also when reading panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        LINE.set(None);
    }
}

/// Returns the part of the line that this text is, if it is one and large.
///
/// The line is alive, so a text that lies within its memory is a part of it.
pub(super) fn part_of_line(text: &str) -> Option<Bytes> {
    if text.len() < SHARED_FROM {
        return None;
    }
    LINE.with_borrow(|line| {
        let line = line.as_ref()?;
        let start = text.as_ptr().addr().checked_sub(line.as_ptr().addr())?;
        let end = start.checked_add(text.len())?;
        (end <= line.len()).then(|| line.slice(start..end))
    })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{SHARED_FROM, part_of_line, sharing};

    #[test]
    fn only_large_parts_of_the_line_share_it() {
        let line = Bytes::from("x".repeat(2 * SHARED_FROM));
        let text = str::from_utf8(&line).unwrap();
        let (half, elsewhere) = (&text[SHARED_FROM..], "x".repeat(SHARED_FROM));
        sharing(&line, || {
            let part = part_of_line(half).unwrap();
            assert_eq!(part.as_ptr(), half.as_ptr());
            assert_eq!(part.len(), half.len());
            assert!(part_of_line(&half[1..]).is_none());
            assert!(part_of_line(&elsewhere).is_none());
        });
        assert!(part_of_line(half).is_none());
    }
}
