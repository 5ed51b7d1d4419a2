//! Frames to bytes and back.

use std::error::Error;
use std::fmt;
use std::io;

use bytes::{Buf, Bytes, BytesMut};
use pilothouse_log::{Decoder, Item, Record, TooLong};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::AsyncReadExt;
use tokio::net::unix::OwnedReadHalf;

use super::{Reply, Request, Write};

/// The longest frame a runner takes from a client.
pub const MAX_FRAME_TO_RUNNER: usize = 64 << 20;

const JSON: u8 = 0;
const RECORDS: u8 = 1;
const WRITE: u8 = 2;
const SYNC: u8 = 1;

/// One frame of the socket, not yet understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    sort: u8,
    body: Bytes,
}

/// The head of a frame of records, for a runner that sends bytes of the log as they are.
pub struct RecordFrame;

impl RecordFrame {
    /// Returns the bytes before `length` bytes of whole records.
    pub fn head(length: u32) -> [u8; 5] {
        let [a, b, c, d] = (length + 1).to_le_bytes();
        [a, b, c, d, RECORDS]
    }
}

impl Request {
    /// Returns the request as a frame's bytes.
    pub fn encode(&self) -> Vec<u8> {
        encode_json(self)
    }
}

impl Reply {
    /// Returns the reply as a frame's bytes.
    pub fn encode(&self) -> Vec<u8> {
        encode_json(self)
    }
}

impl Write {
    /// Returns the write as a frame's bytes.
    pub fn encode(&self) -> Result<Vec<u8>, TooLong> {
        let head = self.record.encode_head()?;
        let length = u32::try_from(2 + head.len() + self.record.bytes.len()).or(Err(TooLong))?;
        let mut out = Vec::with_capacity(4 + length as usize);
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&[WRITE, if self.sync { SYNC } else { 0 }]);
        out.extend_from_slice(&head);
        out.extend_from_slice(&self.record.bytes);
        Ok(out)
    }
}

/// What a client sent.
pub(crate) enum FromClient {
    Request(Request, Option<String>),
    Write(Write),
    Unknown,
}

/// What a runner sent.
pub(crate) enum FromRunner {
    Reply(Box<Reply>),
    Records(Vec<Record>),
    Unknown,
}

impl Frame {
    pub(crate) fn read_by_runner(self) -> Result<FromClient, FrameError> {
        match self.sort {
            JSON => {
                /// Read apart from the request, so that an unknown one can be refused by its id.
                #[derive(serde::Deserialize)]
                struct Id {
                    id: Option<String>,
                }
                let id: Id = decode_json(&self.body)?;
                Ok(FromClient::Request(decode_json(&self.body)?, id.id))
            }
            WRITE => self.write().map(FromClient::Write),
            _ => Ok(FromClient::Unknown),
        }
    }

    pub(crate) fn read_by_client(self) -> Result<FromRunner, FrameError> {
        match self.sort {
            JSON => Ok(FromRunner::Reply(Box::new(decode_json(&self.body)?))),
            RECORDS => records(&self.body).map(FromRunner::Records),
            _ => Ok(FromRunner::Unknown),
        }
    }

    fn write(self) -> Result<Write, FrameError> {
        let Some((flags, body)) = self.body.split_first() else {
            return Err(FrameError::new("an empty write"));
        };
        let mut records = records(body)?;
        match (records.pop(), records.is_empty()) {
            (Some(record), true) => Ok(Write {
                sync: flags & SYNC != 0,
                record,
            }),
            _ => Err(FrameError::new("a write of other than one record")),
        }
    }
}

fn records(body: &[u8]) -> Result<Vec<Record>, FrameError> {
    let mut decoder = Decoder::records();
    decoder.feed(body);
    let mut records = Vec::new();
    while let Some(item) = decoder.decode().map_err(FrameError::new)? {
        if let Item::Record(record) = item {
            records.push(record);
        }
    }
    decoder.finish().map_err(FrameError::new)?;
    Ok(records)
}

fn encode_json(value: &impl Serialize) -> Vec<u8> {
    let mut out = vec![0, 0, 0, 0, JSON];
    // None of these types has a map with keys that are not text, so writing cannot fail; were it
    // to, the other side would see an empty body and hang up.
    if serde_json::to_writer(&mut out, value).is_err() {
        out.truncate(5);
    }
    let length = (out.len() - 4) as u32;
    out[..4].copy_from_slice(&length.to_le_bytes());
    out
}

fn decode_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, FrameError> {
    serde_json::from_slice(body).map_err(FrameError::new)
}

/// Cuts a stream of bytes into frames.
#[derive(Debug)]
pub struct FrameDecoder {
    buffer: BytesMut,
    max: usize,
}

impl FrameDecoder {
    /// Refuses frames that are longer than `max`.
    pub fn new(max: usize) -> Self {
        Self {
            buffer: BytesMut::new(),
            max,
        }
    }

    /// Returns where bytes from the socket go.
    pub fn buffer(&mut self) -> &mut BytesMut {
        &mut self.buffer
    }

    /// Returns the next whole frame, or `None` until more bytes are there.
    pub fn decode(&mut self) -> Result<Option<Frame>, FrameError> {
        let Some(length) = self.buffer.first_chunk::<4>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*length) as usize;
        if length == 0 || length > self.max {
            return Err(FrameError::new(format!("a frame of {length} bytes")));
        }
        if self.buffer.len() < 4 + length {
            self.buffer.reserve(4 + length - self.buffer.len());
            return Ok(None);
        }
        self.buffer.advance(4);
        let sort = self.buffer.get_u8();
        let body = self.buffer.split_to(length - 1).freeze();
        Ok(Some(Frame { sort, body }))
    }
}

/// The reading half of a socket, frame by frame.
pub(crate) struct FrameReader {
    reader: OwnedReadHalf,
    decoder: FrameDecoder,
}

impl FrameReader {
    /// Refuses frames that are longer than `max`.
    pub(crate) fn new(reader: OwnedReadHalf, max: usize) -> Self {
        let decoder = FrameDecoder::new(max);
        Self { reader, decoder }
    }

    pub(crate) async fn next(&mut self) -> io::Result<Frame> {
        loop {
            if let Some(frame) = self.decoder.decode()? {
                return Ok(frame);
            }
            if self.reader.read_buf(self.decoder.buffer()).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

/// Bytes that are no frame of this format: the connection is of no more use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError(String);

impl FrameError {
    fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a frame of the runner's socket: {}", self.0)
    }
}

impl Error for FrameError {}

impl From<FrameError> for io::Error {
    fn from(error: FrameError) -> Self {
        Self::other(error)
    }
}
