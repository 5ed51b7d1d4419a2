// The service worker from the page's side: it is registered, told who this device is, and listened to.

import { connection } from "@/api/connection";
import type { Scope } from "@/api/generated";
import { base, key } from "@/api/http";
import { language } from "@/strings/language";
import { dropCredentials, keepCredentials } from "@/worker/credentials";
import { reloadOnce } from "./stale";

/** Workers need TLS away from this machine; without one everything else works. */
export const hasWorkers = (): boolean => isSecureContext && "serviceWorker" in navigator;

/** The worker's registration; undefined where there is none. */
export const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  hasWorkers() ? navigator.serviceWorker.getRegistration(base()) : undefined;

/** Starts the worker. In development pages come from Vite, whose files are not to be kept. */
export function startWorker(): void {
  if (!hasWorkers() || import.meta.env.DEV) return;
  navigator.serviceWorker
    .register(new URL(`sw.js?language=${language}`, base()), { updateViaCache: "none" })
    .catch((error: unknown) => console.warn("no service worker:", error));
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent) => {
    const { kind, hash } = data as { kind?: string; hash?: string };
    if (kind === "go" && hash?.startsWith("#/")) location.hash = hash;
  });
  connection.state.subscribe(() => {
    if (connection.state.get().state === "signedOut") void forgetWorker();
  });
  connection.host.subscribe(() => {
    const host = connection.host.get();
    if (!host) return;
    void tellWorker(host.scope);
    void reloadIfKept(host.build);
  });
}

/** Lets the worker answer in the name of this device. */
async function tellWorker(scope: Scope): Promise<void> {
  const own = key();
  if (own === null) return forgetWorker();
  await keepCredentials(base().href, { key: own, scope }).catch(() => undefined);
}

/** A device that was signed out leaves nothing behind. */
export async function forgetWorker(): Promise<void> {
  if (!hasWorkers()) return;
  await dropCredentials(base().href).catch(() => undefined);
  const subscription = await (await registration())?.pushManager?.getSubscription().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

let looked = false;

/** A page that was opened from the cache, while the host could not be reached, may be older than the host is by now. */
async function reloadIfKept(build: string): Promise<void> {
  if (looked || !navigator.serviceWorker.controller) return;
  looked = true;
  const kept = await caches.match(base().href);
  if (!kept) return;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await kept.arrayBuffer()));
  const own = [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (own !== build) reloadOnce();
}
