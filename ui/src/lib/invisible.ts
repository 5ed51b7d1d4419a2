// Characters that cannot be seen, or that change the order in which others are shown: a text with them can look like
// another one. Before a person decides about a text they are shown as codes.

// Format and private characters, separators, controls but tab and line feed, spaces other than the usual one.
const CLASSES = /\p{Cf}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|(?![\t\n])\p{Cc}|(?! )\p{Zs}/u;
// Letters and marks that are drawn as nothing: fillers of Hangul, the blank of Braille, selectors of variants.
const BLANKS =
  /\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0|[\u{e0100}-\u{e01ef}]/u;
const HIDDEN = new RegExp(`${CLASSES.source}|${BLANKS.source}`, "gu");

// A picture may be made of several, joined by a character that cannot be seen.
const PICTURE =
  /\p{Extended_Pictographic}\ufe0f?(?:[\u{1f3fb}-\u{1f3ff}])?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*/gu;

const code = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** The text with what cannot be seen as codes: `⟨U+202E⟩`. A line that ends with CR LF is left as it is. */
export function revealed(text: string): string {
  let shown = "";
  let from = 0;
  for (const { 0: picture, index } of text.matchAll(PICTURE)) {
    shown += codes(text.slice(from, index)) + picture;
    from = index + picture.length;
  }
  return shown + codes(text.slice(from));
}

const codes = (text: string): string =>
  text.replace(HIDDEN, (character, at: number) =>
    character === "\r" && text[at + 1] === "\n" ? character : code(character),
  );

/** The same for every text in a value. */
export function revealedIn<T>(value: T): T {
  if (typeof value === "string") return revealed(value) as T;
  if (Array.isArray(value)) return value.map(revealedIn) as T;
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).map(([name, member]) => [revealed(name), revealedIn(member)]);
  return Object.fromEntries(members) as T;
}

/** Whether a value holds anything that cannot be seen. */
export const hidesAnything = (value: unknown): boolean =>
  JSON.stringify(value) !== JSON.stringify(revealedIn(value));
