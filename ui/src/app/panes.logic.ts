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

/** Below this width neither a request nor the bar under the message field can be read. */
const LEAST_PX = 320;

interface Widths {
  window: number;
  /** Zero while it is hidden. */
  sidebar: number;
  dock: number;
}

/** Whether so many sessions fit side by side; else only the active one is shown. */
export const fitSideBySide = ({ window, sidebar }: Widths, panes: number): boolean =>
  (window - sidebar) / panes >= LEAST_PX;

/** Whether a panel fits beside the sessions on the screen; else it lies over them. */
export const fitsBeside = ({ window, sidebar, dock }: Widths, panes: number): boolean =>
  (window - sidebar - dock) / Math.max(1, panes) >= LEAST_PX;
