//! Random numbers that a seed decides.

pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }

    /// Returns the values in a random order.
    pub(super) fn shuffled<T: Copy>(&mut self, values: &[T]) -> Vec<T> {
        let mut values = values.to_vec();
        for place in (1..values.len()).rev() {
            values.swap(place, self.below(place as u64 + 1) as usize);
        }
        values
    }
}
