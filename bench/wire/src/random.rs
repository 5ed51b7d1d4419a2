//! A seeded random number generator (SplitMix64), so that every run uses the same bytes.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, inclusive.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// True with this probability in percent.
    pub(crate) fn percent(&mut self, share: u64) -> bool {
        self.next() % 100 < share
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[(self.next() % choices.len() as u64) as usize]
    }

    /// A size with the given median and a long tail: log-normal, with the Box-Muller method.
    pub(crate) fn size(&mut self, median: f64, spread: f64, most: usize) -> usize {
        let uniform = |bits: u64| ((bits >> 11) as f64 + 1.0) / (1u64 << 53) as f64;
        let (radius, angle) = (uniform(self.next()), uniform(self.next()));
        let normal = (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos();
        ((median * (spread * normal).exp()) as usize).min(most)
    }

    pub(crate) fn uuid(&mut self) -> String {
        let (high, low) = (self.next(), self.next());
        let version = high & 0xffff_ffff_ffff_0fff | 0x4000;
        let variant = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            version >> 32,
            version >> 16 & 0xffff,
            version & 0xffff,
            variant >> 48,
            variant & 0xffff_ffff_ffff
        )
    }

    /// An ID in the format of the API: a prefix and 24 letters and digits.
    pub(crate) fn id(&mut self, prefix: &str) -> String {
        const ALPHABET: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
        let mut id = prefix.to_owned();
        id.extend((0..24).map(|_| char::from(self.pick(ALPHABET))));
        id
    }
}
