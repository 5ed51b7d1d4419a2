import { describe, expect, test } from "vitest";
import type { SessionSummary } from "@/api/generated";
import { isUnread, withSeen } from "./seen";
import { fits, groupSessions, inOrder, neighbour } from "./sessions.logic";

const NOW = new Date(2026, 10, 15, 12).getTime();
const HOUR = 60 * 60 * 1000;

const summary = (id: string, change: Partial<SessionSummary> = {}): SessionSummary => ({
  id,
  title: `title of ${id}`,
  project: "/home/me/shop",
  status: "live",
  liveness: { activity: { state: "idle" }, since: NOW } as SessionSummary["liveness"],
  asks: 0,
  lastLine: "",
  seq: 1,
  at: NOW,
  createdAt: NOW,
  costUsd: 0,
  queued: 0,
  archived: false,
  ...change,
});

const listOf = (...sessions: SessionSummary[]) => new Map(sessions.map((session) => [session.id, session]));
const plain = { by: "time", archived: false, filter: "" } as const;

describe("the list", () => {
  test("puts what waits first, then what works, then the rest by day", () => {
    const list = listOf(
      summary("old", { at: NOW - 40 * 24 * HOUR }),
      summary("yesterday", { at: NOW - 24 * HOUR }),
      summary("busy", {
        liveness: { activity: { state: "thinking" }, since: NOW } as SessionSummary["liveness"],
      }),
      summary("asks", { asks: 2, at: NOW - 50 * HOUR }),
      summary("fresh"),
    );
    const groups = groupSessions(list, NOW, plain);
    expect(groups.map(({ id, sessions }) => [id, sessions.map((session) => session.id)])).toEqual([
      ["waiting", ["asks"]],
      ["working", ["busy"]],
      ["today", ["fresh"]],
      ["yesterday", ["yesterday"]],
      ["earlier", ["old"]],
    ]);
  });

  test("groups by project, newest project first, and still puts what waits first", () => {
    const list = listOf(
      summary("a", { project: "/p/api", at: NOW - HOUR }),
      summary("b", { project: "/p/shop" }),
      summary("c", { project: "/p/api", at: NOW - 2 * HOUR }),
      summary("d", { project: "/p/api", asks: 1 }),
    );
    const groups = groupSessions(list, NOW, { ...plain, by: "project" });
    expect(groups.map(({ title }) => title)).toEqual(["Waiting", "shop", "api"]);
    expect(inOrder(groups)).toEqual(["d", "b", "a", "c"]);
  });

  test("shows archived sessions only when asked", () => {
    const list = listOf(summary("kept"), summary("away", { archived: true }));
    expect(inOrder(groupSessions(list, NOW, plain))).toEqual(["kept"]);
    expect(inOrder(groupSessions(list, NOW, { ...plain, archived: true }))).toEqual(["away"]);
  });

  test("a filter looks for every word anywhere", () => {
    const session = summary("x", { title: "Fix login", branch: "redirects", lastLine: "All tests pass" });
    expect(fits(session, "login SHOP tests redir")).toBe(true);
    expect(fits(session, "login api")).toBe(false);
    expect(fits(session, "")).toBe(true);
  });

  test("going down ends at the top again", () => {
    expect(neighbour(["a", "b"], "b", 1)).toBe("a");
    expect(neighbour(["a", "b"], "a", -1)).toBe("b");
    expect(neighbour(["a", "b"], undefined, 1)).toBe("a");
    expect(neighbour([], "a", 1)).toBeUndefined();
  });
});

describe("unread", () => {
  test("a session met for the first time is read", () => {
    const seen = withSeen({}, [summary("a", { seq: 7 })], []);
    expect(isUnread(summary("a", { seq: 7 }), seen)).toBe(false);
    expect(isUnread(summary("a", { seq: 8 }), seen)).toBe(true);
  });

  test("what is open is read, and what is gone is forgotten", () => {
    const seen = withSeen({ a: 1, gone: 4 }, [summary("a", { seq: 9 })], ["a"]);
    expect(seen).toEqual({ a: 9 });
  });

  test("nothing changes when there is nothing new", () => {
    const before = { a: 1 };
    expect(withSeen(before, [summary("a", { seq: 9 })], [])).toBe(before);
  });
});
