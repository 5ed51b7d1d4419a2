// Something that is fetched when a panel opens, with what to show meanwhile and when it fails.

import { useCallback, useEffect, useRef, useState } from "react";

export type Load<T> =
  | { state: "loading" }
  | { state: "failed"; error: Error }
  /** `renewing` while a newer answer is on its way; the old one stays on the screen. */
  | { state: "ready"; data: T; renewing: boolean };

export interface Loaded<T> {
  load: Load<T>;
  reload: () => Promise<void>;
}

/**
 * Fetches at once and whenever `key` changes; undefined as a key fetches nothing.
 * When `renew` changes it fetches again, with the old answer on the screen until then.
 */
export function useLoad<T>(key: string | undefined, fetch: () => Promise<T>, renew?: unknown): Loaded<T> {
  const [load, setLoad] = useState<Load<T>>({ state: "loading" });
  const newest = useRef(0);
  const latest = useRef(fetch);
  latest.current = fetch;
  const reload = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    setLoad((before) => (before.state === "ready" ? { ...before, renewing: true } : { state: "loading" }));
    const next = await latest.current().then(
      (data): Load<T> => ({ state: "ready", data, renewing: false }),
      (error: unknown): Load<T> => ({ state: "failed", error: asError(error) }),
    );
    if (mine === newest.current) setLoad(next);
  }, []);
  useEffect(() => {
    if (key === undefined) return;
    setLoad({ state: "loading" });
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [key, reload]);
  const renewed = useRef(renew);
  useEffect(() => {
    if (Object.is(renewed.current, renew)) return;
    renewed.current = renew;
    if (key !== undefined) void reload();
  }, [renew, key, reload]);
  return { load, reload };
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
