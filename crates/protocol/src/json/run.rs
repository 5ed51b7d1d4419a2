//! The inner loop for strings: finds the next byte that needs attention.

use wide::u8x16;

const QUOTE: u8 = b'"';
const ESCAPE: u8 = b'\\';
/// The last of the bytes that must be escaped in a string.
const LAST_CONTROL: u8 = 0x1F;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;
/// Every second bit, starting with the lowest.
const EVEN: u64 = 0x5555_5555_5555_5555;
/// The number of bytes that [`Marks`] describe.
pub(super) const MASK_BLOCK: usize = 64;

/// Returns the end of the run of ordinary string bytes that starts at `position`: the next quote, backslash or control
/// character.
///
/// Most strings of the wire are shorter than a block and need only one iteration.
#[inline]
pub(crate) fn plain_run(bytes: &[u8], mut position: usize) -> usize {
    while let Some(block) = block_at::<16>(bytes, position) {
        let marks = special_bits(u8x16::from(*block));
        if marks != 0 {
            return position + marks.trailing_zeros() as usize;
        }
        position += 16;
    }
    end_of_run(bytes, position)
}

/// Handles the last bytes of a text, which are shorter than a block.
#[inline]
fn end_of_run(bytes: &[u8], mut position: usize) -> usize {
    if let Some(word) = block_at::<8>(bytes, position) {
        let marks = special_marks(u64::from_le_bytes(*word));
        if marks != 0 {
            return position + marks.trailing_zeros() as usize / 8;
        }
        position += 8;
    }
    while bytes.get(position).is_some_and(|byte| !is_special(*byte)) {
        position += 1;
    }
    position
}

#[inline]
pub(super) fn block_at<const SIZE: usize>(bytes: &[u8], position: usize) -> Option<&[u8; SIZE]> {
    bytes.get(position..)?.first_chunk()
}

#[inline]
fn is_special(byte: u8) -> bool {
    (byte <= LAST_CONTROL) | (byte == QUOTE) | (byte == ESCAPE)
}

/// One bit per byte, set if the byte is special.
#[inline]
fn special_bits(lane: u8x16) -> u32 {
    let quote = lane.simd_eq(u8x16::splat(QUOTE));
    let escape = lane.simd_eq(u8x16::splat(ESCAPE));
    (quote | escape | control(lane)).to_bitmask()
}

/// All ones for each control character.
#[inline]
fn control(lane: u8x16) -> u8x16 {
    lane.min(u8x16::splat(LAST_CONTROL)).simd_eq(lane)
}

/// The high bit of a byte is set if the byte is special.
///
/// A borrow in the subtractions can only mark bytes above the first true one, so the lowest mark is correct.
#[inline]
fn special_marks(word: u64) -> u64 {
    let quote = word ^ (ONES * QUOTE as u64);
    let escape = word ^ (ONES * ESCAPE as u64);
    let control = word.wrapping_sub(ONES * (LAST_CONTROL as u64 + 1)) & !word;
    let equal = (quote.wrapping_sub(ONES) & !quote) | (escape.wrapping_sub(ONES) & !escape);
    (control | equal) & HIGH
}

/// The special bytes of a block: one bit per byte, the first byte in the lowest bit.
///
/// Long texts with many escapes are processed with these bits, because restarting a search after each escape costs a
/// mispredicted branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) quotes: u64,
    pub(super) escapes: u64,
    /// The block contains a control character.
    pub(super) control: bool,
}

impl Marks {
    #[inline]
    pub(super) fn of(block: &[u8; MASK_BLOCK]) -> Self {
        let lanes = lanes(block);
        let lowest = lanes[0].min(lanes[1]).min(lanes[2].min(lanes[3]));
        Self {
            quotes: bits_of(&lanes, QUOTE),
            escapes: bits_of(&lanes, ESCAPE),
            control: control(lowest).to_bitmask() != 0,
        }
    }

    /// Returns the bytes that are escaped by a preceding backslash, except backslashes.
    ///
    /// `carried` is true if the last byte before this block was an escaping backslash, and is updated for the next
    /// block.
    /// A backslash escapes if its run has an odd length; an addition carries the first bit of a run to its end.
    #[inline]
    pub(super) fn escaped(&self, carried: &mut bool) -> u64 {
        let first = u64::from(*carried);
        let backslashes = self.escapes & !first;
        let starts = backslashes & !(backslashes << 1);
        let (odd_ends, reaches_over) = backslashes.overflowing_add(starts & !EVEN);
        let even_ends = backslashes.wrapping_add(starts & EVEN);
        *carried = reaches_over;
        let after_odd_run = (even_ends & !EVEN) | (odd_ends & EVEN);
        (after_odd_run & !backslashes) | (first & !self.escapes)
    }
}

/// The bytes that most often follow a backslash, apart from quotes.
#[inline]
pub(super) fn common_escapes(block: &[u8; MASK_BLOCK]) -> u64 {
    let (line_break, tab) = (u8x16::splat(b'n'), u8x16::splat(b't'));
    bits(&lanes(block).map(|lane| lane.simd_eq(line_break) | lane.simd_eq(tab)))
}

#[inline]
fn lanes(block: &[u8; MASK_BLOCK]) -> [u8x16; 4] {
    let (lanes, _) = block.as_chunks::<16>();
    [0, 1, 2, 3].map(|place| u8x16::from(lanes[place]))
}

/// One bit per byte, set if the byte equals this one.
#[inline]
fn bits_of(lanes: &[u8x16; 4], byte: u8) -> u64 {
    let wanted = u8x16::splat(byte);
    bits(&lanes.map(|lane| lane.simd_eq(wanted)))
}

/// The highest bit of each byte.
#[inline]
fn bits(lanes: &[u8x16; 4]) -> u64 {
    let bits = lanes.map(|lane| u64::from(lane.to_bitmask()));
    (bits[0] | (bits[1] << 16)) | ((bits[2] << 32) | (bits[3] << 48))
}

/// Returns whether a backslash and this byte form a complete escape.
#[inline]
pub(super) fn is_short_escape(byte: u8) -> bool {
    const SHORT: [bool; 256] = {
        let mut short = [false; 256];
        let mut index = 0;
        while index < 8 {
            short[b"\"\\/bfnrt"[index] as usize] = true;
            index += 1;
        }
        short
    };
    SHORT[byte as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place_of_a_block() {
        for place in 0..40 {
            for byte in 0..=u8::MAX {
                let mut bytes = [0xC3; 41];
                bytes[place] = byte;
                bytes[40] = QUOTE;
                let first = bytes.iter().position(|byte| is_special(*byte)).unwrap();
                assert_eq!(plain_run(&bytes, 0), first, "{byte} at {place}");
            }
        }
    }

    #[test]
    fn marks_have_a_bit_for_every_byte() {
        for byte in 0..=u8::MAX {
            let all = |special: u8| if byte == special { u64::MAX } else { 0 };
            let (quotes, escapes) = (all(QUOTE), all(ESCAPE));
            for place in 0..MASK_BLOCK {
                let bit = 1_u64 << place;
                let mut block = [byte; MASK_BLOCK];
                let control = byte <= LAST_CONTROL;
                assert_eq!(
                    Marks::of(&block),
                    Marks {
                        quotes,
                        escapes,
                        control
                    }
                );
                block[place] = b'a';
                assert_eq!(Marks::of(&block).quotes, quotes & !bit);
                block[place] = ESCAPE;
                assert_eq!(Marks::of(&block).escapes, escapes | bit);
                block = [b'a'; MASK_BLOCK];
                block[place] = byte;
                assert_eq!(Marks::of(&block).control, control);
                let common = if matches!(byte, b'n' | b't') { bit } else { 0 };
                assert_eq!(common_escapes(&block), common);
            }
        }
    }

    /// A byte-by-byte reference implementation.
    fn escaped_by_hand(bytes: &[u8]) -> Vec<bool> {
        let mut escaped = false;
        let after = |byte: &u8| {
            let this = escaped;
            escaped = !this && *byte == ESCAPE;
            this && *byte != ESCAPE
        };
        bytes.iter().map(after).collect()
    }

    #[test]
    fn escapes_are_followed_across_blocks() {
        let mut state = 1_u64;
        for round in 0..20_000_u64 {
            let bytes: Vec<u8> = (0..3 * MASK_BLOCK)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    if (state >> 60) < round % 17 {
                        ESCAPE
                    } else {
                        b'n'
                    }
                })
                .collect();
            let mut carried = false;
            let mut found = Vec::new();
            for block in bytes.as_chunks::<MASK_BLOCK>().0 {
                let escaped = Marks::of(block).escaped(&mut carried);
                found.extend((0..MASK_BLOCK).map(|place| escaped >> place & 1 == 1));
            }
            assert_eq!(found, escaped_by_hand(&bytes));
        }
    }

    #[test]
    fn a_run_ends_with_the_text() {
        assert_eq!(plain_run(b"", 0), 0);
        assert_eq!(plain_run(b"", 3), 3);
        assert_eq!(plain_run(b"abc", 3), 3);
        for length in 0..40 {
            assert_eq!(plain_run(&vec![b'a'; length], 0), length);
        }
    }
}
