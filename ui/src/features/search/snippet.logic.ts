// The found words of a snippet stand between two private characters.

export interface SnippetPart {
  /** Where it begins in the snippet. */
  at: number;
  text: string;
  found: boolean;
}

const START = "\uE000";
const END = "\uE001";

export function snippetParts(snippet: string): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let found = false;
  let text = "";
  let at = 0;
  const flush = (end: number) => {
    if (text !== "") parts.push({ at, text, found });
    text = "";
    at = end;
  };
  for (const [index, sign] of [...snippet].entries()) {
    if (sign !== START && sign !== END) {
      text += sign;
      continue;
    }
    flush(index);
    found = sign === START;
  }
  flush(snippet.length);
  return parts;
}
