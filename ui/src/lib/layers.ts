// What is open over or beside the page and is closed by Esc, and fields that keep what Esc clears.

import { useEffect, useRef } from "react";

type Close = () => void;

/** What is open, the newest last. */
const layers: { close: Close }[] = [];

const listeners = new Set<() => void>();

export function subscribeLayers(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(): void {
  for (const listener of listeners) listener();
}

export const hasLayer = (): boolean => layers.length > 0;

/** Closes the newest. */
export const closeLayer = (): void => layers.at(-1)?.close();

/** Esc closes this while it is open; of several, the newest first. */
export function useEscLayer(open: boolean, close: Close): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return;
    const layer = { close: () => latest.current() };
    layers.push(layer);
    changed();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      changed();
    };
  }, [open]);
}

/** The same, as part of something that is there only while it is open. */
export function EscLayer({ onClose }: { onClose: Close }) {
  useEscLayer(true, onClose);
  return null;
}

const keepers = new WeakMap<Element, () => void>();

/** Calls `keep` before Esc clears the field, for what the browser cannot undo. */
export function keepCleared(field: Element, keep: () => void): () => void {
  keepers.set(field, keep);
  return () => keepers.delete(field);
}

export const keepText = (field: Element): void => keepers.get(field)?.();
