//! The stack of open brackets.

/// One bit per open bracket: true for an object.
#[derive(Default)]
pub(super) struct Nesting {
    bits: u64,
    depth: usize,
    spill: Vec<u64>,
}

impl Nesting {
    pub(super) fn push(&mut self, in_object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.spill.push(self.bits);
        }
        self.bits = (self.bits << 1) | u64::from(in_object);
        self.depth += 1;
    }

    pub(super) fn pop(&mut self) {
        self.depth -= 1;
        self.bits >>= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.bits = self.spill.pop().unwrap_or_default();
        }
    }

    pub(super) fn top(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.bits & 1 == 1)
    }
}
