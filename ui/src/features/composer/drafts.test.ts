import { expect, test, vi } from "vitest";

const stored = vi.hoisted(() => {
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  };
  vi.stubGlobal("window", { localStorage });
  return items;
});

import { useDrafts } from "./drafts";

const state = () => useDrafts.getState();
const kept = () => JSON.parse(stored.get("pilothouse.drafts") ?? "{}").state;

test("a draft belongs to its session, and is stored", () => {
  state().setDraft("a", "half a thought");
  state().setDraft("b", "another");
  expect(kept().drafts).toEqual({ a: "half a thought", b: "another" });
  state().sent("b", "another");
  expect(state().drafts).toEqual({ a: "half a thought" });
  expect(kept()).toEqual({ drafts: { a: "half a thought" }, history: { b: ["another"] }, cleared: {} });
});

test("what Esc cleared can be restored, and is stored", () => {
  state().setDraft("d", "half a thought");
  state().clear("d");
  expect(state().drafts.d).toBeUndefined();
  expect(kept().cleared).toEqual({ d: "half a thought" });
  expect(state().history.d).toEqual(["half a thought"]);
  state().restore("d");
  expect(state().drafts.d).toBe("half a thought");
  expect(kept().cleared).toEqual({});
  // An empty field has nothing to restore.
  state().clear("d");
  state().setDraft("d", " ");
  state().clear("d");
  expect(kept().cleared).toEqual({ d: "half a thought" });
  state().sent("d", "something else");
  expect(kept().cleared).toEqual({});
});

test("what was typed while a message was on its way stays", () => {
  state().setDraft("e", "the first and a second");
  state().sent("e", "the first");
  expect(state().drafts.e).toBe("and a second");
  state().setDraft("e", "quite another");
  state().sent("e", "the first");
  expect(state().drafts.e).toBe("quite another");
  state().sent("e", "quite another");
  expect(state().drafts.e).toBeUndefined();
});

test("the history has each prompt once, the newest last, and forgets the oldest", () => {
  for (let prompt = 0; prompt < 60; prompt += 1) state().sent("c", `prompt ${prompt}`);
  state().sent("c", "prompt 20");
  expect(state().history.c).toHaveLength(50);
  expect(state().history.c?.slice(-2)).toEqual(["prompt 59", "prompt 20"]);
});
