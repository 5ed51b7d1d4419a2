import { describe, expect, test } from "vitest";
import type { SessionSummary } from "@/api/generated";
import { fits, groupSessions, inOrder, neighbour } from "./sessions.logic";
import { detailOf, stateOf } from "./summary.logic";

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
  pinned: false,
  readyForReview: false,
  turnFailed: false,
  ...change,
});

const listOf = (...sessions: SessionSummary[]) => new Map(sessions.map((session) => [session.id, session]));
const plain = { by: "state", archived: false, filter: "" } as const;

const running = { activity: { state: "thinking" }, since: NOW } as SessionSummary["liveness"];

describe("the list", () => {
  test("groups by what a session means to the person; a failed one needs them", () => {
    const list = listOf(
      summary("quiet"),
      summary("busy", { liveness: running }),
      summary("asks", { asks: 2 }),
      summary("broken", { status: "failed", createdAt: NOW - HOUR }),
      summary("finished", { readyForReview: true }),
      summary("dear", { pinned: true, createdAt: NOW - HOUR }),
      summary("dear but busy", { pinned: true, liveness: running, createdAt: NOW - HOUR }),
    );
    const groups = groupSessions(list, plain);
    expect(groups.map(({ title, sessions }) => [title, sessions.map((session) => session.id)])).toEqual([
      ["Needs you", ["asks", "broken"]],
      ["Running", ["busy", "dear but busy"]],
      ["Ready for review", ["finished"]],
      ["Pinned", ["dear"]],
      ["Earlier", ["quiet"]],
    ]);
  });

  test("orders by start, so that an event moves nothing", () => {
    const list = listOf(
      summary("old", { liveness: running, createdAt: NOW - HOUR, at: NOW }),
      summary("new", { liveness: running, createdAt: NOW, at: NOW - HOUR }),
    );
    expect(inOrder(groupSessions(list, plain))).toEqual(["new", "old"]);
    list.set("old", summary("old", { liveness: running, createdAt: NOW - HOUR, at: NOW + HOUR, seq: 9 }));
    expect(inOrder(groupSessions(list, plain))).toEqual(["new", "old"]);
  });

  test("groups by project, newest project first, and still puts what needs the person first", () => {
    const list = listOf(
      summary("a", { project: "/p/api", createdAt: NOW - HOUR }),
      summary("b", { project: "/p/shop" }),
      summary("c", { project: "/p/api", createdAt: NOW - 2 * HOUR }),
      summary("d", { project: "/p/api", asks: 1 }),
      summary("e", { project: "/p/api", pinned: true, liveness: running }),
    );
    const groups = groupSessions(list, { ...plain, by: "project" });
    expect(groups.map(({ title }) => title)).toEqual(["Needs you", "Pinned", "shop", "api"]);
    expect(inOrder(groups)).toEqual(["d", "e", "b", "a", "c"]);
  });

  test("shows archived sessions only when asked", () => {
    const list = listOf(summary("kept"), summary("away", { archived: true }));
    expect(inOrder(groupSessions(list, plain))).toEqual(["kept"]);
    expect(inOrder(groupSessions(list, { ...plain, archived: true }))).toEqual(["away"]);
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

describe("the state and the line of a row", () => {
  test("a finished turn that was not looked at is ready for review; asleep or not", () => {
    expect(stateOf(summary("a", { readyForReview: true }))).toBe("ready");
    expect(stateOf(summary("a", { readyForReview: true, status: "parked" }))).toBe("ready");
    expect(stateOf(summary("a", { status: "parked" }))).toBe("parked");
    expect(stateOf(summary("a", { readyForReview: true, liveness: running }))).toBe("working");
    expect(stateOf(summary("a", { readyForReview: true, turnFailed: true }))).toBe("failed");
  });

  test("says what is asked, what it does, why it failed, or what was said last", () => {
    const asking = { kind: "permission" as const, tool: "Edit", text: "/p/shop/src/a.ts", since: NOW };
    expect(detailOf(summary("a", { asks: 1, project: "/p/shop", asking }))).toBe("Edit src/a.ts");
    expect(detailOf(summary("a", { asks: 3, project: "/p/api", asking }))).toBe(
      "Edit /p/shop/src/a.ts · 2 more",
    );
    const plan = { kind: "plan" as const, since: NOW };
    expect(detailOf(summary("a", { asks: 1, asking: plan }))).toBe("Plan ready");
    const tools = { liveness: { activity: { state: "tools", entries: ["e1"] }, since: NOW } };
    expect(detailOf(summary("a", { ...tools, running: "npm test" } as never))).toBe("Running npm test");
    expect(detailOf(summary("a", { liveness: running }))).toBe("Thinking");
    expect(detailOf(summary("a", { status: "failed", problem: "API overloaded" }))).toBe(
      "Failed: API overloaded",
    );
    expect(detailOf(summary("a", { lastLine: "All tests pass" }))).toBe("All tests pass");
    expect(detailOf(summary("a"))).toBe("shop");
  });
});
