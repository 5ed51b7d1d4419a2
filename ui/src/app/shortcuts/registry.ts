// Which keys do what right now: the table, what the person changed in it, and who is there to do it.

import { useEffect, useRef } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { canNow } from "@/api/scope";
import { isField } from "@/lib/fields";
import { panels } from "../panels";
import { isTyped, normalise, pressed, shown } from "./keys";
import { type Shortcut, shortcuts } from "./table";

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

/** Everything that can have a key: the table, and one line for every panel. */
export function allShortcuts(): Shortcut[] {
  const forPanels = panels.map(
    (panel): Shortcut => ({
      id: `panel.${panel.id}`,
      title: panel.title,
      group: "panels",
      keys: panel.shortcut ? [panel.shortcut] : [],
      ...(panel.needs ? { needs: panel.needs } : {}),
    }),
  );
  return [...shortcuts, ...forPanels];
}

export const keysOf = (shortcut: Shortcut, chosen: Bindings["chosen"]): string[] =>
  shortcut.fixed ? shortcut.keys : (chosen[shortcut.id] ?? shortcut.keys);

/** Combinations that more than one thing wants, with the ids of those. Fields' own keys do not count. */
export function conflicts(list: Shortcut[], chosen: Bindings["chosen"]): Map<string, string[]> {
  const wanted = new Map<string, Set<string>>();
  for (const shortcut of list) {
    if (shortcut.fixed) continue;
    for (const keys of keysOf(shortcut, chosen)) {
      const ids = wanted.get(normalise(keys)) ?? new Set();
      wanted.set(normalise(keys), ids.add(shortcut.id));
    }
  }
  return new Map([...wanted].filter(([, ids]) => ids.size > 1).map(([keys, ids]) => [keys, [...ids]]));
}

/** The first key of something, as it is shown in tooltips; undefined when it has none. */
export function useKeyLabel(id: string): string | undefined {
  const chosen = useBindings((state) => state.chosen);
  const shortcut = allShortcuts().find((known) => known.id === id);
  const first = shortcut && keysOf(shortcut, chosen)[0];
  return first === undefined ? undefined : shown(first);
}

type Run = () => void;
const handlers = new Map<string, Run[]>();

/** Whether something is there to do it and this device may: only then is it offered. */
export const canRun = (id: string): boolean =>
  (handlers.get(id)?.length ?? 0) > 0 && canNow(allShortcuts().find((known) => known.id === id)?.needs);

/** Does it, as if its key had been pressed. Of several that could, the newest does. */
export function run(id: string): boolean {
  const handler = handlers.get(id)?.at(-1);
  handler?.();
  return handler !== undefined;
}

/** Does `run` on the key of `id`, while the component is there. */
export function useShortcut(id: string, run: Run, enabled = true): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return;
    const handler = () => latest.current();
    handlers.set(id, [...(handlers.get(id) ?? []), handler]);
    return () => {
      const rest = (handlers.get(id) ?? []).filter((other) => other !== handler);
      handlers.set(id, rest);
    };
  }, [id, enabled]);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = pressed(event);
  if (keys === undefined) return;
  if (isTyped(keys) && isField(event.target)) return;
  const { chosen } = useBindings.getState();
  const wanted = allShortcuts().find(
    (shortcut) =>
      !shortcut.fixed &&
      canRun(shortcut.id) &&
      keysOf(shortcut, chosen).some((own) => normalise(own) === keys),
  );
  if (!wanted) return;
  event.preventDefault();
  run(wanted.id);
}

/** Listens for keys, for as long as the page is there. */
export const startShortcuts = (): void => addEventListener("keydown", onKeyDown);
