//! The splitter returns the same lines for any chunks.

use bytes::Bytes;
use pilothouse_protocol::lines::{Line, LineSplitter};
use proptest::prelude::*;

/// Splits a stream that arrives in these chunks.
fn split(chunks: &[&[u8]], limit: usize) -> Vec<Line> {
    let mut splitter = LineSplitter::new(limit);
    let mut lines = Vec::new();
    for chunk in chunks {
        splitter.push(chunk);
        while let Some(line) = splitter.next_line() {
            lines.push(line);
        }
    }
    lines.extend(splitter.finish());
    lines
}

/// Cuts a stream at these positions.
fn cut<'a>(stream: &'a [u8], cuts: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<_> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
    places.sort_unstable();
    places.push(stream.len());
    let mut start = 0;
    places
        .into_iter()
        .map(|end| &stream[std::mem::replace(&mut start, end)..end])
        .collect()
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![6 => any::<u8>(), 2 => Just(b'\n'), 1 => Just(b'\r'), 4 => Just(b'a')];
    prop::collection::vec(byte, 0..300)
}

proptest! {
    #[test]
    fn any_chunking_gives_the_same_lines(
        stream in stream(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
        limit in prop_oneof![0_usize..20, Just(1000)],
    ) {
        prop_assert_eq!(split(&cut(&stream, &cuts), limit), split(&[&stream], limit));
    }

    #[test]
    fn lines_are_the_text_between_line_breaks(stream in stream()) {
        let mut expected: Vec<Line> = stream
            .split(|byte| *byte == b'\n')
            .map(|line| Line::Complete(Bytes::copy_from_slice(line.strip_suffix(b"\r").unwrap_or(line))))
            .collect();
        expected.pop();
        let rest = stream.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        if !rest.is_empty() {
            expected.push(Line::Unfinished(Bytes::copy_from_slice(rest)));
        }
        prop_assert_eq!(split(&[&stream], 1000), expected);
    }

    #[test]
    fn an_oversized_line_keeps_its_length_and_beginning(length in 11_usize..5000, after in 0_usize..11) {
        let mut stream = vec![b'x'; length];
        stream.push(b'\n');
        stream.extend(vec![b'y'; after]);
        stream.push(b'\n');
        let chunks: Vec<_> = stream.chunks(7).collect();
        let lines = split(&chunks, 10);
        prop_assert_eq!(lines.len(), 2);
        let Line::Oversized { head, length: told } = &lines[0] else { panic!("{:?}", lines[0]) };
        prop_assert_eq!(*told, length as u64);
        prop_assert!(head.iter().all(|byte| *byte == b'x'));
        prop_assert_eq!(&lines[1], &Line::Complete(Bytes::from(vec![b'y'; after])));
    }
}
