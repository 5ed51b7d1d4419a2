import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { SessionSummary, SessionView } from "./generated";
import { staleBySummary, staleByView } from "./invalidation";
import { queries, sessionKey } from "./queries";

const view = (change: Partial<SessionView> = {}) =>
  ({
    files: none,
    jobs: none,
    entries: [],
    liveness: { activity: { state: "idle" } },
    info: { mcpServers: [{ name: "notes", status: "connected" }] },
    ...change,
  }) as unknown as SessionView;
const none: never[] = [];

const kinds = (before: SessionView, after: SessionView) =>
  staleByView("s1", before, after).map((key) => key.slice(2).join(" "));

test("text that streams in makes nothing stale", () => {
  const before = view();
  expect(kinds(before, { ...before, entries: [] })).toEqual([]);
});

test("a written file makes its directory, its content and the diff stale", () => {
  expect(kinds(view(), view({ files: [] }))).toEqual(["files", "file", "diff"]);
});

test("the end of a turn makes the diff stale, since commands write files, too", () => {
  const running = { activity: { state: "thinking" } } as unknown as SessionView["liveness"];
  expect(kinds(view({ liveness: running }), view())).toEqual(["diff"]);
});

test("a server that connects makes the list of servers stale; the rest of the information does not", () => {
  const info = (status: string) =>
    ({ mcpServers: [{ name: "notes", status }] }) as unknown as SessionView["info"];
  expect(kinds(view(), view({ info: info("failed") }))).toEqual(["control mcp_status"]);
  expect(kinds(view(), view({ info: info("connected") }))).toEqual([]);
});

test("background work that changes makes its output stale", () => {
  expect(kinds(view(), view({ jobs: [] }))).toEqual(["control get_task_output"]);
});

test("the list of sessions makes usage, audit and projects stale", () => {
  const summary = { costUsd: 1, asks: 1 } as SessionSummary;
  expect(staleBySummary(summary, { ...summary, costUsd: 2 })).toEqual([["usage"]]);
  expect(staleBySummary(summary, { ...summary, asks: 0 })).toEqual([["audit"], ["inbox"]]);
  expect(staleBySummary(summary, { ...summary, lastLine: "more" })).toEqual([]);
  expect(staleBySummary(undefined, summary).flat()).toEqual([
    "usage",
    "audit",
    "inbox",
    "projects",
    "stored",
  ]);
});

test("what is fetched again stays on the screen meanwhile", async () => {
  const fetched = vi.fn(() => Promise.resolve(fetched.mock.calls.length));
  const queryKey = sessionKey("s1", "diff");
  const open = () => {
    const observer = new QueryObserver(queries, { queryKey, queryFn: fetched });
    return { observer, close: observer.subscribe(() => undefined) };
  };
  const first = open();
  await vi.waitFor(() => expect(first.observer.getCurrentResult().data).toBe(1));
  first.close();
  // A panel that opens again shows what it had.
  const second = open();
  expect(second.observer.getCurrentResult()).toMatchObject({ data: 1, isPending: false });
  await queries.invalidateQueries({ queryKey });
  expect(second.observer.getCurrentResult().data).toBe(2);
  second.close();
  queries.clear();
});
