// The panels of a session. Each test changes something and reads it back from the CLI or from the disk.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  answers,
  begin,
  call,
  control,
  expect,
  idle,
  openPanel,
  panelRole,
  pick,
  say,
  script,
  send,
  test,
  turn,
} from "./support";
import { argumentsOf, cliSessionOf, isAlive, lines, processOf, received, transcript } from "./support/disk";

const hello = turn("Hello! Are you ready to begin?", [say("Hello there, yes.")]);

interface Settings {
  effective: Record<string, unknown>;
  applied: { model: string; effort: string };
}

test("Settings panel: mode, model, effort and fast mode reach the CLI", { tag: "@both" }, async ({
  page,
  host,
}) => {
  const id = await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  const panel = await openPanel(page, "settings", "Settings");

  await panel.getByRole("radio", { name: /^Plan/ }).click();
  await expect(panel.getByText("The CLI answers: Plan from now on.")).toBeVisible();
  await panel.getByRole("radio", { name: /^Sonnet/ }).click();
  await expect(panel.getByText("The CLI answers: claude-sonnet-5-5 from now on.")).toBeVisible();
  await panel.getByRole("radio", { name: "high", exact: true }).click();
  await expect(panel.getByText("The CLI answers: effort is high.")).toBeVisible();
  await panel.getByRole("radio", { name: "Concise", exact: true }).click();
  await expect(panel.getByText("The CLI took it: Concise.")).toBeVisible();
  interface Line {
    permissionMode?: string;
  }
  const modes = lines<Line>(host, id).flatMap(({ permissionMode }) => permissionMode ?? []);
  expect(modes.at(-1)).toBe("plan");
  const settings = await control<Settings>(page, "get_settings");
  expect(settings.applied).toMatchObject({ model: "claude-sonnet-5-5", effort: "high" });
  expect(settings.effective.outputStyle).toBe("Concise");

  await panel.getByRole("radio", { name: /^Opus/ }).click();
  await expect(panel.getByText("The CLI answers: claude-opus-5-5 from now on.")).toBeVisible();
  // Another entry stands for the same model; the one that was chosen stays chosen.
  await expect(panel.getByRole("radio", { name: /^Opus/ })).toBeChecked();
  await panel.getByRole("switch", { name: "Fast mode" }).click();
  await expect(panel.getByText("The CLI took it: fast mode is on.")).toBeVisible();
  expect((await control<Settings>(page, "get_settings")).effective.fastMode).toBe(true);
  await panel.getByRole("radio", { name: /^Plan/ }).scrollIntoViewIfNeeded();
  // What is not of a session is one step away.
  await panel.getByRole("link", { name: "Host settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});

test("Settings panel: thinking is turned off and on again", async ({ page, host }) => {
  // The newest models always think; an older one can be told not to.
  await begin(page, host, hello, { model: "claude-sonnet-4-5-20250929" });
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  const panel = await openPanel(page, "settings", "Settings");
  const thinking = panel.getByRole("switch", { name: "Extended thinking" });
  const told = async () => (await control<Settings>(page, "get_settings")).effective.alwaysThinkingEnabled;
  await expect(thinking).toBeChecked();
  await thinking.click();
  await expect(panel.getByText("The CLI took it: thinking is off.")).toBeVisible();
  await expect(thinking).not.toBeChecked();
  expect(await told()).toBe(false);
  await thinking.click();
  await expect(panel.getByText("The CLI took it: thinking is on.")).toBeVisible();
  expect(await told()).toBe(true);
  await page.reload();
  await expect(thinking).toBeChecked();
});

test("Settings panel: a rule and a directory appear in the CLI's list", async ({ page, host }) => {
  await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  const panel = await openPanel(page, "settings", "Settings");
  await pick(panel.getByRole("button", { name: /^What the rule does/ }), "Deny");
  await panel.getByRole("textbox", { name: "Add a rule", exact: true }).fill("Bash(rm:*)");
  await panel.getByRole("textbox", { name: "Add a rule", exact: true }).press("Enter");
  await expect(panel.getByRole("list", { name: "Rules", exact: true })).toContainText("Bash(rm:*)");
  await panel.getByLabel("Add a directory").fill(host.data);
  await panel.getByLabel("Add a directory").press("Enter");
  await expect(panel.getByText("The CLI lists the directory now.")).toBeVisible();
  interface Rules {
    state: { rules: { behavior: string; rule: string }[]; workspaceDirectories: { path: string }[] };
  }
  const { state } = await control<Rules>(page, "list_permission_rules");
  expect(state.rules).toContainEqual(expect.objectContaining({ behavior: "deny", rule: "Bash(rm:*)" }));
  expect(state.workspaceDirectories.map(({ path }) => path)).toContain(host.data);
});

test("Settings panel: bypass must be typed, and restarts the session", async ({ page, host }) => {
  const id = await begin(page, host, script([[say("Hello there, yes.")]]));
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  await idle(page);
  const before = processOf(host, id);
  expect(argumentsOf(before)).not.toContain("--permission-mode=bypassPermissions");
  const panel = await openPanel(page, "settings", "Settings");
  await panel.getByRole("radio", { name: /^Bypass/ }).click();
  const dialog = page.getByRole("dialog", { name: "Run without any question?" });
  await expect(dialog).toContainText("the session is restarted");
  const confirm = dialog.getByRole("button", { name: "Restart without questions" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("bypassPermissions");
  await confirm.click();
  await expect(panel.getByText("Restarted. The CLI says: Bypass.")).toBeVisible();
  // Another process is there, which was told so from its start, and the one before is gone.
  const after = processOf(host, id);
  expect(after).not.toBe(before);
  expect(argumentsOf(after)).toContain("--permission-mode=bypassPermissions");
  await expect.poll(() => isAlive(before)).toBe(false);
  // What would have been asked for is done.
  const file_path = join(host.project, "unasked.txt");
  const write = { type: "tool_use", name: "Write", input: { file_path, content: "without a question\n" } };
  await call(page, "POST", `api/sessions/${id}/messages`, {
    text: script([[write], [say("It is written.")]]),
  });
  await expect.poll(() => existsSync(file_path)).toBe(true);
  interface Line {
    subtype?: string;
    permissionMode?: string;
    request?: { subtype: string };
  }
  const told = lines<Line>(host, id);
  const began = told.filter(({ subtype }) => subtype === "init").at(-1);
  expect(began?.permissionMode).toBe("bypassPermissions");
  expect(told.filter(({ request }) => request?.subtype === "can_use_tool")).toEqual([]);
});

test("Help panel: what the CLI told of itself, and a command begun from there", async ({ page, host }) => {
  const id = await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("keep the greeting");
  const panel = await openPanel(page, "help", "Help");
  const { version } = await control<{ version: string }>(page, "get_binary_version");
  await expect(panel.getByText(version).first()).toBeVisible();
  await expect(panel.getByRole("list", { name: "Tools", exact: true })).toContainText("Bash");
  await expect(panel.getByRole("list", { name: "Agents" })).toContainText("Explore");
  await expect(panel.getByRole("list", { name: "Skills" })).toBeVisible();
  await panel.getByRole("searchbox").fill("compact");
  await expect(panel.getByRole("list", { name: "Agents" })).toBeHidden();
  const commands = panel.getByRole("list", { name: "Commands" });
  await commands.getByRole("button", { name: /^\/compact/ }).click();
  await expect(message).toHaveValue("/compact keep the greeting");
  await idle(page);
  await message.press("Enter");
  // The CLI has compacted, and because it was told to.
  interface Line {
    subtype?: string;
    compact_metadata?: { trigger: string };
  }
  const boundary = () =>
    lines<Line>(host, id).find(({ subtype }) => subtype === "compact_boundary")?.compact_metadata;
  await expect.poll(boundary).toMatchObject({ trigger: "manual" });
  // What a panel replaces is opened from there.
  const help = await openPanel(page, "help", "Help");
  await help.getByRole("searchbox").fill("config");
  await help
    .getByRole("list", { name: "Commands" })
    .getByRole("button", { name: /^\/config/ })
    .click();
  await expect(page.getByRole(panelRole(page), { name: "Settings", exact: true })).toBeVisible();
});

test("Keybindings panel: a key is changed, works, and a conflict is shown", async ({ page, host }) => {
  const again = turn("Are you still there?", [say("A new beginning.")]);
  const id = await begin(page, host, [hello, again]);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  await idle(page);
  const panel = await openPanel(page, "keys", "Keys");
  await panel.getByRole("button", { name: "Change the key of Tasks" }).click();
  await page.keyboard.press("Alt+Shift+Y");
  const row = panel.getByRole("listitem").filter({ hasText: "Tasks" }).first();
  await expect(row).toContainText("Alt+Shift+Y");
  await panel.getByRole("button", { name: "Change the key of Agents" }).click();
  await page.keyboard.press("Alt+Shift+Y");
  await expect(row).toContainText("Also used by: Agents");
  await panel.getByRole("button", { name: "Reset the key of Agents" }).click();
  await expect(row).not.toContainText("Also used by");
  await panel.getByRole("button", { name: "Change the key of Clear the conversation" }).click();
  await page.keyboard.press("Alt+Shift+K");
  await page.reload();
  await expect(page.getByText("Hello there").first()).toBeVisible();
  await page.keyboard.press("Alt+Shift+Y");
  await expect(page.getByText("No task list")).toBeVisible();
  // The other one reaches the CLI: it gets the command, and goes on as another conversation.
  const first = cliSessionOf(host, id);
  await page.keyboard.press("Alt+Shift+K");
  await page
    .getByRole("dialog", { name: "Clear the conversation?" })
    .getByRole("button", { name: "Clear", exact: true })
    .click();
  await expect.poll(() => cliSessionOf(host, id)).not.toBe(first);
  interface Line {
    message?: unknown;
  }
  expect(JSON.stringify(received<Line>(host, id).map(({ message }) => message))).toContain('"/clear"');
  await expect(
    page
      .getByRole("log")
      .getByText(/cleared/i)
      .first(),
  ).toBeVisible();
  await send(page, "Are you still there?");
  await expect(answers(page).getByText("A new beginning")).toBeVisible();
});

test("Context gauge: the CLI's breakdown, a warning when full, compact from there", async ({
  page,
  host,
}) => {
  const id = await begin(
    page,
    host,
    turn("Read the whole code base, and tell me how a request travels.", [
      say("Much to remember: eleven crates, and a request passes four of them."),
      { type: "usage", input_tokens: 850000, output_tokens: 20 },
    ]),
  );
  await expect(answers(page).getByText("Much to remember")).toBeVisible();
  await idle(page);
  const panel = await openPanel(page, "context", "Context");
  await panel.getByRole("button", { name: "Refresh" }).click();
  await expect(panel.getByRole("row", { name: /System prompt/ })).toBeVisible();
  interface Usage {
    totalTokens: number;
    percentage: number;
  }
  const usage = await control<Usage>(page, "get_context_usage");
  await expect(panel.getByRole("meter", { name: "Context used" })).toHaveAttribute(
    "aria-valuenow",
    String(Math.round(usage.percentage)),
  );
  await expect(panel.getByRole("alert")).toContainText("more than 80% full");
  await panel.getByRole("button", { name: "Compact now" }).click();
  await expect(panel.getByRole("list", { name: "Compactions" })).toContainText("manual");
  // The CLI has kept the mark of it where it keeps the conversation.
  interface Stored {
    subtype?: string;
    compactMetadata?: { trigger: string };
  }
  const kept = () =>
    transcript<Stored>(host, id).find(({ subtype }) => subtype === "compact_boundary")?.compactMetadata;
  await expect.poll(kept).toMatchObject({ trigger: "manual" });
});

test("Cost display: session, last turn and models", async ({ page, host }) => {
  await begin(page, host, [
    turn("What does the parser do with an empty line?", [say("Hello there: it skips it.")]),
    turn("And with a line of spaces?", [say("Second answer: it reports it as malformed.")]),
  ]);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  await idle(page);
  await send(page, "And with a line of spaces?");
  await expect(answers(page).getByText("Second answer")).toBeVisible();
  await idle(page);
  const panel = await openPanel(page, "cost", "Usage");
  interface Usage {
    session: { total_cost_usd: number };
  }
  const { session } = await control<Usage>(page, "get_usage");
  expect(session.total_cost_usd).toBeGreaterThan(0);
  const shown =
    session.total_cost_usd < 0.01 ? session.total_cost_usd.toFixed(4) : session.total_cost_usd.toFixed(2);
  await expect(panel.getByText(`$${shown}`, { exact: true }).first()).toBeVisible();
  await expect(panel.getByText(/\+\$[\d.]+ last turn/)).toBeVisible();
  // It stands in the line below the message, too, whether a panel is open or not.
  const line = page.locator(`button[aria-label^="Cost $${shown}"]`);
  await expect(line).toHaveText(/^\$[\d.]+ \+[\d.]+$/);
  await expect(panel.getByRole("rowheader", { name: "claude-opus-5-5" })).toBeVisible();
});

test("Task list panel: status, owner, dependencies and the active form", async ({ page, host }) => {
  const create = (subject: string, activeForm: string) => ({
    type: "tool_use",
    name: "TaskCreate",
    input: { subject, description: `${subject}, in full`, activeForm },
  });
  const update = (input: Record<string, unknown>) => ({ type: "tool_use", name: "TaskUpdate", input });
  const id = await begin(
    page,
    host,
    [
      turn(
        "Plan the parser as tasks, then begin.",
        [create("Write the parser", "Writing the parser"), create("Test the parser", "Testing the parser")],
        [
          update({ taskId: "1", status: "in_progress", owner: "lead" }),
          update({ taskId: "2", addBlockedBy: ["1"] }),
        ],
        [say("Two tasks: the tests wait for the parser.")],
      ),
      turn(
        "Go on.",
        [update({ taskId: "1", status: "completed" })],
        [{ type: "tool_use", name: "TaskList", input: {} }],
        [say("The parser is written.")],
      ),
    ],
    // The CLI gives the task tools to this model without being asked.
    { model: "claude-sonnet-4-5-20250929" },
  );
  await expect(answers(page).getByText("Two tasks")).toBeVisible();
  const panel = await openPanel(page, "tasks", "Tasks");
  const first = panel.getByRole("listitem").filter({ hasText: "Write the parser" });
  const second = panel.getByRole("listitem").filter({ hasText: "Test the parser" });
  await expect(first).toContainText("Writing the parser");
  await expect(first).toContainText("by lead");
  await expect(second).toContainText("waits for #1");
  await panel.getByRole("radio", { name: "Board" }).click();
  await expect(panel.getByRole("list", { name: "In progress" })).toContainText("Write the parser");
  await idle(page);
  // It follows along, in the layout that was chosen; the CLI's own list says the same.
  await call(page, "POST", `api/sessions/${id}/messages`, { text: "Go on." });
  await expect(panel.getByRole("list", { name: "Done", exact: true })).toContainText("Write the parser");
  await expect(panel.getByRole("list", { name: "To do" })).toContainText("Test the parser");
  interface Line {
    tool_use_result?: { tasks?: { subject: string; status: string }[] };
  }
  const listed = () => lines<Line>(host, id).flatMap(({ tool_use_result }) => tool_use_result?.tasks ?? []);
  await expect
    .poll(listed)
    .toContainEqual(expect.objectContaining({ subject: "Write the parser", status: "completed" }));
  await page.reload();
  await expect(panel.getByRole("list", { name: "Done", exact: true })).toContainText("Write the parser");
});

test("Agents panel: one background task is stopped, the other goes on", async ({ page, host }) => {
  const shell = (command: string, description: string) => ({
    type: "tool_use",
    name: "Bash",
    input: { command, description, run_in_background: true },
    sim: { live: `output of ${description}\n`, s: 120 },
  });
  const id = await begin(
    page,
    host,
    turn(
      "Watch the tests and the types while I work.",
      [shell("sleep 120", "First watcher"), shell("sleep 121", "Second watcher")],
      [say("Both run in the background.")],
    ),
  );
  await expect(answers(page).getByText("Both run")).toBeVisible();
  const panel = await openPanel(page, "jobs", "Agents");
  await panel.getByRole("button", { name: /^Stop .*First watcher/ }).click();
  await expect(panel.getByRole("article", { name: /First watcher/ })).toHaveAttribute(
    "data-state",
    "stopped",
  );
  await expect(panel.getByRole("article", { name: /Second watcher/ })).toHaveAttribute(
    "data-state",
    "running",
  );
  // The CLI says so itself: one was stopped, and of the other it has said nothing since it began.
  interface Line {
    subtype?: string;
    task_id?: string;
    description?: string;
    status?: string;
  }
  const said = lines<Line>(host, id);
  const task = (description: string) =>
    said.find((line) => line.subtype === "task_started" && line.description === description)?.task_id;
  const ends = said.filter(({ subtype }) => subtype === "task_notification");
  expect(ends).toEqual([expect.objectContaining({ task_id: task("First watcher"), status: "stopped" })]);
  await panel
    .getByRole("article", { name: /Second watcher/ })
    .getByRole("button", { name: "Output" })
    .click();
  await expect(panel.getByText("output of Second watcher")).toBeVisible();
  const { output } = await control<{ output: string }>(page, "get_task_output", {
    task_id: task("Second watcher"),
  });
  expect(output).toContain("output of Second watcher");
});
