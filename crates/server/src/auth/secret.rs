//! Secrets: made at random, kept as hashes.

use sha2::{Digest, Sha256};

use crate::problem::Problem;

/// A random text that is hard to guess: 256 bits, in letters that need no escaping anywhere.
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn generate() -> Result<Self, Problem> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(Problem::internal)?;
        Ok(Self(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn into_string(self) -> String {
        self.0
    }
}

/// A plain hash is enough: a secret of 256 random bits cannot be found by trying.
pub(super) fn hash(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// Compares without telling by its duration where two hashes differ.
pub(super) fn same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && left
            .iter()
            .zip(right)
            .fold(0, |differs, (left, right)| differs | (left ^ right))
            == 0
}
