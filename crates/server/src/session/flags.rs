//! The further flags of the CLI that a person typed.

/// The flags with another budget for the CLI, or with none.
pub(super) fn with_budget(flags: &[&str], budget: f64) -> Vec<String> {
    const BUDGET: &str = "--max-budget-usd";
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if *flag == BUDGET {
            rest.next();
        } else if !flag
            .strip_prefix(BUDGET)
            .is_some_and(|value| value.starts_with('='))
        {
            kept.push((*flag).to_owned());
        }
    }
    if budget > 0.0 {
        kept.extend([BUDGET.to_owned(), budget.to_string()]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::with_budget;

    #[test]
    fn a_budget_is_replaced_in_both_ways_of_writing() {
        let typed = ["--max-budget-usd", "0.5", "--verbose", "--max-budget-usd=2"];
        assert_eq!(with_budget(&typed, 0.0), ["--verbose"]);
        assert_eq!(
            with_budget(&typed, 1.5),
            ["--verbose", "--max-budget-usd", "1.5"]
        );
        assert!(with_budget(&[], 0.0).is_empty());
    }
}
