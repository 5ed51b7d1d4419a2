// Tells of sessions that wait or end, while the page is not in front.

import { connection, type SessionList } from "@/api/connection";
import type { PushMessage } from "@/api/generated";
import { readInbox } from "@/api/reads";
import { openSession } from "@/app/navigation";
import { registration } from "@/app/worker";
import { openRequests } from "@/features/sessions/sessions.logic";
import { notices } from "@/strings";
import { type NoticeData, noticeOf } from "@/worker/notices";
import { askOf, newsOf } from "./notices.logic";
import { renewSubscription } from "./push";

const KEY = "pilothouse.notify";

export const notificationsWanted = (): boolean => localStorage.getItem(KEY) === "yes";

export function setNotificationsWanted(wanted: boolean): void {
  localStorage.setItem(KEY, wanted ? "yes" : "no");
}

/** Compares the list with the one before, from when the page starts. */
export function startNotifications(): void {
  let before: SessionList | undefined;
  connection.sessions.subscribe(() => {
    const now = connection.sessions.get();
    if (before && now) void hear(before, now);
    before = now;
  });
  renewSubscription().catch((error: unknown) => console.warn("push:", error));
  document.addEventListener("visibilitychange", () => {
    // Who looks at the page sees that something is done.
    if (!document.hidden) void closeNotices(({ ask }) => ask === undefined);
  });
}

async function hear(before: SessionList, now: SessionList): Promise<void> {
  const { asking, settled, messages } = newsOf(before, now);
  setBadge(openRequests(now));
  if (asking.size > 0 || settled.size > 0) {
    const open = await readInbox().catch(() => undefined);
    if (!open) return;
    const ids = new Set(open.map(({ session, ask }) => `${session} ${ask?.id}`));
    await closeNotices(
      ({ session, ask }) => settled.has(session) && ask !== undefined && !ids.has(`${session} ${ask}`),
    );
    for (const item of open) if (item.ask && asking.has(item.session)) await tell(askOf(item, open.length));
  }
  for (const message of messages) await tell(message);
}

async function closeNotices(over: (data: NoticeData) => boolean): Promise<void> {
  const shown = await (await registration())?.getNotifications().catch(() => []);
  for (const notice of shown ?? []) if (over((notice.data ?? {}) as NoticeData)) notice.close();
}

/** Asks that were told: each is told once, however often the list changes while it waits. */
const told = new Set<string>();

async function tell(message: PushMessage): Promise<void> {
  if (!document.hidden || !notificationsWanted()) return;
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const { title, options } = noticeOf(message, connection.host.get()?.scope, notices);
  if (message.ask !== undefined) {
    if (told.has(options.tag ?? "")) return;
    told.add(options.tag ?? "");
  }
  await showNotice(title, options, message.session);
}

/** With buttons where the service worker is there to hear them, else as a plain one. */
export async function showNotice(
  title: string,
  options: NotificationOptions,
  session: string | undefined,
): Promise<void> {
  const worker = await registration();
  if (worker?.active) return worker.showNotification(title, options);
  const { body, tag } = options;
  const notification = new Notification(title, { ...(body ? { body } : {}), ...(tag ? { tag } : {}) });
  notification.onclick = () => {
    window.focus();
    if (session !== undefined) openSession(session);
    notification.close();
  };
}

/** The number on the icon of the installed app, where the system has one. */
function setBadge(waiting: number): void {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  void setAppBadge?.call(navigator, waiting).catch(() => undefined);
}
