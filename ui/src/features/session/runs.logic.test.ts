import { describe, expect, it } from "vitest";
import type { Entry, ToolState } from "@/api/generated";
import { foldRuns, indexOfEntry, isRun, summaryOf } from "./runs.logic";

let order = 0;

const call = (name: string, state: ToolState = "done"): Entry => {
  order += 1;
  return {
    id: `e${order}`,
    order,
    at: 0,
    epoch: 1,
    body: {
      kind: "tool",
      tool: { name, display: name },
      state,
      input: {},
      startedAt: 1000,
      endedAt: 2500,
    },
  } as unknown as Entry;
};

const shape = (entries: Entry[]) => foldRuns(entries).map((row) => (isRun(row) ? row.calls.length : 1));

describe("runs of calls", () => {
  it("fold from three on, and count what was done", () => {
    const entries = [call("Read"), call("Grep"), call("Read"), call("Bash")];
    const [run] = foldRuns(entries);
    if (!run || !isRun(run)) throw new Error("not folded");
    expect(summaryOf(run)).toEqual({
      text: "Read 2 files, searched 1 pattern, ran 1 command",
      milliseconds: 6000,
      running: false,
    });
    expect(shape(entries.slice(0, 2))).toEqual([1, 1]);
  });

  it("leave out edits, failures, requests and commands that run", () => {
    expect(shape([call("Read"), call("Read"), call("Edit"), call("Read")])).toEqual([1, 1, 1, 1]);
    expect(shape([call("Read"), call("Read"), call("Read", "failed")])).toEqual([1, 1, 1]);
    expect(shape([call("Read"), call("Read"), call("Bash", "running")])).toEqual([1, 1, 1]);
    expect(shape([call("Read"), call("Read"), call("Bash", "waiting")])).toEqual([1, 1, 1]);
  });

  it("take in a file that is being read, so that no row comes and goes", () => {
    const entries = [call("Read"), call("Read"), call("Read", "running")];
    const [run] = foldRuns(entries);
    expect(run && isRun(run) && summaryOf(run).running).toBe(true);
  });

  it("keep the first call's id while they grow, and are found by any of their calls", () => {
    const entries = [call("Edit"), call("Read"), call("Read"), call("Read")];
    const rows = foldRuns(entries);
    const grown = foldRuns([...entries, call("Glob")]);
    expect(grown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(indexOfEntry(rows, entries[3]?.id)).toBe(1);
    expect(indexOfEntry(rows, "gone")).toBe(-1);
  });
});
