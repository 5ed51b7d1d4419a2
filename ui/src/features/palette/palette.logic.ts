// What the palette offers, and how what is typed finds it.

import type { ReactNode } from "react";

export interface Item {
  /** Stable while the palette is open. */
  value: string;
  /** What it is called. */
  title: string;
  /** What else it is found by. Never an id: whoever types a word would find it in one by chance. */
  also: string[];
  run: () => void;
  /** What is shown instead of the bare title. */
  shown?: ReactNode;
  /** At the end of the line: a key, or what it is now. */
  end?: ReactNode;
}

export interface Group {
  heading: string;
  items: Item[];
}

const plain = (text: string): string => text.toLocaleLowerCase();

const STARTS = 8;
const STARTS_A_WORD = 4;
const IN_TITLE = 2;
const ELSEWHERE = 1;

/** How well one typed word fits; 0 when it stands nowhere. */
function fitOfWord(word: string, title: string, also: string[]): number {
  if (title.startsWith(word)) return STARTS;
  const at = title.indexOf(word);
  if (at > 0 && title.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))) return STARTS_A_WORD;
  if (at > 0) return IN_TITLE;
  return also.some((text) => text.includes(word)) ? ELSEWHERE : 0;
}

/** How well an item fits: each word that was typed must stand somewhere in it. */
export function howWell(typed: string, { title, also }: Pick<Item, "title" | "also">): number {
  const [name, others] = [plain(title), also.map(plain)];
  const fits = plain(typed)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => fitOfWord(word, name, others));
  return fits.includes(0) ? 0 : fits.reduce((sum, one) => sum + one, 0);
}

/** What fits, the best first; groups stay together and come in the order of their best. */
export function found(typed: string, groups: Group[]): Group[] {
  if (typed.trim() === "") return groups.filter(({ items }) => items.length > 0);
  return groups
    .map(({ heading, items }) => {
      const fitting = items
        .map((item) => ({ item, fit: howWell(typed, item) }))
        .filter((one) => one.fit > 0)
        .sort((left, right) => right.fit - left.fit);
      return { heading, best: fitting[0]?.fit ?? 0, items: fitting.map(({ item }) => item) };
    })
    .filter(({ best }) => best > 0)
    .sort((left, right) => right.best - left.best)
    .map(({ heading, items }) => ({ heading, items }));
}
