// Finds by what was typed: in the palette, after `/` and after `@`.

import { go } from "fuzzysort";

/** Letters that are merely scattered over a text score lower than this. */
const THRESHOLD = 0.5;

/** What is found by its name counts more than what is found by its other words. */
const OTHERS_WEIGHT = 0.7;

interface Found<T> {
  item: T;
  /** From 0 to 1. */
  score: number;
}

/** The items that fit, the best first. Each typed word must fit the name or one of the other words. */
export function fuzzy<T>(
  typed: string,
  items: readonly T[],
  nameOf: (item: T) => string,
  othersOf: (item: T) => readonly string[] = () => [],
): Found<T>[] {
  const words = typed.trim().split(/\s+/).filter(Boolean);
  let found: Found<T>[] = items.map((item) => ({ item, score: 1 }));
  for (const word of words) found = narrowed(word, found, nameOf, othersOf);
  return found.sort((left, right) => right.score - left.score);
}

function narrowed<T>(
  word: string,
  found: Found<T>[],
  nameOf: (item: T) => string,
  othersOf: (item: T) => readonly string[],
): Found<T>[] {
  const options = { limit: 0, threshold: THRESHOLD };
  const scores = new Map<Found<T>, number>();
  const keep = (one: Found<T>, score: number) => scores.set(one, Math.max(score, scores.get(one) ?? 0));
  for (const { obj, score } of go(word, found, { ...options, key: ({ item }) => nameOf(item) }))
    keep(obj, score);
  const others = found.flatMap((one) => othersOf(one.item).map((text) => ({ one, text })));
  for (const { obj, score } of go(word, others, { ...options, key: "text" }))
    keep(obj.one, score * OTHERS_WEIGHT);
  return [...scores].map(([{ item, score: before }, score]) => ({ item, score: before * score }));
}
