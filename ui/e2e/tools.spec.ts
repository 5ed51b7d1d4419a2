// One renderer per tool: its line, and what is behind it. The calls are those of the recorded session "tools".

import type { Json } from "../src/api/generated";
import {
  answers,
  ask,
  begin,
  entry,
  expect,
  type Locator,
  recordedTurn,
  result,
  say,
  script,
  test,
  tool,
  writePlan,
} from "./support";
import { type ToolCase, turnOf } from "./support/recordings/tools";

interface Look {
  /** The text of the line. */
  line: RegExp;
  /** What is shown when the line is open. */
  shows: (row: Locator) => Promise<void>;
}

const contains =
  (...words: (string | RegExp)[]) =>
  async (row: Locator) => {
    for (const word of words) await expect(row).toContainText(word);
  };

const looks: Record<ToolCase, Look> = {
  "Read of code": {
    line: /Read.*read\.ts.*\d+ lines/,
    shows: async (row) => {
      await expect(row).toContainText("export const two");
      await expect(row.locator(".token").first()).toBeVisible();
    },
  },
  "Read of a picture": {
    line: /Read.*pixel\.png.*picture/,
    shows: async (row) => expect(row.getByRole("img", { name: /picture|image|pixel/i }).last()).toBeVisible(),
  },
  "Read of a PDF": { line: /Read.*paper\.pdf.*PDF/, shows: contains(/PDF/i) },
  "Read of a notebook": {
    line: /Read.*note\.ipynb.*2 cells/,
    shows: contains("# The title", "print(1 + 1)", "two it is"),
  },
  "Write of a new file": { line: /Write.*new\.txt.*\+1/, shows: contains("fresh line") },
  "Write over a file": { line: /Write.*old\.txt.*\+1.*−1/, shows: contains("before", "after") },
  Edit: { line: /Edit.*edit\.txt.*\+1.*−1/, shows: contains("change me", "changed", "keep too") },
  MultiEdit: { line: /MultiEdit.*many\.txt.*\+2.*−2/, shows: contains("uno", "due") },
  "Bash with colors": {
    line: /paint the town.*paint/,
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
  "Bash that fails": { line: /Bash.*break-it.*exit 3/, shows: contains("it broke") },
  Glob: { line: /Glob.*find-\*\.md.*1 file(?!s)/, shows: contains("find-me.md") },
  Grep: { line: /Grep.*needle/, shows: contains("a needle here") },
  WebFetch: {
    line: /example\.com\/page.*200/,
    shows: async (row) => {
      await expect(row).toContainText("What is it about?");
      await expect(row.locator("strong, b, [data-streamdown=strong]")).toHaveText("lighthouses");
    },
  },
  WebSearch: { line: /harbor lights/, shows: contains("Three links were found") },
  NotebookEdit: { line: /book\.ipynb.*sum/, shows: contains("print(2 + 2)") },
  Agent: {
    line: /general-purpose · look around/,
    shows: contains("inner-command", "I looked around"),
  },
  TodoWrite: {
    line: /1 of 2 done/,
    shows: async (row) => {
      await expect(row.getByRole("img", { name: "in progress" })).toBeVisible();
      await expect(row).toContainText("Drying");
    },
  },
  "Task tools": { line: /1 task(?!s)/, shows: contains("#1 Paint the hull") },
  Skill: { line: /sailing upwind/, shows: contains("sailing") },
  "MCP tool": {
    line: /weather › today/i,
    shows: async (row) => {
      await expect(row.getByRole("region", { name: "Input" })).toContainText("Kiel");
      await expect(row.getByRole("region", { name: "Result" })).toContainText("12");
    },
  },
  "MCP tool with a picture": {
    line: /weather › today/i,
    shows: async (row) => {
      await expect(row).toContainText("The chart of today");
      const picture = row.getByRole("img", { name: "attached picture" });
      await expect(picture).toBeVisible();
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    },
  },
  "Unknown tool": {
    line: /Conjure.*a rabbit/,
    shows: async (row) => expect(row.getByRole("region", { name: "Input" })).toContainText("a rabbit"),
  },
  EnterPlanMode: {
    line: /planning begins/,
    shows: async (row) => {
      await expect(row).toContainText("Entered plan mode");
      await expect(row.page().getByRole("button", { name: /^Permission mode/ })).toHaveText("Plan");
    },
  },
};

// One page for all of them: loading it is most of what a test costs.
test("every tool has a row of its own", async ({ page, fake }) => {
  for (const [name, { line, shows }] of Object.entries(looks) as [ToolCase, Look][])
    await test.step(name, async () => {
      await fake.session({ view: recordedTurn("tools", turnOf(name)) });
      const row = page.locator("[role=log] > div > div > div > article[data-kind=tool]").last();
      const button = row.locator("button[aria-expanded]").first();
      await expect(button).toContainText(line);
      if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
      await shows(row);
    });
});

test("a tool call of the real server has a row", async ({ page, host }) => {
  const call = tool("Bash", { command: "break-it" }, { stderr: "it broke", exit: 3 });
  await begin(page, host, script([[call], [say("That was it")]]), { flags: ["--allowed-tools", "Bash"] });
  await expect(answers(page).getByText("That was it")).toBeVisible();
  const row = page.locator("article[data-kind=tool]");
  await expect(row).toContainText(/Bash.*break-it.*exit 3/);
  // A failed command is open without a click.
  await expect(row).toContainText("it broke");
});

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

/** A command that has printed something and runs longer than any test. */
const building = (input: Record<string, unknown>) =>
  tool("Bash", { command: "build", ...input }, { live: "half way\n", stdout: "there\n", s: 600 });

test("the output of a command is shown while it runs", async ({ page, host }) => {
  await begin(page, host, script([[building({})]]), { flags: ["--allowed-tools", "Bash"] });
  const row = page.locator("article[data-kind=tool]");
  const line = row.locator("button[aria-expanded]").first();
  const printed = row.getByRole("region", { name: "Output so far" });
  // The CLI reports a command after some seconds, and its output when it is asked. No click is needed.
  await expect(printed).toHaveText("half way");
  await expect(line).toHaveAttribute("aria-expanded", "false");
  await line.click();
  await expect(printed).toContainText("half way");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(printed).toBeHidden();
});

test("the output of a command in the background is shown while it runs", async ({ page, host }) => {
  await begin(page, host, script([[building({ run_in_background: true })], [say("It runs")]]), {
    flags: ["--allowed-tools", "Bash"],
  });
  await expect(answers(page).getByText("It runs")).toBeVisible();
  const row = page.locator("article[data-kind=tool]");
  const line = row.locator("button[aria-expanded]").first();
  await expect(line).toContainText(/build.*background/);
  await line.click();
  await expect(row.getByRole("region", { name: "Output so far" })).toContainText("half way");
});

/** Calls of tools that the simulator does not run, with what stands on the line and behind it. */
const calls: [name: string, input: Json, structured: Json, line: RegExp, shows: RegExp][] = [
  [
    "CronCreate",
    { cron: "5 14 * * *", prompt: "check the tides" },
    { humanSchedule: "Every day at 14:05" },
    /Schedule.*Every day at 14:05/,
    /check the tides/,
  ],
  ["CronDelete", { id: "7c66" }, {}, /Schedule canceled.*7c66/, /done/],
  [
    "CronList",
    {},
    { jobs: [{ id: "7c", humanSchedule: "Hourly", prompt: "look" }] },
    /Schedules.*1 schedule(?!s)/,
    /Hourly · look/,
  ],
  [
    "ScheduleWakeup",
    { delaySeconds: 60, reason: "the build runs", prompt: "go on" },
    { scheduledFor: 1 },
    /Wake-up.*the build runs.*Next at/,
    /go on/,
  ],
  [
    "Monitor",
    { description: "Watch the log", timeout_ms: 60000, command: "tail -f log" },
    {},
    /Watch the log.*tail -f log.*up to/,
    /tail -f log/,
  ],
  [
    "Workflow",
    { name: "release", script: "agents" },
    { workflowName: "release", summary: "Two agents" },
    /Workflow.*release/,
    /Two agents/,
  ],
  [
    "SendMessage",
    { to: "tester", summary: "run it", message: "Please run the tests" },
    {},
    /Message to.*tester · run it/,
    /Please run the tests/,
  ],
  ["ListAgents", { q: "test" }, {}, /Agents.*test/, /done/],
  ["EnterWorktree", { name: "side" }, { worktreeBranch: "side-branch" }, /Worktree.*side-branch/, /done/],
  [
    "ExitWorktree",
    { action: "remove" },
    { worktreeBranch: "side-branch" },
    /Worktree removed.*side-branch/,
    /done/,
  ],
  [
    "ReportFindings",
    {
      level: "high",
      findings: [{ file: "src/a.ts", line: 3, summary: "It leaks", verdict: "CONFIRMED", outcome: "fixed" }],
    },
    {},
    /Findings.*high.*1 finding(?!s)/,
    /src\/a\.ts:3.*confirmed.*fixed.*It leaks/s,
  ],
];

test("tools for schedules, agents, worktrees and findings have rows of their own", async ({ page, fake }) => {
  await fake.session({
    entries: calls.map(([name, input, structured]) =>
      entry.tool(name, input, { result: result("done", { structured }) }),
    ),
  });
  for (const [index, [name, , , line, shows]] of calls.entries())
    await test.step(name, async () => {
      const row = page.locator("article[data-kind=tool]").nth(index);
      const button = row.locator("button[aria-expanded]").first();
      await expect(button).toContainText(line);
      if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
      await expect(row).toContainText(shows);
      await button.click();
    });
});

test("a row says a thing once: why a call was denied, and how long a command took", async ({
  page,
  fake,
}) => {
  const denied = "Not while the tests run";
  await fake.session({
    entries: [
      entry.tool(
        "Bash",
        { command: "deploy" },
        {
          state: "denied",
          decision: { allowed: false, by: { kind: "person" }, message: denied } as never,
          result: result(`The user said: ${denied}`, { isError: true }),
        },
      ),
      entry.tool(
        "TodoWrite",
        { todos: [] },
        { state: "failed", result: result("It is malformed", { isError: true }) },
      ),
      entry.tool(
        "Write",
        { file_path: "/p/new.ts", content: "x\n" },
        { result: result("", { structured: { type: "create" } }) },
      ),
    ],
  });
  const row = (text: string) => page.locator("article[data-kind=tool]", { hasText: text });
  await row("deploy").locator("button[aria-expanded]").first().click();
  await expect(row("deploy").getByText(denied)).toHaveCount(1);
  await expect(row("TodoWrite")).toContainText("It is malformed");
  await expect(row("new.ts").locator("button[aria-expanded]").first()).toContainText(/new \+1|new\+1/);
});
