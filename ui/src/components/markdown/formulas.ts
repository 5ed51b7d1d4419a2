// Formulas as models write them: `$…$` and `\(…\)` in a line and `\[…\]` on lines of their own become `$$…$$`, the one
// form that the Markdown pipeline reads. A single `$` is more often money or a variable of a shell, so what stands
// between two of them must look like a formula. What stands in code, and the address of a link, is left as it is.

import type { Root } from "hast";
import type { mathFromMarkdown } from "mdast-util-math";
import type { math } from "micromark-extension-math";

/** What reads formulas between `$$` and draws them. */
export interface Formulas {
  syntax: ReturnType<typeof math>;
  nodes: ReturnType<typeof mathFromMarkdown>;
  draw: (tree: Root) => void;
}

/** The text with all its formulas between `$$`. */
export function withFormulas(text: string): string {
  if (!/\\[([]|\$/.test(text)) return text;
  const code = codeOf(text);
  let result = "";
  let done = 0;
  for (let at = nextMark(text, 0); at >= 0; at = nextMark(text, at)) {
    const span = code.find(({ start, end }) => at >= start && at < end);
    const dollar = text[at] === "$";
    const formula = span ? undefined : dollar ? dollarsAt(text, at, code) : formulaAt(text, at, code);
    if (formula) {
      result += text.slice(done, at) + formula.text;
      done = formula.end;
    }
    // A backslash takes the sign behind it with it: the second of two begins nothing.
    at = formula?.end ?? span?.end ?? (dollar ? afterDollars(text, at) : at + 2);
  }
  return result + text.slice(done);
}

interface Span {
  start: number;
  end: number;
}

/** The position of the next character that may begin a formula. */
function nextMark(text: string, from: number): number {
  const [backslash, dollar] = [text.indexOf("\\", from), text.indexOf("$", from)];
  return backslash < 0 || dollar < 0 ? Math.max(backslash, dollar) : Math.min(backslash, dollar);
}

/** The end of a `$$…$$` formula, which stays as it is; else the end of the dollars here. */
function afterDollars(text: string, at: number): number {
  if (text[at + 1] !== "$") return at + 1;
  const close = text.indexOf("$$", at + 2);
  return (close < 0 ? at : close) + 2;
}

/** The formula between two single dollars, if what stands there looks like one. */
function dollarsAt(text: string, start: number, code: Span[]): { text: string; end: number } | undefined {
  if (text[start + 1] === "$" || /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)))
    return undefined;
  const [inner] = /^[^$\\\n]*(?:\\.[^$\\\n]*)*(?=\$)/.exec(text.slice(start + 1)) ?? [];
  if (inner === undefined || !/^\S(?:.*\S)?$/.test(inner)) return undefined;
  const close = start + 1 + inner.length;
  if (/^\$[$\p{L}\p{N}]/u.test(text.slice(close, close + 3))) return undefined;
  if (code.some((span) => span.start > start && span.start < close)) return undefined;
  return looksWritten(inner) || isShort(inner) ? { text: `$$ ${inner} $$`, end: close + 1 } : undefined;
}

/** A variable such as `x` or `x1`, or signs between short names: `f(x)`, `a + b`. */
const isShort = (formula: string): boolean =>
  /^\p{L}\w?$/u.test(formula) || (/[-+*/<>!,()|]/.test(formula) && !/\p{L}{4}|^\d[\d.,]*/u.test(formula));

/** The formula that begins here, if one does. */
function formulaAt(text: string, start: number, code: Span[]): { text: string; end: number } | undefined {
  const display = text[start + 1] === "[";
  if (!display && text[start + 1] !== "(") return undefined;
  const close = closing(text, start + 2, display ? "]" : ")");
  if (close === undefined || code.some((span) => span.start > start && span.start < close)) return undefined;
  const inner = text.slice(start + 2, close);
  const formula = inner.trim();
  const end = close + 2;
  if (formula === "" || formula.includes("$$")) return undefined;
  // Spaces keep a dollar at an end of the formula apart from the marks; they are no part of it.
  if (!display) return isWords(formula) ? undefined : { text: `$$ ${formula} $$`, end };
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const after = text.slice(end).split("\n", 1)[0] ?? "";
  // Brackets within a sentence are more often brackets: there it must look like a formula.
  if (!isMargin(before) || after.trim() !== "")
    return looksWritten(formula) ? { text: `$$ ${formula} $$`, end } : undefined;
  // A list's or a quote's margin goes on in the lines that are added.
  const margin = before.replace(/[-*+]|\d+[.)]/, (mark) => " ".repeat(mark.length));
  const [first = "", ...lines] = inner.split("\n");
  const body = [...(first.trim() ? [margin + first.trim()] : []), ...lines];
  if (/^[ \t>]*$/.test(body.at(-1) ?? "")) body.pop();
  return { text: ["$$", ...body, `${margin}$$`].join("\n"), end };
}

/** Where the mark that closes a formula stands; none beyond the paragraph. */
function closing(text: string, from: number, mark: "]" | ")"): number | undefined {
  for (let at = from; at < text.length; at += text[at] === "\\" ? 2 : 1) {
    if (text[at] === "\n" && /^\n[ \t>]*\n/.test(text.slice(at, at + 40))) return undefined;
    if (text[at] !== "\\") continue;
    if (text[at + 1] === mark) return at;
    // One within another: the inner one may be a formula.
    if (text[at + 1] === (mark === "]" ? "[" : "(")) return undefined;
  }
  return undefined;
}

/** Nothing but what a list or a quote puts before its text. */
const isMargin = (before: string): boolean => /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?$/.test(before);

/** Words in brackets, which somebody kept from being read as a link. */
const isWords = (formula: string): boolean => /^\p{L}{2,}(?:[ ,.]+\p{L}+)+[.?!]?$/u.test(formula);

const looksWritten = (formula: string): boolean => /[\\^_={}]/.test(formula);

/** Where code and the addresses of links stand: nothing in them is a formula. */
function codeOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  let fence: { mark: string; start: number } | undefined;
  let blankBefore = true;
  let paragraph = 0;
  const closeParagraph = (end: number) => {
    if (paragraph < end) inlineCode(text, paragraph, end, spans);
  };
  for (const line of text.split("\n")) {
    const end = Math.min(at + line.length + 1, text.length);
    const mark = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)$/.exec(line);
    if (fence) {
      const [, run = "", rest = ""] = mark ?? [];
      if (run.startsWith(fence.mark) && rest.trim() === "") {
        spans.push({ start: fence.start, end });
        fence = undefined;
        paragraph = end;
      }
    } else if (mark && !(mark[1]?.startsWith("`") && mark[2]?.includes("`"))) {
      closeParagraph(at);
      fence = { mark: mark[1] ?? "", start: at };
    } else if (blankBefore && /^(?: {4}|\t| {1,3}\t)/.test(line)) {
      closeParagraph(at);
      spans.push({ start: at, end });
      paragraph = end;
      at = end;
      continue;
    } else if (line.trim() === "") {
      closeParagraph(at);
      paragraph = end;
    }
    blankBefore = line.trim() === "";
    at = end;
  }
  if (fence) spans.push({ start: fence.start, end: text.length });
  else closeParagraph(text.length);
  return spans;
}

/** Code within a line, and addresses of links, of one paragraph. */
function inlineCode(text: string, start: number, end: number, spans: Span[]): void {
  const part = text.slice(start, end);
  const found = /\\[\s\S]|(`+)|\]\((?:[^()\\\n]|\\.)*\)|<[a-z][a-z0-9+.-]*:[^\s<>]*>/gi;
  for (let match = found.exec(part); match; match = found.exec(part)) {
    const [whole, run] = match;
    if (whole.startsWith("\\")) continue;
    let length = whole.length;
    if (run) {
      const rest = part.slice(match.index + run.length);
      const close = [...rest.matchAll(/`+/g)].find((other) => other[0].length === run.length);
      // Marks that nothing closes are only marks.
      if (!close) continue;
      length = run.length * 2 + close.index;
    }
    spans.push({ start: start + match.index, end: start + match.index + length });
    found.lastIndex = match.index + length;
  }
}
