import { expect, test } from "vitest";
import { emptyView } from "@/api/applyChange";
import type { HostInfo, RateLimit, SessionView } from "@/api/generated";
import { troubles } from "./trouble.logic";

const host = (verdict: HostInfo["cli"]["verdict"], version?: string): HostInfo => ({
  version: "1",
  build: "b",
  viewVersion: 1,
  cli: version === undefined ? { verdict } : { verdict, version },
  demo: false,
  limits: { uploadBytes: 1, messageBytes: 1, liveSessions: 1 },
  scope: "admin",
  device: "d",
  hostname: "h",
  home: "/home/dev",
});
const texts = (view: SessionView, info = host("verified")) =>
  troubles(info, undefined, view).map((one) => `${one.text} ${one.next ?? ""}`);

test("nothing is said when nothing is wrong", () => {
  expect(texts(emptyView)).toEqual([]);
});

test("a missing CLI and a newer one say what to do", () => {
  expect(texts(emptyView, host("missing"))[0]).toContain("npm install");
  expect(texts(emptyView, host("newer", "9.9.9"))[0]).toContain("9.9.9, newer than");
});

test("a process that died shows its last words and how to go on", () => {
  const exit = { code: 1, stderrTail: "boom\n" };
  const view: SessionView = {
    ...emptyView,
    liveness: { ...emptyView.liveness, activity: { state: "ended", exit } },
  };
  const [trouble] = troubles(undefined, undefined, view);
  expect(trouble).toMatchObject({ tail: "boom", mend: "restart" });
  expect(trouble?.text).toContain("code 1");
});

test("a reached limit says when it resets", () => {
  const limit: RateLimit = {
    status: "rejected",
    limit: "five_hour",
    resetsAt: 1_800_000_000,
    usingOverage: false,
    at: 0,
    detail: null,
  };
  const view: SessionView = { ...emptyView, usage: { ...emptyView.usage, rateLimit: limit } };
  expect(texts(view)[0]).toMatch(/five-hour limit.*It resets \w+/);
});

test("an account without any key is not signed in", () => {
  const view: SessionView = { ...emptyView, info: { ...emptyView.info, account: { apiKeySource: "none" } } };
  expect(texts(view)[0]).toContain("not signed in");
});
