//! Server-sent events, as far as our server sends them: one line of data each.

use http_body_util::BodyExt;
use hyper::body::Incoming;
use pilothouse_api::socket::SocketUpdate;

/// What the server tells of a session.
pub(crate) struct Events {
    body: Incoming,
    text: Buffer,
}

impl Events {
    pub(super) fn new(body: Incoming) -> Self {
        Self {
            body,
            text: Buffer::default(),
        }
    }

    /// The next update; nothing when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<SocketUpdate> {
        loop {
            while let Some(data) = self.text.take() {
                // An update of a newer server that is not understood is none for us.
                if let Ok(update) = serde_json::from_slice(&data) {
                    return Some(update);
                }
            }
            let frame = self.body.frame().await?.ok()?;
            if let Some(bytes) = frame.data_ref() {
                self.text.bytes.extend_from_slice(bytes);
            }
        }
    }
}

/// What has come and is not read yet.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    /// Up to where there is no end of a line.
    searched: usize,
}

impl Buffer {
    /// Takes the data of the next whole line that has some.
    fn take(&mut self) -> Option<Vec<u8>> {
        loop {
            let end = self.bytes[self.searched..]
                .iter()
                .position(|&byte| byte == b'\n');
            let Some(end) = end else {
                self.searched = self.bytes.len();
                return None;
            };
            let rest = self.bytes.split_off(self.searched + end + 1);
            let line = std::mem::replace(&mut self.bytes, rest);
            self.searched = 0;
            if let Some(data) = line.strip_prefix(b"data: ") {
                return Some(data.to_vec());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_taken_whole_however_it_comes() {
        let text = b": here\n\nevent: changes\nid: 7\ndata: {\"a\":1}\n\nevent: x\ndata: 2\n\n";
        for step in [1, 3, text.len()] {
            let mut buffer = Buffer::default();
            let mut found = Vec::new();
            for piece in text.chunks(step) {
                buffer.bytes.extend_from_slice(piece);
                while let Some(data) = buffer.take() {
                    found.push(String::from_utf8(data).unwrap().trim_end().to_owned());
                }
            }
            assert_eq!(found, ["{\"a\":1}", "2"], "by {step}");
        }
    }
}
