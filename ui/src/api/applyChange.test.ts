import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addPage, applyChange, applyChangeSet, applyChangeSets, emptyView } from "./applyChange";
import type { ChangeSet, Entry, SessionView } from "./generated";

/** What a file in fixtures/view holds; crates/view runs the same files. */
type Fixture = { sets: ChangeSet[]; view: SessionView };

const directory = join(__dirname, "../../../fixtures/view");
const names = readdirSync(directory).filter((name) => name.endsWith(".json"));

function read(name: string): Fixture {
  return JSON.parse(readFileSync(join(directory, name), "utf8")) as Fixture;
}

function text(id: string, order: number): Entry {
  const body = { kind: "text", text: id, streaming: false, citations: [], aborted: false } as const;
  return { id, order, at: 0, epoch: 1, body: { ...body, citations: [] } };
}

describe("applyChange", () => {
  it("has fixtures", () => {
    expect(names).toContain("every-change.json");
  });

  it.each(names)("gives the same view as the server: %s", (name) => {
    const { sets, view } = read(name);
    expect(sets.reduce(applyChangeSet, emptyView)).toEqual(view);
  });

  it.each(names)("alters nothing in place: %s", (name) => {
    const { sets, view } = read(name);
    const freeze = (value: unknown): void => {
      if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    let current = structuredClone(emptyView);
    for (const set of sets) {
      freeze(current);
      current = applyChangeSet(current, set);
    }
    expect(current).toEqual(view);
  });

  it("keeps every entry object while text streams", () => {
    const begun = [text("e1", 1), { ...text("e2", 2) }].reduce(
      (view, entry) => applyChange(view, { kind: "entrySet", entry }),
      emptyView,
    );
    const after = applyChange(begun, { kind: "appended", id: "e2", text: "more" });
    expect(after.entries).toBe(begun.entries);
    expect(after.drafts).toEqual({ e2: "more" });
  });

  it("ignores a change to an entry that is not loaded", () => {
    const view = { ...emptyView, entries: [text("e1", 1)] };
    const after = applyChange(view, { kind: "draftKept", id: "e9" });
    expect(after).toEqual(view);
  });

  it("applies nothing twice that a replaced subscription delivers late", () => {
    const said = (seq: number, words: string) => ({
      seq,
      at: seq,
      changes: [{ kind: "appended" as const, id: "e1", text: words }],
    });
    const view = applyChangeSets(emptyView, [said(1, "one "), said(2, "two")]);
    expect(applyChangeSets(view, [said(1, "one "), said(2, "two")])).toBe(view);
    const after = applyChangeSets(view, [said(2, "two"), said(3, " three")]);
    expect(after.drafts).toEqual({ e1: "one two three" });
  });

  it("asks for older entries before the page and not before an entry that is still open", () => {
    const view = { ...emptyView, hasOlder: true, olderThan: "e9", entries: [text("e5", 5), text("e9", 9)] };
    const after = addPage(view, { entries: [text("e7", 7), text("e8", 8)], hasOlder: true });
    expect(after.olderThan).toBe("e7");
    expect(after.entries.map((entry) => entry.id)).toEqual(["e5", "e7", "e8", "e9"]);
    expect(addPage(after, { entries: [], hasOlder: false })).not.toHaveProperty("olderThan");
  });

  it("puts a page of older entries in front and adds none twice", () => {
    const view = { ...emptyView, hasOlder: true, entries: [text("e5", 5)] };
    const page = { entries: [text("e3", 3), text("e5", 5)], hasOlder: false };
    const after = addPage(view, page);
    expect(after.entries.map((entry) => entry.id)).toEqual(["e3", "e5"]);
    expect(after.hasOlder).toBe(false);
  });
});
