// Web Push for this browser: the host is told where its push service takes messages.

import { cancelPush, subscribePush } from "@/api/commands";
import { registration } from "@/app/worker";

/** Whether this browser can be pushed to at all, from where the page is. */
export const canPush = (): boolean =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis;

/** Where this browser takes messages now; undefined when it takes none. */
export async function subscription(): Promise<PushSubscription | undefined> {
  return (await (await registration())?.pushManager.getSubscription()) ?? undefined;
}

/** Subscribes with the key of the host, and tells the host. */
export async function subscribe(pushKey: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  // One that was made for another key, such as that of a host that is gone, must go first.
  if (before && !isFor(before, pushKey)) await before.unsubscribe();
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  });
  await tellHost(made);
}

export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await cancelPush();
}

/** A browser may change its subscription by itself, so the host hears of it again whenever the page starts. */
export async function renewSubscription(): Promise<void> {
  const found = canPush() ? await subscription() : undefined;
  if (found) await tellHost(found);
}

async function tellHost(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await subscribePush({ endpoint: endpoint ?? made.endpoint, keys: { p256dh, auth } });
}

function isFor(made: PushSubscription, pushKey: string): boolean {
  const own = made.options.applicationServerKey;
  return own !== null && toText(new Uint8Array(own)) === pushKey;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
