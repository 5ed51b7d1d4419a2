// The parts of the sessions on the screen that take the focus. Each registers itself, so nothing has to look for it.

import { type RefObject, useLayoutEffect } from "react";

/** All of a session's pane; its message field; what scrolls in its transcript. */
type Part = "pane" | "field" | "log";

const parts = new Map<string, HTMLElement>();

const nameOf = (session: string, part: Part) => `${part} ${session}`;

/** Registers a part of a session while it is mounted. */
export function usePanePart(session: string, part: Part, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    return current ? putPart(session, part, current) : undefined;
  }, [session, part, element]);
}

/** The same, outside of a component; returns how to take it back. */
export function putPart(session: string, part: Part, element: HTMLElement): () => void {
  const name = nameOf(session, part);
  parts.set(name, element);
  return () => {
    if (parts.get(name) === element) parts.delete(name);
  };
}

export const partOf = (session: string, part: Part): HTMLElement | undefined =>
  parts.get(nameOf(session, part));

/** The session whose pane holds an element. */
export const sessionAround = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>("[data-session]")?.dataset.session;
