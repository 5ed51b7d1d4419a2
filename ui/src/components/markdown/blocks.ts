// Splits Markdown into blocks that can be drawn one by one: while a text grows, only its last block is read again.
//
// Blocks end at blank lines. What can hold a blank line stays together: fenced code, formulas, lists and indented code.
// Splitting too little costs time only, so what is rare is not split.

const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const INDENTED = /^(?: {2,}|\t)/;
const CODE = /^(?: {4,}|\t)/;
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;
/** Footnotes and link definitions hold for the whole text. */
const WHOLE = /\[\^[^\]\s]+\]|^ {0,3}\[[^\]]+\]:/m;

/** Whether a line after a blank one still belongs to the block. */
function continues(first: string, line: string): boolean {
  if (LIST.test(first)) return LIST.test(line) || INDENTED.test(line);
  return CODE.test(first) && CODE.test(line);
}

/** The blocks; put together they are the text. */
export function blocksOf(text: string): string[] {
  if (WHOLE.test(text)) return [text];
  const blocks: string[] = [];
  let first = "";
  let start = 0;
  let at = 0;
  let blank = false;
  /** The line that ends what is open, such as a fence. */
  let end: RegExp | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    if (end) {
      if (end.test(line)) end = undefined;
    } else if (line.trim() === "") {
      blank = true;
    } else {
      if (at === start) first = line;
      else if (blank && !continues(first, line)) {
        blocks.push(text.slice(start, at));
        start = at;
        first = line;
      }
      blank = false;
      end = endOf(line);
    }
    at += line.length;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

/** Whether code that begins in the block has not come to its end. */
export function hasOpenFence(block: string): boolean {
  let end: RegExp | undefined;
  for (const line of block.split("\n")) {
    if (end) end = end.test(line) ? undefined : end;
    else end = FENCE.test(line) ? endOf(line) : undefined;
  }
  return end !== undefined;
}

function endOf(line: string): RegExp | undefined {
  const fence = FENCE.exec(line)?.[1];
  if (fence) return new RegExp(`^\\s*\\${fence[0]}{${fence.length},}\\s*$`);
  // A formula that does not end in its own line.
  return /^\s*\$\$/.test(line) && line.split("$$").length === 2 ? /\$\$/ : undefined;
}
