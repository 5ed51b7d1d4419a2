// The context window as parts of a bar.

import type { ContextCategory, ContextUsage, SessionView } from "@/api/generated";
import { panelStrings } from "@/strings/late";

/** What the categories do not account for. */
const OTHER = panelStrings.context.other;

/** Above this the person is warned. */
export const FULL_PERCENT = 80;

export interface Part {
  name: string;
  tokens: number;
  kind: ContextCategory["kind"];
  /** 0 to 100, of the whole window. */
  share: number;
}

/** What fills the window, largest first, then what is reserved; free space and what is not loaded are left out. */
export function parts(context: ContextUsage): Part[] {
  const total = context.maxTokens ?? sum(context.categories.filter(({ kind }) => kind !== "deferred"));
  if (!total) return [];
  const known = sum(context.categories.filter(({ kind }) => kind === "used"));
  const rest = context.usedTokens - known;
  const other: ContextCategory[] = rest > total / 1000 ? [{ name: OTHER, tokens: rest, kind: "used" }] : [];
  return [...context.categories, ...other]
    .filter(({ kind, tokens }) => (kind === "used" || kind === "buffer") && tokens > 0)
    .map((category) => ({ ...category, share: (category.tokens / total) * 100 }))
    .sort(
      (left, right) =>
        Number(left.kind === "buffer") - Number(right.kind === "buffer") || right.tokens - left.tokens,
    );
}

const sum = (categories: ContextCategory[]) => categories.reduce((total, { tokens }) => total + tokens, 0);

/** Used share in percent: as reported, or reckoned from the tokens. */
export function percentage(context: ContextUsage): number | undefined {
  if (context.percentage !== undefined) return context.percentage;
  return context.maxTokens ? (context.usedTokens / context.maxTokens) * 100 : undefined;
}

export interface CompactionMark {
  id: string;
  at: number;
  state: string;
  trigger: string | undefined;
  before: number | undefined;
  after: number | undefined;
}

/** The compactions among the entries that are loaded, newest first. */
export function compactions(entries: SessionView["entries"]): CompactionMark[] {
  const marks: CompactionMark[] = [];
  for (const { id, at, body } of entries) {
    if (body.kind !== "compaction") continue;
    const { state, trigger, tokensBefore, tokensAfter } = body;
    marks.unshift({ id, at, state, trigger, before: tokensBefore, after: tokensAfter });
  }
  return marks;
}
