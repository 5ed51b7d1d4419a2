// What is being typed: a slash command at the beginning, or a mention of a file.

export type Typing = { kind: "command"; query: string } | { kind: "mention"; query: string; start: number };

/** Looks at the text before the cursor. */
export function typingAt(text: string, cursor: number): Typing | undefined {
  const before = text.slice(0, cursor);
  const command = /^\/([\w:-]*)$/.exec(before);
  if (command) return { kind: "command", query: command[1] ?? "" };
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (!mention) return undefined;
  const query = mention[1] ?? "";
  return { kind: "mention", query, start: before.length - query.length - 1 };
}

/** Sorts names by how well they fit: those that begin with the query first. */
export function ranked<T>(items: T[], query: string, nameOf: (item: T) => string, most = 8): T[] {
  const wanted = query.toLowerCase();
  const fits = items.filter((item) => nameOf(item).toLowerCase().includes(wanted));
  const starts = (item: T) => (nameOf(item).toLowerCase().startsWith(wanted) ? 0 : 1);
  return fits.sort((left, right) => starts(left) - starts(right)).slice(0, most);
}
