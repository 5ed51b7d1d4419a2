// What a notification says and offers: the page and the service worker make them the same way.

import type { PushMessage, Scope } from "@/api/generated";
import { can } from "@/api/scope.logic";
import type { Core } from "@/strings/load";

/** What stands in a notification besides what is seen. */
export interface NoticeData {
  session: string;
  ask?: string;
}

interface Action {
  action: string;
  title: string;
}

export interface Notice {
  title: string;
  /** The DOM library does not know `actions` and `renotify`, which browsers do. */
  options: NotificationOptions & { data: NoticeData; actions: Action[]; renotify?: boolean };
}

/** One notification for each ask, and one for the end of each session: a newer one takes the place of an older. */
export const tagOf = ({ session, ask }: NoticeData): string => (ask ? `${session}/${ask}` : session);

export type NoticeTexts = Core["notices"];

export function noticeOf(message: PushMessage, scope: Scope | undefined, words: NoticeTexts): Notice {
  const { session, ask, title, project, tool, text } = message;
  const data: NoticeData = ask === undefined ? { session } : { session, ask };
  const where = project.split("/").findLast((part) => part !== "") ?? project;
  // A device that may only look is offered no decision; the host would refuse it.
  const decides = message.kind === "ask" && message.oneTap && ask !== undefined && can(scope, "answer");
  const look = { action: "open", title: message.kind === "ask" ? words.review : words.open };
  return {
    title: headline(message, where, words),
    options: {
      body: [title, tool && text ? `${tool}: ${text}` : (text ?? tool)].filter(Boolean).join("\n"),
      tag: tagOf(data),
      data,
      icon: "icon-192.png",
      badge: "icon-192.png",
      requireInteraction: message.kind === "ask",
      actions: decides
        ? [
            { action: "allow", title: words.allow },
            { action: "deny", title: words.deny },
          ]
        : [look],
    },
  };
}

function headline({ kind, tool, oneTap }: PushMessage, where: string, words: NoticeTexts): string {
  switch (kind) {
    case "ask":
      return oneTap && tool ? words.asks(where, tool) : words.waits(where);
    case "ended":
      return words.ended(where);
    case "failed":
      return words.failed(where);
    default:
      return kind satisfies never;
  }
}
