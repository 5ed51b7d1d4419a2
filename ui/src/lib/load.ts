// Something that is fetched, with what to show meanwhile and when it fails.

import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";

export type Load<T> =
  | { state: "loading" }
  | { state: "failed"; error: Error }
  /** `renewing` while a newer answer is on its way; the old one stays on the screen. */
  | { state: "ready"; data: T; renewing: boolean };

export interface Loaded<T> {
  load: Load<T>;
  reload: () => Promise<void>;
}

/** Fetches a query of `@/api/queries`, or shows what is cached and renews it; undefined fetches nothing. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the key and of what is selected from say nothing here
export function useLoad<T>(query: UseQueryOptions<any, Error, T, any> | undefined): Loaded<T> {
  const { data, error, isFetching, refetch } = useQuery<unknown, Error, T>({
    ...(query ?? { queryKey: ["nothing"], queryFn: () => Promise.reject(new Error()) }),
    enabled: query !== undefined,
  });
  const reload = useCallback(async () => {
    await refetch();
  }, [refetch]);
  return { load: loadOf(data, error, isFetching), reload };
}

function loadOf<T>(data: T | undefined, error: Error | null, isFetching: boolean): Load<T> {
  if (error !== null) return isFetching ? { state: "loading" } : { state: "failed", error };
  return data === undefined ? { state: "loading" } : { state: "ready", data, renewing: isFetching };
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
