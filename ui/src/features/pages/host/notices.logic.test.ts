import { expect, test } from "vitest";
import type { InboxItem, SessionSummary } from "@/api/generated";
import { notices } from "@/strings";
import { noticeOf } from "@/worker/notices";
import { askOf, newsOf } from "./notices.logic";

const summary = (state: string, more: Partial<SessionSummary> = {}) =>
  ({
    id: "one",
    title: "Fix it",
    project: "/home/me/shop",
    status: "live",
    liveness: { activity: { state } },
    asks: 0,
    lastLine: "All done",
    archived: false,
    at: 1,
    ...more,
  }) as unknown as SessionSummary;

const list = (session: SessionSummary) => new Map([[session.id, session]]);

test("a turn that ends, a session that fails and a new ask are news; the rest is not", () => {
  const ended = newsOf(list(summary("streaming")), list(summary("idle")));
  expect(ended.messages).toMatchObject([{ kind: "ended", session: "one", text: "All done" }]);
  const failed = newsOf(
    list(summary("idle")),
    list(summary("ended", { status: "failed", problem: "It died" })),
  );
  expect(failed.messages).toMatchObject([{ kind: "failed", text: "It died" }]);
  const asked = newsOf(list(summary("streaming")), list(summary("waiting", { asks: 1 })));
  expect([...asked.asking]).toEqual(["one"]);
  expect(asked.messages).toEqual([]);
  const answered = newsOf(list(summary("waiting", { asks: 1 })), list(summary("streaming")));
  expect([...answered.settled]).toEqual(["one"]);
  expect(newsOf(list(summary("idle")), list(summary("streaming"))).messages).toEqual([]);
});

test("a session that waits for trust is news once", () => {
  const undecided = summary("parked", { status: "parked", projectSettings: "undecided" });
  const waits = { kind: "ask", session: "one", text: "Use this project's settings?", waiting: 1 };
  expect(newsOf(list(summary("parked")), list(undecided)).messages).toMatchObject([waits]);
  expect(newsOf(list(undecided), list(undecided)).messages).toEqual([]);
});

const item = (asking: Omit<InboxItem["asking"], "since">, oneTap = false) =>
  ({
    oneTap,
    session: "one",
    title: "Fix it",
    project: "/home/me/shop",
    asking: { ...asking, since: 2 },
    ask: { id: "1:a", at: 2 },
  }) as unknown as InboxItem;

const bash = { kind: "permission", tool: "Bash", text: "npm test" } as const;

test("a decision stands on a notification only where one tap may decide, and for a device that may", () => {
  const { title, options } = noticeOf(askOf(item(bash, true), 1), "answer", notices);
  expect(title).toBe("shop: allow Bash?");
  expect(options.body).toBe("Fix it\nBash: npm test");
  expect(options.actions.map(({ action }) => action)).toEqual(["allow", "deny"]);
  // What it does not show whole is reviewed in the page.
  const long = noticeOf(askOf(item(bash), 1), "admin", notices);
  expect(long.options.actions).toEqual([{ action: "open", title: "Review" }]);
  const looking = noticeOf(askOf(item(bash, true), 1), "view", notices);
  expect(looking.options.actions.map(({ action }) => action)).toEqual(["open"]);
  const question = noticeOf(askOf(item({ kind: "question", text: "Which?" }), 1), "admin", notices);
  expect(question.title).toBe("shop waits for you");
  expect(question.options.actions.map(({ action }) => action)).toEqual(["open"]);
});
