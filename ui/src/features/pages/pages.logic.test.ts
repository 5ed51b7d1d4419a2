import { expect, test } from "vitest";
import type { Replay, SessionView, UsageRow } from "@/api/generated";
import { parseNotebook } from "../panels/notebook/notebook.logic";
import { filtered, merged, recordingLine, wordsOf } from "../panels/wire/wire.logic";
import { suggestedRule } from "./audit/audit.logic";
import { Player } from "./replay/replay.logic";
import { dayList, series, stacked, totals } from "./usage/usage.logic";

const row = (over: Partial<UsageRow>): UsageRow => ({
  day: "2026-01-02",
  project: "/a",
  model: "opus",
  costUsd: 1,
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 2,
  cacheWriteTokens: 1,
  turns: 1,
  ...over,
});

test("usage is summed, drawn by day, and the small ones stand together", () => {
  const rows = [row({}), row({ model: "haiku", costUsd: 0.5 }), row({ model: "sonnet", costUsd: 0.2 })];
  expect(totals(rows, "model").map(({ name }) => name)).toEqual(["opus", "haiku", "sonnet"]);
  const days = dayList("2026-01-02", 2);
  expect(days).toEqual(["2026-01-01", "2026-01-02"]);
  const list = series(rows, { by: "model", metric: "cost", days, most: 2, others: "others" });
  expect(list).toEqual([
    { name: "opus", values: [0, 1] },
    { name: "others", values: [0, 0.7] },
  ]);
  expect(stacked(list)).toEqual([
    [0, 1],
    [0, 1.7],
  ]);
});

test("a decision becomes a rule that fits it and little more", () => {
  expect(suggestedRule({ tool: "Bash", summary: "git push origin main" })).toBe("Bash(git push:*)");
  expect(suggestedRule({ tool: "Bash", summary: "ls -la" })).toBe("Bash(ls:*)");
  expect(suggestedRule({ tool: "Edit", summary: "/src/a.ts" })).toBe("Edit(//src/a.ts)");
  expect(suggestedRule({ tool: "WebFetch", summary: "https://example.com/x" })).toBe(
    "WebFetch(domain:example.com)",
  );
  expect(suggestedRule({ tool: "mcp__a__b", summary: "{}" })).toBe("mcp__a__b");
});

test("a notebook is read, what is none is refused, HTML is never kept", () => {
  expect(parseNotebook("{")).toBeUndefined();
  expect(parseNotebook('{"cells":1}')).toBeUndefined();
  const outputs = [
    { output_type: "display_data", data: { "text/html": ["<script>run()</script><b>x</b>\n"] } },
  ];
  const book = parseNotebook(
    JSON.stringify({ cells: [{ cell_type: "code", source: ["a\n", "b"], outputs }] }),
  );
  expect(book?.cells[0]).toMatchObject({ source: "a\nb", outputs: [{ kind: "html", text: "x" }] });
});

test("records of the wire are filtered, added once, and become lines of a recording", () => {
  const record = (seq: number, over = {}) => ({
    seq,
    at: 1000 + seq,
    epoch: 1,
    kind: "out",
    name: "result/success",
    unknown: false,
    size: 2,
    text: "{}",
    ...over,
  });
  const list = [
    record(1),
    record(2, { kind: "in", name: "user", text: "not json" }),
    record(3, { unknown: true }),
  ];
  const kinds = new Set(["out", "in"]);
  expect(filtered(list, { kinds, text: "RESULT", onlyUnknown: false })).toHaveLength(2);
  expect(filtered(list, { kinds, text: "", onlyUnknown: true })).toHaveLength(1);
  expect(merged(list, [record(3), record(4)]).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(recordingLine(record(5), 1000)).toBe('{"t":5,"dir":"out","line":{}}');
  expect(recordingLine(record(2, { kind: "in", text: "x" }), 1000)).toBe('{"t":2,"dir":"in","raw":"x"}');
  expect(recordingLine(record(1, { kind: "note" }), 0)).toBeUndefined();
  expect(wordsOf(record(1))).toBe("");
  const setting = JSON.stringify({ note: "setting", name: "model", value: "opus" });
  expect(wordsOf(record(1, { kind: "note", name: "setting", text: setting }))).toBe("model opus");
  const spawn = JSON.stringify({ argv: ["/usr/bin/claude", "--verbose"], cwd: "/home" });
  expect(wordsOf(record(1, { kind: "spawn", name: "", text: spawn }))).toBe("claude --verbose");
  expect(wordsOf(record(1, { kind: "err", name: "", text: "it broke" }))).toBe("it broke");
});

test("a recording can be moved through both ways", () => {
  const view = { seq: 0, at: 0, entries: [], host: { archived: false } } as unknown as SessionView;
  const sets = [1, 2, 3].map((seq) => ({
    seq,
    at: seq * 100,
    changes: [{ kind: "hostSet" as const, host: { archived: seq % 2 === 0 } }],
  }));
  const player = new Player({ view, sets } as Replay);
  expect(player.timeOf(3)).toBe(200);
  expect(player.stepAt(150)).toBe(2);
  expect(player.viewAt(2).host.archived).toBe(true);
  expect(player.viewAt(3).seq).toBe(3);
  expect(player.viewAt(1).host.archived).toBe(false);
  expect(player.viewAt(0)).toBe(view);
});
