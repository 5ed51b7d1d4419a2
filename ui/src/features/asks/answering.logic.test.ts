import { describe, expect, it, test } from "vitest";
import { type Answerable, GUARD_MS, meaningOf, type Press, readyAt, takesFocus } from "./answering.logic";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  at: 10_000,
  on: "request",
  ...more,
});

const request = (more: Partial<Answerable> = {}): Answerable => ({
  sight: { visibleAt: 0, handedAt: 0 },
  yes: "Enter",
  choices: 0,
  ...more,
});

describe("a key answers a request", () => {
  it("only 600 ms after all of it became visible", () => {
    const shown = request({ sight: { visibleAt: 1000, handedAt: 0 } });
    expect(meaningOf(press("Enter", { at: 999 }), shown)).toEqual({ kind: "refused" });
    expect(meaningOf(press("Enter", { at: 1000 + GUARD_MS - 1 }), shown)).toEqual({ kind: "refused" });
    expect(meaningOf(press("Enter", { at: 1000 + GUARD_MS }), shown)).toEqual({ kind: "yes" });
  });

  it("only 600 ms after the selection was handed on from a request that was settled", () => {
    const handed = request({ sight: { visibleAt: 0, handedAt: 5000 } });
    expect(meaningOf(press("Enter", { at: 5100 }), handed)).toEqual({ kind: "refused" });
    expect(meaningOf(press("Enter", { at: 5600 }), handed)).toEqual({ kind: "yes" });
  });

  it("never while it is held down, on the request, a button or a field", () => {
    for (const on of ["request", "control", "field"] as const)
      expect(meaningOf(press("Enter", { repeat: true, on }), request())).toEqual({ kind: "refused" });
    expect(meaningOf(press("1", { repeat: true }), request({ choices: 2 }))).toEqual({ kind: "refused" });
  });

  it("never while part of it is out of sight: that is shown instead", () => {
    const hidden = request({ sight: { visibleAt: undefined, handedAt: 0 }, choices: 3 });
    expect(readyAt(hidden.sight)).toBeUndefined();
    expect(meaningOf(press("Enter"), hidden)).toEqual({ kind: "show" });
    expect(meaningOf(press("Enter", { on: "control" }), hidden)).toEqual({ kind: "show" });
    expect(meaningOf(press("1"), hidden)).toEqual({ kind: "show" });
  });

  it("by a digit only where it is a question", () => {
    for (const key of ["1", "2", "9"]) expect(meaningOf(press(key), request())).toBeUndefined();
    const question = request({ choices: 2 });
    expect(meaningOf(press("2"), question)).toEqual({ kind: "choice", index: 1 });
    expect(meaningOf(press("2", { on: "control" }), question)).toEqual({ kind: "choice", index: 1 });
    expect(meaningOf(press("3"), question)).toBeUndefined();
    expect(meaningOf(press("2", { on: "field" }), question)).toBeUndefined();
    expect(meaningOf(press("2", { ctrlKey: true }), question)).toBeUndefined();
  });

  it("with yes only by the key that was declared", () => {
    expect(meaningOf(press("Enter", { shiftKey: true }), request())).toBeUndefined();
    expect(meaningOf(press("Enter", { ctrlKey: true }), request())).toBeUndefined();
    expect(meaningOf(press("Enter"), request({ yes: undefined }))).toBeUndefined();
    const plan = request({ yes: "Mod+Enter" });
    expect(meaningOf(press("Enter"), plan)).toBeUndefined();
    expect(meaningOf(press("Enter", { ctrlKey: true, on: "field" }), plan)).toEqual({ kind: "yes" });
    expect(meaningOf(press("Enter", { metaKey: true }), plan)).toEqual({ kind: "yes" });
  });

  it("through the focused button or field", () => {
    expect(meaningOf(press("Enter", { on: "control" }), request())).toEqual({ kind: "press" });
    expect(meaningOf(press(" ", { on: "control" }), request())).toEqual({ kind: "press" });
    expect(meaningOf(press(" ", { on: "control", at: 100 }), request())).toEqual({ kind: "refused" });
    expect(meaningOf(press("Enter", { on: "field" }), request())).toEqual({ kind: "field" });
    expect(meaningOf(press("Enter", { on: "field", shiftKey: true }), request())).toBeUndefined();
    expect(meaningOf(press("a", { on: "field" }), request())).toBeUndefined();
  });
});

test("a request takes the focus from nobody who types, and from no other part of the page", () => {
  for (const where of ["request", "pane", "elsewhere"] as const)
    expect(takesFocus({ kind: "field", where, active: true })).toBe(false);
  expect(takesFocus({ kind: "control", where: "elsewhere", active: true })).toBe(false);
  expect(takesFocus({ kind: "control", where: "pane", active: true })).toBe(true);
  expect(takesFocus({ kind: "control", where: "request", active: false })).toBe(true);
  expect(takesFocus({ kind: "nothing", where: "elsewhere", active: true })).toBe(true);
  expect(takesFocus({ kind: "nothing", where: "elsewhere", active: false })).toBe(false);
});
