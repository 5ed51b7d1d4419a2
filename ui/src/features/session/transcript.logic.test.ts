import { describe, expect, it } from "vitest";
import type { BoundaryReason, Entry } from "@/api/generated";
import { isAtEnd, previousPrompt, rowsOf } from "./transcript.logic";

const text = (id: string, parent?: string): Entry => ({
  id,
  order: Number(id.slice(1)),
  at: 0,
  epoch: 1,
  ...(parent ? { parent } : {}),
  body: { kind: "text", text: id, streaming: false, citations: [], aborted: false },
});

const user = (id: string): Entry => ({
  ...text(id),
  body: {
    kind: "user",
    text: { text: id, truncated: false, fullSize: 2 },
    attachments: [],
    delivery: { state: "done" },
    checkpoint: false,
  },
});

describe("transcript", () => {
  it("hangs what a subagent did under its call", () => {
    const { rows, children } = rowsOf([text("e1"), text("e2", "e1"), text("e3"), text("e4", "e1")]);
    expect(rows.map((row) => row.id)).toEqual(["e1", "e3"]);
    expect(children.get("e1")?.map((row) => row.id)).toEqual(["e2", "e4"]);
  });
  it("shows a child whose parent is on an earlier page", () => {
    expect(rowsOf([text("e2", "e1")]).rows.map((row) => row.id)).toEqual(["e2"]);
  });
  it("shows one line where a session slept, woke and resumed", () => {
    const seam = (id: string, reason: BoundaryReason): Entry => ({
      ...text(id),
      body: { kind: "boundary", reason },
    });
    const shown = (...entries: Entry[]) => rowsOf(entries).rows.map((row) => row.id);
    const slept = [text("e1"), seam("e2", "parked")];
    expect(shown(...slept)).toEqual(["e1", "e2"]);
    expect(shown(...slept, seam("e3", "woken"), seam("e4", "resumed"), text("e5"))).toEqual([
      "e1",
      "e4",
      "e5",
    ]);
    expect(shown(seam("e1", "forked"), seam("e2", "forked"))).toEqual(["e2"]);
    expect(shown(seam("e1", "died"), seam("e2", "woken"), seam("e3", "resumed"))).toEqual(["e1", "e3"]);
  });
  it("knows when the reader is at the end", () => {
    expect(isAtEnd({ offset: 952, viewport: 1000, size: 2000 })).toBe(true);
    expect(isAtEnd({ offset: 900, viewport: 1000, size: 2000 })).toBe(false);
  });
  it("finds the last prompt", () => {
    const rows = [user("e1"), text("e2"), user("e3"), text("e4")];
    expect([previousPrompt(rows, 4), previousPrompt(rows, 2), previousPrompt(rows, 0)]).toEqual([
      2,
      0,
      undefined,
    ]);
  });
});
