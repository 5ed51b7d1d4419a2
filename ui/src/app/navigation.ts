// Going places: the address as a hook, and the ways to change it.

import { useMemo, useSyncExternalStore } from "react";
import { create } from "zustand";
import {
  type Address,
  formatAddress,
  parseAddress,
  withBeside,
  withoutSession,
  withSession,
} from "./address";
import { useLayout } from "./layout";

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

export const here = (): Address => parseAddress(location.hash);

/** Where the page is. */
export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseAddress(hash), [hash]);
}

/** Goes to an address. With `replace`, going back skips the place that is left. */
export function go(address: Address, replace = false): void {
  const hash = formatAddress(address);
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, "", hash);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Which of the open sessions the person works in: the one that had the focus last. */
const useActiveStore = create<{ session: string | undefined }>(() => ({ session: undefined }));

export const setActiveSession = (session: string): void => useActiveStore.setState({ session });

/** The open session the person works in; undefined on pages and in the list. */
export function useActiveSession(): string | undefined {
  const { sessions } = useAddress();
  const active = useActiveStore((state) => state.session);
  return active !== undefined && sessions.includes(active) ? active : sessions[0];
}

export function activeSession(): string | undefined {
  const { sessions } = here();
  const active = useActiveStore.getState().session;
  return active !== undefined && sessions.includes(active) ? active : sessions[0];
}

export const goHome = (): void => go({ sessions: [], query: {} });

/** Shows a session in the active place, at an entry if one is named. */
export function openSession(session: string, entry?: string): void {
  const address = withSession(here(), session, activeSession(), entry);
  setActiveSession(session);
  go(address);
}

export function openBeside(session: string): void {
  setActiveSession(session);
  go(withBeside(here(), session));
}

export const closeSession = (session: string): void => go(withoutSession(here(), session));

/** Opens a panel beside the conversation; `item` says what it shows. */
export function openPanel(id: string, item?: string): void {
  useLayout.getState().set({ lastPanel: id });
  go({ ...here(), panel: item === undefined ? { id } : { id, item } });
}

export function closePanel(): void {
  const { panel: _, ...rest } = here();
  go(rest);
}

/** Opens a panel, or closes it when it is the one that is open. */
export function togglePanel(id: string): void {
  if (here().panel?.id === id) closePanel();
  else openPanel(id);
}

export const openPage = (page: string, query: Record<string, string> = {}): void =>
  go({ sessions: [], page, query });

/** The changes of a session, on a page of their own. */
export const openReview = (session: string): void => openPage("review", { session });

/** A link that `<a href>` can carry. */
export const sessionLink = (session: string, entry?: string): string =>
  formatAddress({ sessions: [session], query: {}, ...(entry ? { entry } : {}) });

export const pageLink = (page: string, query: Record<string, string> = {}): string =>
  formatAddress({ sessions: [], page, query });
