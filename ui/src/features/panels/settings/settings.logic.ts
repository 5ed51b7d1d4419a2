// The order of rules.

/** Rules in the order of what wins: deny, ask, allow; then by name. */
export function sortedRules<R extends { behavior: string; rule: string }>(rules: R[]): R[] {
  const order = ["deny", "ask", "allow"];
  return [...rules].sort(
    (left, right) =>
      order.indexOf(left.behavior) - order.indexOf(right.behavior) || left.rule.localeCompare(right.rule),
  );
}
