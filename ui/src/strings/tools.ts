// What stands on and behind the line of a call of a tool.

export const toolStrings = {
  states: {
    streaming: "being written",
    waiting: "waiting for you",
    running: "running",
    done: "done",
    failed: "failed",
    denied: "denied",
    interrupted: "interrupted",
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
  calls: (count: number) => `${count} calls`,
  tokens: (count: string) => `${count} tokens`,
  steps: (count: number) => `${count} steps`,
  told: "what it was told",

  background: "in the background",
  exit: (code: number) => `exit ${code}`,
  interrupted: "interrupted",

  notAnswered: "not answered",
  planBegins: "planning begins",
  planApproved: "plan approved",
  planSentBack: "plan sent back",
  plan: "plan",

  pagesRead: (pages: string) => `pages ${pages}`,
  lines: (count: number) => `${count} lines`,
  linesOf: (count: number, all: number) => `${count} of ${all} lines`,
  cells: (count: number) => `${count} cells`,
  pages: (count: number) => `${count} pages`,
  picture: "picture",
  pdf: "PDF",
  text: "text",
  code: "code",
  cellOutput: "output of the cell",

  files: (count: number) => `${count} files`,
  globIn: " in ",

  tasks: (count: number) => `${count} tasks`,
  tasksDone: (done: number, all: number) => `${done} of ${all} done`,
  waitsFor: (tasks: string) => `waits for ${tasks}`,
  taskStates: { completed: "done", in_progress: "under way", pending: "open" },
} as const;
