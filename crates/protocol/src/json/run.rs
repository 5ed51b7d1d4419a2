//! The inner loop of every string: how far it goes on without anything special.

use wide::u8x16;

const QUOTE: u8 = b'"';
const ESCAPE: u8 = b'\\';
/// Everything below must not stand in a string unescaped.
const FIRST_PLAIN: u8 = b' ';

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;
/// How many bytes a [`mask`] tells about.
pub(super) const MASK_BLOCK: usize = 64;

/// Whether there is a control character anywhere. The CLI writes none, so that its strings only need to be searched for two bytes.
#[inline]
pub(crate) fn has_control(bytes: &[u8]) -> bool {
    let (blocks, _) = bytes.as_chunks::<16>();
    let Some(last) = bytes.last_chunk::<16>() else {
        return bytes.iter().any(|byte| *byte < FIRST_PLAIN);
    };
    // The last block overlaps the one before it.
    let lowest = blocks.iter().fold(*last, |mut lowest, block| {
        for (low, byte) in lowest.iter_mut().zip(block) {
            *low = (*low).min(*byte);
        }
        lowest
    });
    lowest
        .iter()
        .fold(false, |any, byte| any | (*byte < FIRST_PLAIN))
}

/// The place of the next quote or backslash: the end of the run that starts at `position`, where there are no control characters.
#[inline]
pub(crate) fn clean_run(bytes: &[u8], position: usize) -> usize {
    let rest = bytes.get(position..).unwrap_or_default();
    position + memchr::memchr2(QUOTE, ESCAPE, rest).unwrap_or(rest.len())
}

/// Where the quotes and the backslashes of a block are: one bit per byte, the first lowest.
///
/// A text full of escapes is gone through by these bits, because a search that begins anew after each of them costs a mispredicted branch each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) quotes: u64,
    pub(super) escapes: u64,
}

impl Marks {
    #[inline]
    pub(super) fn of(block: &[u8; MASK_BLOCK]) -> Self {
        let (lanes, _) = block.as_chunks::<16>();
        let mut marks = Self {
            quotes: 0,
            escapes: 0,
        };
        for (place, lane) in lanes.iter().enumerate() {
            let lane = u8x16::from(*lane);
            marks.quotes |= bits(lane, QUOTE) << (16 * place);
            marks.escapes |= bits(lane, ESCAPE) << (16 * place);
        }
        marks
    }
}

/// One bit per byte, set where it is this one.
#[inline]
fn bits(lane: u8x16, byte: u8) -> u64 {
    u64::from(lane.simd_eq(u8x16::splat(byte)).to_bitmask())
}

/// Whether a backslash and this byte are a whole escape.
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

/// The end of the run of ordinary string bytes that starts at `position`: the next quote, backslash or control character.
#[inline]
pub(super) fn plain_run(bytes: &[u8], mut position: usize) -> usize {
    while let Some(block) = block_at::<16>(bytes, position) {
        if any_special(block) {
            break;
        }
        position += 16;
    }
    while let Some(word) = block_at::<8>(bytes, position) {
        let marks = marks(u64::from_le_bytes(*word));
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
    (byte < FIRST_PLAIN) | (byte == QUOTE) | (byte == ESCAPE)
}

/// Looks at every byte without a branch between them, which compiles to a handful of vector instructions.
#[inline]
fn any_special(block: &[u8; 16]) -> bool {
    block
        .iter()
        .fold(false, |any, byte| any | is_special(*byte))
}

/// The high bit of a byte is set where it is special.
///
/// A borrow in the subtractions can only mark bytes above the first true one, so the lowest mark is right.
#[inline]
fn marks(word: u64) -> u64 {
    let quote = word ^ (ONES * QUOTE as u64);
    let escape = word ^ (ONES * ESCAPE as u64);
    let control = word.wrapping_sub(ONES * FIRST_PLAIN as u64) & !word;
    let equal = (quote.wrapping_sub(ONES) & !quote) | (escape.wrapping_sub(ONES) & !escape);
    (control | equal) & HIGH
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
    fn a_mask_has_a_bit_for_every_byte() {
        for byte in 0..=u8::MAX {
            let all = |special: u8| if byte == special { u64::MAX } else { 0 };
            for place in 0..MASK_BLOCK {
                let mut block = [byte; MASK_BLOCK];
                let (quotes, escapes) = (all(QUOTE), all(ESCAPE));
                assert_eq!(Marks::of(&block), Marks { quotes, escapes });
                block[place] = b'a';
                let bit = 1_u64 << place;
                assert_eq!(Marks::of(&block).quotes, quotes & !bit);
                block[place] = ESCAPE;
                assert_eq!(Marks::of(&block).escapes, escapes | bit);
            }
        }
    }

    #[test]
    fn a_control_character_is_found_anywhere() {
        for length in 0..70 {
            let plain = vec![b' '; length];
            assert!(!has_control(&plain));
            for place in 0..length {
                let mut bytes = plain.clone();
                bytes[place] = 0x1F;
                assert!(has_control(&bytes), "{place} of {length}");
                assert_eq!(clean_run(&bytes, place), length);
                bytes[place] = ESCAPE;
                assert_eq!(clean_run(&bytes, 0), place);
                assert_eq!(plain_run(&bytes, 0), place);
            }
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
