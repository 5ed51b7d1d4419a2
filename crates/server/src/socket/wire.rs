//! How updates go over a socket: one by one, or many in one compressed message.

use axum::extract::ws::{Message, Utf8Bytes};
use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress, Status};

/// One update in each text message: for simple programs.
pub(super) const PLAIN: &str = "pilothouse.v1";
/// Binary messages that are one raw deflate stream of lines, flushed at the end of each message.
///
/// The library has no `permessage-deflate`; a browser reads this with its own `DecompressionStream`.
pub(super) const DEFLATE: &str = "pilothouse.v1.deflate";

/// The way that was agreed upon.
pub(super) enum Wire {
    Plain,
    Deflate(Box<Compress>),
}

impl Wire {
    pub(super) fn named(protocol: Option<&str>) -> Self {
        match protocol {
            Some(DEFLATE) => Self::Deflate(Box::new(Compress::new(Compression::fast(), false))),
            _ => Self::Plain,
        }
    }

    /// Whether several updates can go in one message.
    pub(super) fn is_batched(&self) -> bool {
        !matches!(self, Self::Plain)
    }

    /// Makes the messages for some updates; `None` when compressing failed, which ends the socket.
    pub(super) fn pack(&mut self, updates: &mut Vec<Utf8Bytes>) -> Option<Vec<Message>> {
        match self {
            Self::Plain => Some(updates.drain(..).map(Message::Text).collect()),
            Self::Deflate(stream) => {
                let mut text = join(updates);
                text.push('\n');
                let bytes = compress(stream, text.as_bytes())?;
                Some(vec![Message::Binary(bytes)])
            }
        }
    }
}

fn join(updates: &mut Vec<Utf8Bytes>) -> String {
    let length = updates.iter().map(|update| update.len() + 1).sum();
    let mut text = String::with_capacity(length);
    for update in updates.drain(..) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&update);
    }
    text
}

fn compress(stream: &mut Compress, mut input: &[u8]) -> Option<Bytes> {
    let mut output = Vec::with_capacity(input.len() / 4 + 64);
    loop {
        let before = stream.total_in();
        let status = stream
            .compress_vec(input, &mut output, FlushCompress::Sync)
            .ok()?;
        let read = usize::try_from(stream.total_in() - before).ok()?;
        input = &input[read..];
        let full = output.len() == output.capacity();
        if input.is_empty() && !full {
            return (status != Status::StreamEnd).then(|| output.into());
        }
        output.reserve(output.capacity().max(1024));
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    #[test]
    fn messages_decompress_one_by_one_to_the_lines_that_went_in() {
        let mut wire = Wire::named(Some(DEFLATE));
        let mut reader = Decompress::new(false);
        let long = "long ".repeat(100_000);
        for batch in [vec!["one", "two"], vec!["three"], vec![long.as_str(), "x"]] {
            let mut updates: Vec<Utf8Bytes> = batch.iter().map(|text| (*text).into()).collect();
            let messages = wire.pack(&mut updates).unwrap();
            let [Message::Binary(bytes)] = &messages[..] else {
                panic!("not one binary message");
            };
            let mut output = Vec::with_capacity(1 << 20);
            reader
                .decompress_vec(bytes, &mut output, FlushDecompress::Sync)
                .unwrap();
            let text = String::from_utf8(output).unwrap();
            assert_eq!(text.lines().collect::<Vec<_>>(), batch);
            assert!(text.ends_with('\n'));
        }
    }
}
