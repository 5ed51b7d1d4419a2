// Older pages of a session: one at a time, and until a certain entry is there.

import { connection } from "@/api/connection";
import type { EntryId } from "@/api/generated";
import { listEntries } from "@/api/reads";

const PAGE = 200;

const underWay = new Map<string, Promise<boolean>>();

/** Loads the page before the oldest entry. Says whether there may be more. */
export function loadOlder(session: string): Promise<boolean> {
  const running = underWay.get(session);
  if (running) return running;
  const started = load(session).finally(() => underWay.delete(session));
  underWay.set(session, started);
  return started;
}

async function load(session: string): Promise<boolean> {
  const view = connection.peek(session);
  const oldest = view?.olderThan ?? view?.entries[0]?.id;
  if (!view?.hasOlder || oldest === undefined) return false;
  const page = await listEntries(session, oldest, PAGE);
  connection.addOlder(session, page);
  return page.hasOlder && page.entries.length > 0;
}

const has = (session: string, entry: EntryId): boolean =>
  connection.peek(session)?.entries.some((one) => one.id === entry) ?? false;

/** Loads until an entry is there. Says whether it is. */
export async function loadUntil(session: string, entry: EntryId): Promise<boolean> {
  while (!has(session, entry)) {
    if (!(await loadOlder(session))) return has(session, entry);
  }
  return true;
}

/** Loads everything there is. */
export async function loadAll(session: string, goOn: () => boolean = () => true): Promise<void> {
  while (goOn() && (await loadOlder(session))) {
    // Each page is added as it comes.
  }
}
