//! Numbers that look random and follow from a seed.

/// A generator that gives the same numbers for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    /// The generator of one actor: what one of them draws does not change what the others draw.
    pub(super) fn new(seed: u64, actor: u64) -> Self {
        let mut dice = Self(seed ^ actor.wrapping_mul(0xd6e8_feb8_6659_fd93));
        dice.draw();
        dice
    }

    pub(super) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is more than 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.draw() % end as u64) as usize
    }

    /// True once in so many times.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        match items {
            [] => None,
            items => items.get(self.below(items.len())),
        }
    }
}
