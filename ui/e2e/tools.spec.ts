// One renderer per tool: what its line says, and what is behind it.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { answers, expect, type Host, script, test } from "./host";
import { writePlan } from "./plans";
import { ask, begin, say, tool } from "./talk";

const pixel =
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

interface Case {
  name: string;
  /** Files the tool finds. */
  files?: Record<string, string | Buffer>;
  /** The calls, each in a reply of its own; the last is looked at. */
  calls: (at: (name: string) => string) => unknown[];
  /** What the line says. */
  line: RegExp;
  /** What is there when the line is open. */
  shows: (row: Locator) => Promise<void>;
}

const contains =
  (...words: (string | RegExp)[]) =>
  async (row: Locator) => {
    for (const word of words) await expect(row).toContainText(word);
  };

const cases: Case[] = [
  {
    name: "Read of code, with line numbers and colours",
    files: { "read.ts": "const one = 1;\nexport const two = one + 1;\n" },
    calls: (at) => [tool("Read", { file_path: at("read.ts") })],
    line: /Read.*read\.ts.*\d+ lines/,
    shows: async (row) => {
      await expect(row).toContainText("export const two");
      await expect(row.locator(".token").first()).toBeVisible();
    },
  },
  {
    name: "Read of a picture",
    files: { "pixel.png": Buffer.from(pixel, "base64") },
    calls: (at) => [tool("Read", { file_path: at("pixel.png") })],
    line: /Read.*pixel\.png.*picture/,
    shows: async (row) => expect(row.getByRole("img", { name: /picture|image|pixel/i }).last()).toBeVisible(),
  },
  {
    name: "Read of a PDF",
    files: { "paper.pdf": "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF" },
    calls: (at) => [tool("Read", { file_path: at("paper.pdf") })],
    line: /Read.*paper\.pdf.*PDF/,
    shows: contains(/PDF/i),
  },
  {
    name: "Read of a notebook, cell by cell",
    files: { "note.ipynb": JSON.stringify(notebook) },
    calls: (at) => [tool("Read", { file_path: at("note.ipynb") })],
    line: /Read.*note\.ipynb.*2 cells/,
    shows: contains("# The title", "print(1 + 1)", "two it is"),
  },
  {
    name: "Write of a new file",
    calls: (at) => [tool("Write", { file_path: at("new.txt"), content: "fresh line\n" })],
    line: /Write.*new\.txt.*\+1/,
    shows: contains("fresh line"),
  },
  {
    name: "Write over a file, as a diff",
    files: { "old.txt": "before\n" },
    calls: (at) => [
      tool("Read", { file_path: at("old.txt") }),
      tool("Write", { file_path: at("old.txt"), content: "after\n" }),
    ],
    line: /Write.*old\.txt.*\+1.*−1/,
    shows: contains("before", "after"),
  },
  {
    name: "Edit, as a diff",
    files: { "edit.txt": "keep\nchange me\nkeep too\n" },
    calls: (at) => [
      tool("Read", { file_path: at("edit.txt") }),
      tool("Edit", { file_path: at("edit.txt"), old_string: "change me", new_string: "changed" }),
    ],
    line: /Edit.*edit\.txt.*\+1.*−1/,
    shows: contains("change me", "changed", "keep too"),
  },
  {
    name: "MultiEdit, with every edit",
    calls: (at) => [
      tool("MultiEdit", {
        file_path: at("many.txt"),
        edits: [
          { old_string: "one", new_string: "uno" },
          { old_string: "two", new_string: "due" },
        ],
      }),
    ],
    line: /MultiEdit.*many\.txt.*\+2.*−2/,
    shows: contains("uno", "due"),
  },
  {
    name: "Bash, with colours",
    calls: () => [
      tool(
        "Bash",
        { command: "paint", description: "paint the town" },
        { stdout: "\u001b[31mred words\u001b[0m plain" },
      ),
    ],
    line: /Bash.*paint/,
    shows: async (row) => {
      await expect(row).toContainText("paint the town");
      const red = row.getByText("red words", { exact: true });
      const plain = await row
        .locator("pre")
        .last()
        .evaluate((element) => getComputedStyle(element).color);
      expect(await red.evaluate((element) => getComputedStyle(element).color)).not.toBe(plain);
    },
  },
  {
    name: "Bash that fails, with its exit code, open by itself",
    calls: () => [tool("Bash", { command: "break-it" }, { stderr: "it broke", exit: 3 })],
    line: /Bash.*break-it.*exit 3/,
    shows: contains("it broke"),
  },
  {
    name: "Bash in the background",
    calls: () => [tool("Bash", { command: "serve", run_in_background: true }, { stdout: "up", s: 1 })],
    line: /Bash.*serve.*in the background/,
    shows: contains("serve"),
  },
  {
    name: "Glob",
    files: { "deep/find-me.md": "x" },
    calls: () => [tool("Glob", { pattern: "**/find-*.md" })],
    line: /Glob.*find-\*\.md.*1 file(?!s)/,
    shows: contains("find-me.md"),
  },
  {
    name: "Grep",
    files: { "hay.md": "a needle here\n" },
    calls: (at) => [tool("Grep", { pattern: "needle", path: at("hay.md"), output_mode: "content" })],
    line: /Grep.*needle/,
    shows: contains("a needle here"),
  },
  {
    name: "WebFetch, with what was asked and answered",
    calls: () => [
      tool(
        "WebFetch",
        { url: "https://example.com/page", prompt: "What is it about?" },
        { result: "About **lighthouses**" },
      ),
    ],
    line: /example\.com\/page.*200/,
    shows: async (row) => {
      await expect(row).toContainText("What is it about?");
      await expect(row.locator("strong, b, [data-streamdown=strong]")).toHaveText("lighthouses");
    },
  },
  {
    name: "WebSearch",
    calls: () => [tool("WebSearch", { query: "harbour lights" }, { result: "Three links were found" })],
    line: /harbour lights/,
    shows: contains("Three links were found"),
  },
  {
    name: "NotebookEdit, as the diff of a cell",
    files: { "book.ipynb": JSON.stringify(notebook) },
    calls: (at) => [
      tool("Read", { file_path: at("book.ipynb") }),
      tool("NotebookEdit", { notebook_path: at("book.ipynb"), cell_id: "sum", new_source: "print(2 + 2)" }),
    ],
    line: /book\.ipynb.*sum/,
    shows: contains("print(2 + 2)"),
  },
  {
    name: "an agent, with what it did inside",
    calls: () => [
      tool("Agent", {
        description: "look around",
        subagent_type: "general-purpose",
        run_in_background: false,
        prompt: script([[tool("Bash", { command: "inner-command" })], [say("I looked around")]]),
      }),
    ],
    line: /general-purpose · look around/,
    shows: contains("inner-command", "I looked around"),
  },
  {
    name: "TodoWrite, as a list",
    calls: () => [
      tool("TodoWrite", {
        todos: [
          { content: "Paint", status: "completed", activeForm: "Painting" },
          { content: "Dry", status: "in_progress", activeForm: "Drying" },
        ],
      }),
    ],
    line: /1 of 2 done/,
    shows: async (row) => {
      await expect(row.getByRole("img", { name: "under way" })).toBeVisible();
      await expect(row).toContainText("Drying");
    },
  },
  {
    name: "the task tools",
    calls: () => [
      tool("TaskCreate", { subject: "Paint the hull", description: "twice" }),
      tool("TaskList", {}),
    ],
    line: /1 task(?!s)/,
    shows: contains("#1 Paint the hull"),
  },
  {
    name: "EnterPlanMode, which changes the mode",
    calls: () => [tool("EnterPlanMode", {})],
    line: /planning begins/,
    shows: async (row) => {
      await expect(row).toContainText("Entered plan mode");
      await expect(row.page().getByRole("combobox", { name: "Permission mode" })).toHaveValue("plan");
    },
  },
  {
    name: "Skill",
    calls: () => [
      tool("Skill", { skill: "sailing", args: "upwind" }, { result: "Launching skill: sailing" }),
    ],
    line: /sailing upwind/,
    shows: contains("sailing"),
  },
  {
    name: "a tool of a server, with its input and its result as trees",
    calls: () => [
      tool("mcp__weather__today", { place: { town: "Kiel" } }, { result: '{"wind":{"knots":12}}' }),
    ],
    line: /weather › today/i,
    shows: async (row) => {
      await expect(row.getByRole("region", { name: "Input" })).toContainText("Kiel");
      await expect(row.getByRole("region", { name: "Result" })).toContainText("12");
    },
  },
  {
    name: "a tool of a server, with a picture in its result",
    calls: () => [
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
    line: /weather › today/i,
    shows: async (row) => {
      await expect(row).toContainText("The chart of today");
      const picture = row.getByRole("img", { name: "attached picture" });
      await expect(picture).toBeVisible();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    },
  },
  {
    name: "a tool nobody knows",
    calls: () => [tool("Conjure", { what: "a rabbit", times: 2 })],
    line: /Conjure.*a rabbit/,
    shows: async (row) => expect(row.getByRole("region", { name: "Input" })).toContainText("a rabbit"),
  },
];

const allowed =
  "Read,Glob,Grep,Write,Edit,MultiEdit,NotebookEdit,Bash,WebFetch,WebSearch,Skill,Agent,Task,TodoWrite,TaskCreate,TaskList,mcp__weather__today,Conjure";

async function prepare(host: Host, files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(host.project, name);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, content);
  }
}

for (const one of cases) {
  test(one.name, async ({ page, host }) => {
    await prepare(host, one.files ?? {});
    const calls = one.calls((name) => join(host.project, name));
    const replies = [...calls.map((call) => [call]), [say("That was it")]];
    await begin(page, host, script(replies), {
      flags: ["--allowed-tools", allowed],
      mcpServers: { mcpServers: { weather: { command: "weather" } } },
    });
    await expect(answers(page).getByText("That was it")).toBeVisible();
    const row = page.locator("[role=log] > div > div > div > article[data-kind=tool]").nth(calls.length - 1);
    const line = row.locator("button[aria-expanded]").first();
    await expect(line).toContainText(one.line);
    if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
    await one.shows(row);
  });
}

test("a plan is shown as it was written, approved, and stays in the transcript", async ({ page, host }) => {
  await writePlan(host, "# The plan\n\n1. Look\n2. Leap");
  await begin(page, host, script([[tool("ExitPlanMode", {})], [say("Off we go")]]), {
    permissionMode: "plan",
  });
  await expect(ask(page)).toContainText("The plan");
  await ask(page)
    .getByRole("button", { name: /Approve|Allow/ })
    .first()
    .click();
  await expect(answers(page).getByText("Off we go")).toBeVisible();
  const row = page.locator("article[data-kind=tool]").last();
  await expect(row).toContainText("approved");
  await expect(row.getByRole("listitem").nth(1)).toContainText("Leap");
});

/** A command that has printed something and goes on for longer than any test. */
const building = (input: Record<string, unknown>) =>
  tool("Bash", { command: "build", ...input }, { live: "half way\n", stdout: "there\n", s: 600 });

test("what a command has printed is shown while it runs", async ({ page, host }) => {
  await begin(page, host, script([[building({})]]), { flags: ["--allowed-tools", "Bash"] });
  const row = page.locator("article[data-kind=tool]");
  const line = row.locator("button[aria-expanded]").first();
  const printed = row.getByRole("region", { name: "Output so far" });
  // The CLI tells of a command after some seconds, and what it printed when it is asked. No click is needed.
  await expect(printed).toHaveText("half way");
  await expect(line).toHaveAttribute("aria-expanded", "false");
  await line.click();
  await expect(printed).toContainText("half way");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(printed).toBeHidden();
});

test("what a command in the background has printed is shown while it runs", async ({ page, host }) => {
  await begin(page, host, script([[building({ run_in_background: true })], [say("It runs")]]), {
    flags: ["--allowed-tools", "Bash"],
  });
  await expect(answers(page).getByText("It runs")).toBeVisible();
  const row = page.locator("article[data-kind=tool]");
  await row.locator("button[aria-expanded]").first().click();
  await expect(row.getByRole("region", { name: "Output so far" })).toContainText("half way");
});
