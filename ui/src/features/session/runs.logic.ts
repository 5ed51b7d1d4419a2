// Runs of tool calls that fold into one line: "Read 4 files, searched 2 patterns".

import type { Entry, EntryId, ToolCall } from "@/api/generated";
import { toolStrings } from "@/strings";

/** Consecutive calls of tools that only look, or commands that went well. */
export interface Run {
  id: EntryId;
  /** That of the newest call. */
  order: number;
  calls: Entry[];
}

export type Row = Entry | Run;

export const isRun = (row: Row): row is Run => "calls" in row;

/** Fewer lines say more than their sum does. */
const LEAST = 3;

type Deed = keyof typeof toolStrings.deeds;

const deeds: Record<string, Deed> = {
  Read: "read",
  NotebookRead: "read",
  Grep: "search",
  Glob: "search",
  LS: "list",
  WebFetch: "fetch",
  WebSearch: "webSearch",
  Bash: "run",
  BashOutput: "run",
};

const deedOf = (call: ToolCall): Deed | undefined => deeds[call.tool.name];

/** Whether a call can disappear into a run: it looks, or is a command that is over, and nothing is wrong with it. */
function folds({ body }: Entry): boolean {
  if (body.kind !== "tool" || deedOf(body) === undefined || body.decision?.allowed === false) return false;
  if (body.state === "done") return body.result?.isError !== true;
  return body.tool.name !== "Bash" && (body.state === "running" || body.state === "streaming");
}

export function foldRuns(entries: Entry[]): Row[] {
  const rows: Row[] = [];
  let run: Entry[] = [];
  const close = () => {
    const [first] = run;
    if (first && run.length >= LEAST) rows.push({ id: first.id, order: run.at(-1)?.order ?? 0, calls: run });
    else rows.push(...run);
    run = [];
  };
  for (const entry of entries) {
    if (folds(entry)) run.push(entry);
    else {
      close();
      rows.push(entry);
    }
  }
  close();
  return rows;
}

/** The row that shows an entry. */
export const indexOfEntry = (rows: Row[], id: EntryId | undefined): number =>
  rows.findIndex((row) => (isRun(row) ? row.calls.some((call) => call.id === id) : row.id === id));

/** What a run did, in the order of its first calls, and for how long. */
export function summaryOf({ calls }: Run): { text: string; milliseconds: number; running: boolean } {
  const counts = new Map<Deed, number>();
  let milliseconds = 0;
  let running = false;
  for (const { body } of calls) {
    if (body.kind !== "tool") continue;
    const deed = deedOf(body);
    if (deed) counts.set(deed, (counts.get(deed) ?? 0) + 1);
    if (body.startedAt !== undefined && body.endedAt !== undefined)
      milliseconds += body.endedAt - body.startedAt;
    running ||= body.state !== "done";
  }
  const text = [...counts].map(([deed, count]) => toolStrings.deeds[deed](count)).join(", ");
  return { text: text.charAt(0).toUpperCase() + text.slice(1), milliseconds, running };
}
