// One call of every tool, with the files it finds. Each case is a turn of the recorded session "tools".

import { say, script, tool } from "../script";

export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: "python" } },
  cells: [
    { id: "intro", cell_type: "markdown", metadata: {}, source: "# The title" },
    {
      id: "sum",
      cell_type: "code",
      metadata: {},
      execution_count: 1,
      source: "print(1 + 1)",
      outputs: [{ output_type: "stream", name: "stdout", text: "two it is\n" }],
    },
  ],
};

/** The files of the project, by name. */
export const toolFiles: Record<string, string | Buffer> = {
  "read.ts": "const one = 1;\nexport const two = one + 1;\n",
  "pixel.png": Buffer.from(pixel, "base64"),
  "paper.pdf": "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
  "note.ipynb": JSON.stringify(notebook),
  "old.txt": "before\n",
  "edit.txt": "keep\nchange me\nkeep too\n",
  "deep/find-me.md": "x",
  "hay.md": "a needle here\n",
  "book.ipynb": JSON.stringify(notebook),
};

type At = (name: string) => string;

/** The calls of each case; the last one is looked at. */
export const toolCases = {
  "Read of code": (at: At) => [tool("Read", { file_path: at("read.ts") })],
  "Read of a picture": (at: At) => [tool("Read", { file_path: at("pixel.png") })],
  "Read of a PDF": (at: At) => [tool("Read", { file_path: at("paper.pdf") })],
  "Read of a notebook": (at: At) => [tool("Read", { file_path: at("note.ipynb") })],
  "Write of a new file": (at: At) => [tool("Write", { file_path: at("new.txt"), content: "fresh line\n" })],
  "Write over a file": (at: At) => [
    tool("Read", { file_path: at("old.txt") }),
    tool("Write", { file_path: at("old.txt"), content: "after\n" }),
  ],
  Edit: (at: At) => [
    tool("Read", { file_path: at("edit.txt") }),
    tool("Edit", { file_path: at("edit.txt"), old_string: "change me", new_string: "changed" }),
  ],
  MultiEdit: (at: At) => [
    tool("MultiEdit", {
      file_path: at("many.txt"),
      edits: [
        { old_string: "one", new_string: "uno" },
        { old_string: "two", new_string: "due" },
      ],
    }),
  ],
  "Bash with colors": () => [
    tool(
      "Bash",
      { command: "paint", description: "paint the town" },
      { stdout: "\u001b[31mred words\u001b[0m plain" },
    ),
  ],
  "Bash that fails": () => [tool("Bash", { command: "break-it" }, { stderr: "it broke", exit: 3 })],
  Glob: () => [tool("Glob", { pattern: "**/find-*.md" })],
  Grep: (at: At) => [tool("Grep", { pattern: "needle", path: at("hay.md"), output_mode: "content" })],
  WebFetch: () => [
    tool(
      "WebFetch",
      { url: "https://example.com/page", prompt: "What is it about?" },
      { result: "About **lighthouses**" },
    ),
  ],
  WebSearch: () => [tool("WebSearch", { query: "harbor lights" }, { result: "Three links were found" })],
  NotebookEdit: (at: At) => [
    tool("Read", { file_path: at("book.ipynb") }),
    tool("NotebookEdit", { notebook_path: at("book.ipynb"), cell_id: "sum", new_source: "print(2 + 2)" }),
  ],
  Agent: () => [
    tool("Agent", {
      description: "look around",
      subagent_type: "general-purpose",
      run_in_background: false,
      prompt: script([[tool("Bash", { command: "inner-command" })], [say("I looked around")]]),
    }),
  ],
  TodoWrite: () => [
    tool("TodoWrite", {
      todos: [
        { content: "Paint", status: "completed", activeForm: "Painting" },
        { content: "Dry", status: "in_progress", activeForm: "Drying" },
      ],
    }),
  ],
  "Task tools": () => [
    tool("TaskCreate", { subject: "Paint the hull", description: "twice" }),
    tool("TaskList", {}),
  ],
  Skill: () => [tool("Skill", { skill: "sailing", args: "upwind" }, { result: "Launching skill: sailing" })],
  "MCP tool": () => [
    tool("mcp__weather__today", { place: { town: "Kiel" } }, { result: '{"wind":{"knots":12}}' }),
  ],
  "MCP tool with a picture": () => [
    tool(
      "mcp__weather__today",
      { place: "Kiel" },
      {
        result: [
          { type: "text", text: "The chart of today" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
        ],
      },
    ),
  ],
  "Unknown tool": () => [tool("Conjure", { what: "a rabbit", times: 2 })],
  EnterPlanMode: () => [tool("EnterPlanMode", {})],
} satisfies Record<string, (at: At) => unknown[]>;

export type ToolCase = keyof typeof toolCases;

/** The turn of a case in the recorded session, counted from 1. */
export const turnOf = (name: ToolCase): number => Object.keys(toolCases).indexOf(name) + 1;

export const allowedTools =
  "Read,Glob,Grep,Write,Edit,MultiEdit,NotebookEdit,Bash,WebFetch,WebSearch,Skill,Agent,Task,TodoWrite,TaskCreate,TaskList,mcp__weather__today,Conjure";
