// Which keys each command has: those of its table, unless the person chose others.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Command } from "../commands/command";
import { findCommand } from "../commands/registry";
import { normalise, shown } from "./keys";

interface Bindings {
  /** What the person chose, by id; an empty list for no key at all. */
  chosen: Record<string, string[]>;
  choose: (id: string, keys: string[]) => void;
  /** Back to the table: one, or all of them. */
  reset: (id?: string) => void;
}

export const useBindings = create<Bindings>()(
  persist(
    (set) => ({
      chosen: {},
      choose: (id, keys) => set(({ chosen }) => ({ chosen: { ...chosen, [id]: keys } })),
      reset: (id) =>
        set(({ chosen }) => {
          if (id === undefined) return { chosen: {} };
          const { [id]: _, ...rest } = chosen;
          return { chosen: rest };
        }),
    }),
    { name: "pilothouse.keys" },
  ),
);

/** Keys that a field reads itself cannot be rebound. */
export const isFixed = (command: Command): boolean => command.run === undefined;

export const keysOf = (command: Command, chosen: Bindings["chosen"]): string[] =>
  isFixed(command) ? command.keys : (chosen[command.id] ?? command.keys);

/** Key combinations of more than one command, with the ids of those. Keys that fields read do not count. */
export function conflicts(list: readonly Command[], chosen: Bindings["chosen"]): Map<string, string[]> {
  const wanted = new Map<string, Set<string>>();
  for (const command of list) {
    if (isFixed(command)) continue;
    for (const keys of keysOf(command, chosen)) {
      const ids = wanted.get(normalise(keys)) ?? new Set();
      wanted.set(normalise(keys), ids.add(command.id));
    }
  }
  return new Map([...wanted].filter(([, ids]) => ids.size > 1).map(([keys, ids]) => [keys, [...ids]]));
}

/** The first key of a command as tooltips show it; undefined when it has none. */
export function keyLabel(command: Command | undefined, chosen: Bindings["chosen"]): string | undefined {
  const first = command && keysOf(command, chosen)[0];
  return first === undefined ? undefined : shown(first);
}

export function useKeyLabel(id: string): string | undefined {
  return useBindings(({ chosen }) => keyLabel(findCommand(id), chosen));
}
