// How components read what the host sends.

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type ConnectionState, connection, type SessionList } from "./connection";
import type { HostInfo, SessionSummary, SessionView } from "./generated";
import { useStore } from "./store";

const same = <T>(value: T) => value;

export const useConnection = (): ConnectionState => useStore(connection.state, same);
export const useHost = (): HostInfo | undefined => useStore(connection.host, same);
export const useSessions = (): SessionList | undefined => useStore(connection.sessions, same);

/** Something counted or chosen from the list of sessions; renders again only when it changes. Return no new object. */
export const useSessionList = <S>(select: (sessions: SessionList | undefined) => S): S =>
  useStore(connection.sessions, select);

/** The summary of one session; renders again only when that session changes. */
export const useSession = (id: string | undefined): SessionSummary | undefined =>
  useStore(connection.sessions, (sessions) => (id === undefined ? undefined : sessions?.get(id)));

/** Why the host does not show this session, if it said so. */
export const useRefused = (session: string): string | undefined =>
  useStore(connection.refused, (refused) => refused.get(session));

/**
 * Reads part of a session's view and keeps it up to date; undefined until it has arrived.
 * The selector must return the same object for the same view, and be stable itself.
 */
export function useView<S>(session: string, select: (view: SessionView) => S): S | undefined {
  const watch = useMemo(() => lazyWatch(session), [session]);
  useEffect(() => watch.stop, [watch]);
  return useSyncExternalStore(watch.subscribe, () => {
    const view = watch.get();
    return view === undefined ? undefined : select(view);
  });
}

/** Starts watching with the first subscriber, so that a component that never mounts leaves nothing behind. */
function lazyWatch(session: string) {
  let watched: ReturnType<typeof connection.watch> | undefined;
  const start = () => {
    watched ??= connection.watch(session);
    return watched.store;
  };
  return {
    get: () => connection.peek(session),
    subscribe: (listener: () => void) => start().subscribe(listener),
    stop: () => {
      watched?.stop();
      watched = undefined;
    },
  };
}
