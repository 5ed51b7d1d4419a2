// What stands on and behind the line of a call of a tool.

import { plural } from "./plural";

const many = (count: number, one: string): string => `${count} ${plural(count, { one, other: `${one}s` })}`;

export const toolStrings = {
  states: {
    streaming: "preparing",
    waiting: "waiting",
    running: "running",
    done: "done",
    failed: "failed",
    denied: "denied",
    interrupted: "stopped",
  },
  /** What a run of calls did. */
  deeds: {
    read: (count: number) => `read ${many(count, "file")}`,
    search: (count: number) => `searched ${many(count, "pattern")}`,
    list: (count: number) => `listed ${count} ${plural(count, { one: "directory", other: "directories" })}`,
    fetch: (count: number) => `fetched ${many(count, "page")}`,
    webSearch: (count: number) =>
      `searched the web ${plural(count, { one: "once", other: `${count} times` })}`,
    run: (count: number) => `ran ${many(count, "command")}`,
  },
  inputChanged: "The input was changed before it ran",
  input: "Input",
  result: "Result",
  noOutput: "No output",
  kept: (size: string | undefined) =>
    size === undefined ? "Full output saved in" : `Full output (${size}) saved in`,

  jobs: {
    pending: "waiting to start",
    running: "running",
    paused: "paused",
    done: "done",
    failed: "failed",
    stopped: "stopped",
  },
  calls: (count: number) => many(count, "call"),
  tokens: (count: string) => `${count} tokens`,
  steps: (count: number) => many(count, "step"),
  told: "Prompt",

  background: "background",
  exit: (code: number) => `exit ${code}`,
  interrupted: "interrupted",

  question: "Question",
  notAnswered: "not answered",
  plan: "Plan",
  planBegins: "planning begins",
  planWaits: "waits for your approval",
  planApproved: "approved",
  planSentBack: "sent back",

  pagesRead: (pages: string) => `pages ${pages}`,
  lines: (count: number) => many(count, "line"),
  linesOf: (count: number, all: number) => `${count} of ${all} lines`,
  cells: (count: number) => many(count, "cell"),
  pages: (count: number) => many(count, "page"),
  picture: "picture",
  pdf: "PDF",
  text: "text",
  code: "code",
  cellOutput: "output of the cell",

  newFile: "new",
  files: (count: number) => many(count, "file"),
  globIn: " in ",

  tasks: (count: number) => many(count, "task"),
  tasksDone: (done: number, all: number) => `${done} of ${all} done`,
  waitsFor: (tasks: string) => `waits for ${tasks}`,
  taskStates: { completed: "done", in_progress: "in progress", pending: "open" },
};
