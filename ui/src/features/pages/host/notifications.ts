// Tells of sessions that wait or end, while the page is not in front.

import { connection, type SessionList } from "@/api/connection";
import { openSession } from "@/app/navigation";
import { pageStrings } from "@/strings/pages";

const KEY = "pilothouse.notify";
const strings = pageStrings.notify;

export const notificationsWanted = (): boolean => localStorage.getItem(KEY) === "yes";

export function setNotificationsWanted(wanted: boolean): void {
  localStorage.setItem(KEY, wanted ? "yes" : "no");
}

/** Compares the list with the one before, from when the page starts. */
export function startNotifications(): void {
  let before: SessionList | undefined;
  connection.sessions.subscribe(() => {
    const now = connection.sessions.get();
    if (before && now) for (const text of news(before, now)) tell(text);
    before = now;
  });
}

interface News {
  session: string;
  title: string;
  text: string;
}

const working = (state: string) => !["idle", "parked", "ended", "notStarted", "waiting"].includes(state);

/** What a person should hear of: a new ask, a turn that ended, a session that failed. */
export function news(before: SessionList, now: SessionList): News[] {
  const found: News[] = [];
  for (const [id, session] of now) {
    const old = before.get(id);
    if (!old) continue;
    const { title } = session;
    const stopped = working(old.liveness.activity.state) && !working(session.liveness.activity.state);
    if (session.asks > old.asks) found.push({ session: id, title, text: strings.waits });
    else if (session.status === "failed" && old.status !== "failed")
      found.push({ session: id, title, text: session.problem ?? strings.failed });
    else if (stopped && session.asks === 0) found.push({ session: id, title, text: strings.ended });
  }
  return found;
}

function tell({ session, title, text }: News): void {
  if (!document.hidden || !notificationsWanted()) return;
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const notification = new Notification(title, { body: text, tag: session });
  notification.onclick = () => {
    window.focus();
    openSession(session);
    notification.close();
  };
}
