// The service worker: opens the page without a network, shows push messages, and answers from their buttons.
// A new one takes over at once, and the page itself always comes from the host when it can be reached,
// so that nobody is left with an old version.

import type { PushMessage } from "@/api/generated";
import { clicked } from "./answer";
import { readCredentials } from "./credentials";
import { dropOtherBuilds, fileFor, keepFiles } from "./files";
import { noticeOf } from "./notices";
import { home, scope } from "./scope";
import { words } from "./words";

scope.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepFiles(), scope.skipWaiting()]));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(dropOtherBuilds().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const answer = fileFor(event.request);
  if (answer) event.respondWith(answer);
});

scope.addEventListener("push", (event) => event.waitUntil(pushed(() => event.data?.json())));

scope.addEventListener("notificationclick", (event) => event.waitUntil(clicked(event)));

/** Browsers want a notification for every push, so one is shown even for a message that cannot be read. */
async function pushed(read: () => unknown): Promise<void> {
  const message = readOrNothing(read);
  if (typeof message?.session !== "string") {
    await scope.registration.showNotification(words.something, { icon: "icon-192.png" });
    return;
  }
  const credentials = await readCredentials(home()).catch(() => undefined);
  const { title, options } = noticeOf(message, credentials?.scope, words);
  await scope.registration.showNotification(title, options);
  await setBadge(message.waiting);
}

function readOrNothing(read: () => unknown): PushMessage | undefined {
  try {
    return read() as PushMessage | undefined;
  } catch {
    return undefined;
  }
}

/** The number on the icon of the installed app, where the system has one. */
async function setBadge(waiting: number): Promise<void> {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  await setAppBadge?.call(navigator, waiting).catch(() => undefined);
}
