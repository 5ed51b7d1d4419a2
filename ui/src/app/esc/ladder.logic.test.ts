import { expect, test } from "vitest";
import { AGAIN_MS, rungOf, type Situation } from "./ladder.logic";

const everything: Situation = {
  now: 10_000,
  layer: true,
  field: "text",
  request: { id: "ask", kind: "permission", visible: true, ready: true },
  running: "s1",
  composer: "s1",
  warning: undefined,
};

const question = { id: "ask", kind: "other", visible: true, ready: true } as const;

test("the first rung that fits is taken, from the top to the bottom", () => {
  const steps: [Partial<Situation>, string | undefined][] = [
    [{}, "close"],
    [{ layer: false }, "clear"],
    [{ field: "empty" }, "deny"],
    [{ request: undefined }, "stop"],
    [{ running: undefined }, "warnRewind"],
    [{ composer: undefined }, undefined],
  ];
  let situation = everything;
  for (const [change, kind] of steps) {
    situation = { ...situation, ...change };
    expect(rungOf(situation)?.kind).toBe(kind);
  }
});

test("nothing happens during the first moments of a request, not even a stop", () => {
  const request = { ...question, kind: "permission", ready: false } as const;
  expect(rungOf({ ...everything, layer: false, field: "none", request })).toBeUndefined();
  expect(rungOf({ ...everything, layer: false, field: "empty", request })).toBeUndefined();
  // What is typed is cleared all the same.
  expect(rungOf({ ...everything, layer: false, request })?.kind).toBe("clear");
});

test("a request that is out of sight is not denied", () => {
  const request = { ...question, kind: "permission", visible: false } as const;
  expect(rungOf({ ...everything, layer: false, field: "none", request })?.kind).toBe("stop");
});

test("a question is skipped by the second press within two seconds, and only that question", () => {
  const base = { ...everything, layer: false, field: "empty", request: question } as const;
  expect(rungOf(base)).toEqual({ kind: "warnSkip", target: "ask" });
  const warned = (at: number, target = "ask", of: "skip" | "rewind" = "skip") =>
    rungOf({ ...base, warning: { of, target, at } })?.kind;
  expect(warned(base.now - 1)).toBe("skip");
  expect(warned(base.now - AGAIN_MS)).toBe("skip");
  expect(warned(base.now - AGAIN_MS - 1)).toBe("warnSkip");
  expect(warned(base.now - 1, "another")).toBe("warnSkip");
  expect(warned(base.now - 1, "ask", "rewind")).toBe("warnSkip");
});

test("Rewind opens by the second press in an empty composer, when no turn runs", () => {
  const base = {
    ...everything,
    layer: false,
    field: "empty",
    request: undefined,
    running: undefined,
  } as const;
  const warning = { of: "rewind", target: "s1", at: base.now - 100 } as const;
  expect(rungOf(base)?.kind).toBe("warnRewind");
  expect(rungOf({ ...base, warning })).toEqual({ kind: "rewind", target: "s1" });
  expect(rungOf({ ...base, warning, running: "s1" })?.kind).toBe("stop");
  expect(rungOf({ ...base, warning, composer: "s2" })?.kind).toBe("warnRewind");
});

test("an empty field elsewhere on the page keeps Esc from the conversation", () => {
  expect(rungOf({ ...everything, layer: false, field: "foreign" })).toBeUndefined();
});
