// What stands on and behind the line of a call of a tool.

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

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
  inputChanged: "the input was changed before it ran",
  input: "Input",
  result: "Result",
  noOutput: "no output",
  kept: (size: string | undefined) =>
    size === undefined ? "The CLI kept the whole output in" : `The CLI kept the whole output (${size}) in`,

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
  told: "what it was told",

  background: "in the background",
  exit: (code: number) => `exit ${code}`,
  interrupted: "interrupted",

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

  files: (count: number) => many(count, "file"),
  globIn: " in ",

  tasks: (count: number) => many(count, "task"),
  tasksDone: (done: number, all: number) => `${done} of ${all} done`,
  waitsFor: (tasks: string) => `waits for ${tasks}`,
  taskStates: { completed: "done", in_progress: "under way", pending: "open" },
} as const;
