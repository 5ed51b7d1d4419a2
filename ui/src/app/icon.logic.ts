// The icon of the tab: the mark, with the state as a badge.

export type IconState = "idle" | "waiting" | "working";

// The colors of the style sheet, which an icon cannot read.
const ink = "#211d19";
const brass = "#f0ab2e";

/** A diamond needs you, an open ring works: the same shapes as in the list of sessions. */
const badges: Record<IconState, string> = {
  idle: "",
  waiting: `<path d="m23 15 8 8-8 8-8-8Z" fill="${brass}" stroke="#fff" stroke-width="2"/>`,
  working: `<circle cx="23.5" cy="23.5" r="8.5" fill="#fff"/><path d="M27.7 20.2a5.4 5.4 0 1 0 0 6.6" fill="none" stroke="#0b6fcb" stroke-width="3.2" stroke-linecap="round"/>`,
};

/** The icon for a state, as an address that a link takes. */
export function iconAddress(state: IconState): string {
  const mark = `<rect x="1" y="1" width="30" height="30" rx="8.5" fill="${ink}"/><path d="M16 6.6 23.8 24 16 19.8 8.2 24Z" fill="${brass}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}${badges[state]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
