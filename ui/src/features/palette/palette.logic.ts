// What the palette offers, and how what is typed finds it.

import type { ReactNode } from "react";
import type { Command } from "@/app/commands/command";
import { fuzzy } from "@/lib/fuzzy";
import { commands as commandWords } from "@/strings";
import { palette as words } from "@/strings/late";

export interface Item {
  /** Stable while the palette is open. */
  value: string;
  /** What it is called. */
  title: string;
  /** What else it is found by. Never an id: a typed word would be found in one by chance. */
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

/** What a command is found by besides its title: its group and further words. */
export const alsoOf = ({ id, group }: Pick<Command, "id" | "group">): string[] => [
  commandWords.groups[group],
  ...(words.keywords[id] ?? []),
];

/** What fits, the best first; groups stay together and come in the order of their best. */
export function found(typed: string, groups: Group[]): Group[] {
  if (typed.trim() === "") return groups.filter(({ items }) => items.length > 0);
  return groups
    .map(({ heading, items }) => ({ heading, fitting: fuzzy(typed, items, titleOf, otherWords) }))
    .filter(({ fitting }) => fitting.length > 0)
    .sort((left, right) => (right.fitting[0]?.score ?? 0) - (left.fitting[0]?.score ?? 0))
    .map(({ heading, fitting }) => ({ heading, items: fitting.map(({ item }) => item) }));
}

const titleOf = ({ title }: Item): string => title;
const otherWords = ({ also }: Item): string[] => also;
