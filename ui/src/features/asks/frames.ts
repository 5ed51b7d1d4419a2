// The requests on the screen, for what acts on them from elsewhere: Esc, the inbox, the key that leads to one.

import { activeSession } from "@/app/navigation";
import { partOf, sessionAround } from "@/lib/panes";

export interface Frame {
  session: string;
  /** Of the session and the request. */
  name: string;
  kind: "permission" | "other";
  element: HTMLElement;
  /** From when keys can answer it; undefined while part of it is out of sight. */
  readyAt: () => number | undefined;
  /** Says no, or skips. */
  no: () => void;
}

const frames = new Map<string, Frame>();
const listeners = new Set<() => void>();

/** The session whose request is selected in the inbox. */
let selected: string | undefined;

/** When the selection was last handed on because a request was settled. */
let handedAt = 0;

export const lastHanded = (): number => handedAt;

export function subscribeFrames(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a request came, went, or became ready. */
export function framesChanged(): void {
  for (const listener of listeners) listener();
}

/** The next request has its own time before a key can answer it. */
export function handOn(): void {
  handedAt = performance.now();
  framesChanged();
}

export function putFrame(frame: Frame): () => void {
  frames.set(frame.name, frame);
  framesChanged();
  return () => {
    if (frames.get(frame.name) === frame) frames.delete(frame.name);
    framesChanged();
  };
}

export const frameOf = (session: string): Frame | undefined =>
  [...frames.values()].find((frame) => frame.session === session);

/** Marks the request that the inbox has selected. */
export function selectFrame(session: string | undefined): void {
  selected = session;
  framesChanged();
}

/** The request that the person has before them: the focused one, that of the pane they work in, or the selected one. */
export function currentFrame(): Frame | undefined {
  const focused = document.activeElement;
  const within = [...frames.values()].find(({ element }) => element.contains(focused));
  if (within) return within;
  const active = activeSession();
  if (active === undefined) return selected === undefined ? undefined : frameOf(selected);
  const pane = sessionAround(focused) ?? active;
  const frame = frameOf(pane);
  return frame && partOf(pane, "pane")?.contains(frame.element) ? frame : undefined;
}
