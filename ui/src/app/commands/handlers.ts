// Commands that a mounted component carries out, such as opening the find bar of its session.

import { useLayoutEffect, useRef } from "react";
import type { Command, Context } from "./command";

/** Takes what was typed after a command of the terminal. */
type Run = (text?: string) => void;

interface Handler {
  /** Undefined where the component belongs to no session. */
  session: string | undefined;
  run: Run;
}

const handlers = new Map<string, Handler[]>();

interface Options {
  /** Handles the command for this session only. */
  session?: string;
  enabled?: boolean;
}

/** Carries out a command while the component is mounted. Of several handlers, the newest runs. */
export function useHandler(id: string, run: Run, { session, enabled = true }: Options = {}): void {
  const latest = useRef(run);
  // Before the paint: a key may be pressed as soon as the person sees what it acts on.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
    if (!enabled) return;
    return addHandler(id, { session, run: (text) => latest.current(text) });
  }, [id, session, enabled]);
}

/** Adds a handler and returns how to remove it. */
export function addHandler(id: string, handler: Handler): () => void {
  handlers.set(id, [...(handlers.get(id) ?? []), handler]);
  return () =>
    handlers.set(
      id,
      (handlers.get(id) ?? []).filter((other) => other !== handler),
    );
}

const handlerOf = (id: string, session: string | undefined): Handler | undefined =>
  handlers.get(id)?.findLast((handler) => handler.session === undefined || handler.session === session);

/** A command that applies while a component handles it. */
export const handled = (command: Omit<Command, "when" | "run">): Command => ({
  ...command,
  when: ({ session }: Context) => handlerOf(command.id, session) !== undefined,
  run: ({ session }: Context, _slash, text) => handlerOf(command.id, session)?.run(text),
});
