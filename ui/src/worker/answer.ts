// What happens when somebody presses a button of a notification, or the notification itself.

import { answerAddress } from "@/api/address";
import type { AnswerAsk, Problem } from "@/api/generated";
import { readCredentials } from "./credentials";
import { type NoticeData, tagOf } from "./notices";
import { type ClickEvent, home, scope } from "./scope";
import { words } from "./words";

export async function clicked({ notification, action }: ClickEvent): Promise<void> {
  const data = notification.data as NoticeData | null;
  notification.close();
  if (!data) return show("");
  if ((action === "allow" || action === "deny") && data.ask) {
    const problem = await answer(data.session, data.ask, { kind: action });
    if (problem) await tell(problem, data);
    return;
  }
  await show(`#/s/${encodeURIComponent(data.session)}`);
}

/** Answers as this device, with its cookie and its key. Returns why that could not be done. */
async function answer(session: string, ask: string, body: AnswerAsk): Promise<string | undefined> {
  const credentials = await readCredentials(home());
  if (!credentials) return words.signedOut;
  const path = answerAddress(session, ask);
  const response = await fetch(new URL(path, home()), {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", "x-pilothouse-key": credentials.key },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) return words.unreachable;
  if (response.ok) return undefined;
  if (response.status === 401) return words.signedOut;
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  return problem?.code === "settled" ? words.settled : (problem?.title ?? words.unreachable);
}

const tell = (problem: string, data: NoticeData) =>
  scope.registration.showNotification(words.notAnswered, {
    body: problem,
    tag: tagOf(data),
    data: { session: data.session } satisfies NoticeData,
    icon: "icon-192.png",
  });

/** Brings a page of this host to the front and leads it to an address; opens one where there is none. */
async function show(hash: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const mine = pages.filter(({ url }) => url.startsWith(home()));
  const page = mine.find(({ focused }) => focused) ?? mine[0];
  if (!page) {
    await scope.clients.openWindow(home() + hash);
    return;
  }
  await page.focus().catch(() => undefined);
  if (hash) page.postMessage({ kind: "go", hash });
}
