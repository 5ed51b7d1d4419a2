// How sessions that are side by side share the width.

/** The least share of one, so that none vanishes. */
const LEAST = 0.15;

/** The shares that were kept, if they are for this many; equal ones otherwise. */
export function equalShares(kept: number[], count: number): number[] {
  if (kept.length === count) return kept;
  return Array.from({ length: count }, () => 1 / count);
}

/** Gives one another share; its right neighbour takes what is left of the two. */
export function moveShare(shares: number[], index: number, share: number): number[] {
  const both = (shares[index] ?? 0) + (shares[index + 1] ?? 0);
  const least = Math.min(LEAST, both / 2);
  const next = Math.min(both - least, Math.max(least, share));
  return shares.map((old, place) => (place === index ? next : place === index + 1 ? both - next : old));
}
