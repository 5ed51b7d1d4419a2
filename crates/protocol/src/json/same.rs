//! Semantic comparison of two JSON texts.

use std::collections::BTreeMap;

use super::{elements, members, unescape};

/// The depth up to which values are compared by member; deeper values must have equal text.
const DEPTH: usize = 256;

/// Returns whether two checked texts are the same JSON, ignoring the order of keys and white space; null and absent
/// differ.
///
/// Numbers are the same if their text is, or if both are the same finite number within the exact range of a double.
pub(crate) fn same(left: &str, right: &str) -> bool {
    same_at(left, right, DEPTH)
}

fn same_at(left: &str, right: &str, depth: usize) -> bool {
    if left == right {
        return true;
    }
    if depth == 0 {
        return false;
    }
    match (left.as_bytes().first(), right.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => same_objects(left, right, depth),
        (Some(b'['), Some(b'[')) => same_lists(left, right, depth),
        (Some(b'"'), Some(b'"')) => same_strings(left, right),
        (Some(b'-' | b'0'..=b'9'), Some(b'-' | b'0'..=b'9')) => same_numbers(left, right),
        _ => false,
    }
}

fn same_objects(left: &str, right: &str, depth: usize) -> bool {
    let (Ok(left), Ok(right)) = (members(left), members(right)) else {
        return false;
    };
    // Keys that have no exact text can only be compared as part of the whole text, which was done before.
    if left.iter().chain(&right).any(|member| !member.exact) {
        return false;
    }
    // A map keeps the last of two equal keys, as every JSON parser does.
    let left: BTreeMap<_, _> = left
        .into_iter()
        .map(|member| (member.key, member.raw))
        .collect();
    let right: BTreeMap<_, _> = right
        .into_iter()
        .map(|member| (member.key, member.raw))
        .collect();
    left.len() == right.len()
        && left.iter().all(|(key, value)| {
            right
                .get(key)
                .is_some_and(|other| same_at(value, other, depth - 1))
        })
}

fn same_lists(left: &str, right: &str, depth: usize) -> bool {
    let list = |text| elements(text).collect::<Result<Vec<_>, _>>();
    let (Ok(left), Ok(right)) = (list(left), list(right)) else {
        return false;
    };
    left.len() == right.len()
        && left
            .iter()
            .zip(&right)
            .all(|(left, right)| same_at(left, right, depth - 1))
}

fn same_strings(left: &str, right: &str) -> bool {
    let mut exact = true;
    let inner =
        |text: &str, exact: &mut bool| unescape(&text[1..text.len() - 1], exact).into_owned();
    inner(left, &mut exact) == inner(right, &mut exact) && exact
}

fn same_numbers(left: &str, right: &str) -> bool {
    /// From here on, a double no longer represents every integer.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match (left.parse::<f64>(), right.parse::<f64>()) {
        (Ok(left), Ok(right)) => left == right && left.abs() < EXACT,
        _ => false,
    }
}
