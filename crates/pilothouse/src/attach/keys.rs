//! Keys as a terminal sends them, one by one instead of line by line.

use std::fs::File;
use std::io::{self, BufRead};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::terminal::{columns, source::Source};

/// What was pressed, or pasted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Key {
    Text(String),
    Enter,
    /// Ctrl-Enter, in terminals that tell it from Enter.
    EnterNow,
    /// Alt-Enter.
    EnterQueue,
    Backspace,
    Delete,
    DeleteWord,
    DeleteToStart,
    DeleteToEnd,
    Left,
    Right,
    Home,
    End,
    Up,
    Down,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D.
    EndOfFile,
    /// Ctrl-\.
    Quit,
}

/// The terminal while its keys are ours; it is as it was when this is dropped.
pub(super) struct Keyboard {
    terminal: File,
    before: Termios,
    source: Source<Vec<u8>>,
    decoder: Decoder,
}

/// Pasted text comes between marks, so that its line ends are no Enter.
const PASTE_ON: &[u8] = b"\x1b[?2004h";
const PASTE_OFF: &[u8] = b"\x1b[?2004l";

impl Keyboard {
    pub(super) fn new(terminal: File) -> io::Result<Self> {
        let before = tcgetattr(&terminal)?;
        let source = Source::new(terminal.try_clone()?, |terminal| {
            let bytes = terminal.fill_buf()?.to_vec();
            terminal.consume(bytes.len());
            if bytes.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            Ok(bytes)
        });
        let keyboard = Self {
            terminal,
            before,
            source,
            decoder: Decoder::default(),
        };
        keyboard.take()?;
        Ok(keyboard)
    }

    /// Keys come at once, are not echoed and send no signals. What we write is treated as before.
    fn take(&self) -> io::Result<()> {
        let mut ours = self.before.clone();
        ours.local_modes -=
            LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN;
        tcsetattr(&self.terminal, OptionalActions::Now, &ours)?;
        self.write(PASTE_ON)
    }

    fn give_back(&self) -> io::Result<()> {
        self.write(PASTE_OFF)?;
        Ok(tcsetattr(
            &self.terminal,
            OptionalActions::Now,
            &self.before,
        )?)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        io::Write::write_all(&mut &self.terminal, bytes)
    }

    /// The next keys; nothing when the terminal is gone. Cancel-safe.
    pub(super) async fn next(&mut self) -> Option<Vec<Key>> {
        let bytes = self.source.next().await?;
        Some(self.decoder.feed(&bytes))
    }

    /// Lets an editor have the terminal.
    pub(super) fn edit(&self, text: &str) -> io::Result<String> {
        self.give_back()?;
        let edited = crate::terminal::editor::edit(&self.terminal, text);
        self.take()?;
        edited
    }

    /// How many columns there are.
    pub(super) fn width(&self) -> usize {
        columns::of(&self.terminal)
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing.
        drop(self.give_back());
    }
}

/// Makes keys of bytes, also when they come in pieces.
#[derive(Default)]
struct Decoder {
    bytes: Vec<u8>,
    /// Text that is being pasted.
    pasted: Option<Vec<u8>>,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8]) -> Vec<Key> {
        self.bytes.extend_from_slice(bytes);
        let mut keys = Vec::new();
        let mut rest = std::mem::take(&mut self.bytes);
        while !rest.is_empty() {
            let Some(used) = self.one(&rest, &mut keys) else {
                break;
            };
            rest.drain(..used);
        }
        self.bytes = rest;
        keys
    }

    /// Reads one key and says how many bytes it had; nothing when it is not whole.
    fn one(&mut self, bytes: &[u8], keys: &mut Vec<Key>) -> Option<usize> {
        if self.pasted.is_some() {
            return self.paste(bytes, keys);
        }
        let key = match bytes[0] {
            0x1b => return self.escape(bytes, keys),
            b'\r' | b'\n' => Key::Enter,
            0x7f | 0x08 => Key::Backspace,
            0x01 => Key::Home,
            0x02 => Key::Left,
            0x03 => Key::Interrupt,
            0x04 => Key::EndOfFile,
            0x05 => Key::End,
            0x06 => Key::Right,
            0x0b => Key::DeleteToEnd,
            0x0e => Key::Down,
            0x10 => Key::Up,
            0x15 => Key::DeleteToStart,
            0x17 => Key::DeleteWord,
            0x1c => Key::Quit,
            b'\t' => Key::Text("\t".to_owned()),
            0x00..0x20 => return Some(1),
            _ => return text(bytes, keys),
        };
        keys.push(key);
        Some(1)
    }

    fn escape(&mut self, bytes: &[u8], keys: &mut Vec<Key>) -> Option<usize> {
        match bytes.get(1)? {
            b'[' => {}
            b'O' => {
                keys.extend(named(&[*bytes.get(2)?]));
                return Some(3);
            }
            b'\r' | b'\n' => {
                keys.push(Key::EnterQueue);
                return Some(2);
            }
            // Alt with another key, which means nothing here.
            _ => return Some(2),
        }
        let end = bytes[2..]
            .iter()
            .position(|byte| (0x40..0x7f).contains(byte))?;
        let sequence = &bytes[2..=2 + end];
        if sequence == b"200~" {
            self.pasted = Some(Vec::new());
        } else {
            keys.extend(named(sequence));
        }
        Some(3 + end)
    }

    /// Takes what is pasted up to the mark, which may come in pieces too.
    fn paste(&mut self, bytes: &[u8], keys: &mut Vec<Key>) -> Option<usize> {
        const MARK: &[u8] = b"\x1b[201~";
        let pasted = self.pasted.as_mut()?;
        if let Some(end) = bytes.windows(MARK.len()).position(|part| part == MARK) {
            pasted.extend_from_slice(&bytes[..end]);
            let text = String::from_utf8_lossy(pasted)
                .replace("\r\n", "\n")
                .replace('\r', "\n");
            keys.push(Key::Text(text));
            self.pasted = None;
            return Some(end + MARK.len());
        }
        let safe = bytes.len().saturating_sub(MARK.len() - 1);
        pasted.extend_from_slice(&bytes[..safe]);
        (safe > 0).then_some(safe)
    }
}

/// The key that an escape sequence stands for, as xterm and its kin send it.
fn named(sequence: &[u8]) -> Option<Key> {
    Some(match sequence {
        b"A" => Key::Up,
        b"B" => Key::Down,
        b"C" => Key::Right,
        b"D" => Key::Left,
        b"H" | b"1~" | b"7~" => Key::Home,
        b"F" | b"4~" | b"8~" => Key::End,
        b"3~" => Key::Delete,
        // With modifiers, as kitty and xterm send them.
        b"13;5u" | b"27;5;13~" => Key::EnterNow,
        b"13;3u" | b"27;3;13~" => Key::EnterQueue,
        _ => return None,
    })
}

/// Takes as much text as there is.
fn text(bytes: &[u8], keys: &mut Vec<Key>) -> Option<usize> {
    let end = bytes.iter().position(|&byte| byte < 0x20 || byte == 0x7f);
    let bytes = &bytes[..end.unwrap_or(bytes.len())];
    let (text, used) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, bytes.len()),
        // A letter may still be on its way.
        Err(error) if error.valid_up_to() == 0 && error.error_len().is_none() => return None,
        Err(error) if error.valid_up_to() == 0 => return Some(1),
        Err(error) => {
            let valid = error.valid_up_to();
            (
                std::str::from_utf8(&bytes[..valid]).unwrap_or_default(),
                valid,
            )
        }
    };
    keys.push(Key::Text(text.to_owned()));
    Some(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_same_however_their_bytes_come() {
        let bytes =
            "hé\u{7f}\x1b[A\x1b[3~\x1bOH\x03\x04\x1c\x1b[200~a\r\nb\x1b[201~\r\x1b\r\x1b[13;5u"
                .as_bytes();
        let typed = |text: &str| Key::Text(text.to_owned());
        for step in [1, 2, 3, bytes.len()] {
            let mut decoder = Decoder::default();
            let mut keys: Vec<Key> = Vec::new();
            for piece in bytes.chunks(step) {
                for key in decoder.feed(piece) {
                    match (keys.last_mut(), key) {
                        (Some(Key::Text(before)), Key::Text(text)) => before.push_str(&text),
                        (_, key) => keys.push(key),
                    }
                }
            }
            let expected = [
                typed("hé"),
                Key::Backspace,
                Key::Up,
                Key::Delete,
                Key::Home,
                Key::Interrupt,
                Key::EndOfFile,
                Key::Quit,
                typed("a\nb"),
                Key::Enter,
                Key::EnterQueue,
                Key::EnterNow,
            ];
            assert_eq!(keys, expected, "by {step}");
        }
    }
}
