// The panels with the CLI itself and the scripted model: what they change is read back from the CLI or from the disk.
// They are part of the run where PILOTHOUSE_REAL_CLI names a CLI (`playwright.config.ts`); with the simulator, the other
// tests of panels check the same.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  answers,
  begin,
  call,
  control,
  expect,
  type Host,
  idle,
  moreChoice,
  openPanel,
  type Page,
  pick,
  printed,
  say,
  script,
  send,
  test,
} from "./support";
import { argumentsOf, isAlive, lines, processOf, transcript } from "./support/disk";

test.skip(({ isMobile }) => isMobile === true, "what the CLI does, it does at any width");

interface Line {
  type: string;
  subtype?: string;
  permissionMode?: string;
  model?: string;
  task_id?: string;
  status?: string;
}

interface Rules {
  state: { rules: { behavior: string; rule: string; source: string }[] };
}

interface Servers {
  mcpServers: { name: string; status: string }[];
}

const ready = script([[say("Ready")]]);

async function settled(page: Page, words: string): Promise<void> {
  await expect(answers(page).getByText(words)).toBeVisible();
  await idle(page);
}

/** Lets the project run what it brings along: without that the CLI does not read its settings. */
async function trust(page: Page, host: Host): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  const where = `api/projects/trust?path=${encodeURIComponent(host.project)}`;
  const { fingerprint } = await call<{ fingerprint: string }>(page, "GET", where);
  await call(page, "POST", "api/projects/trust", { path: host.project, fingerprint });
}

test("Settings panel, with the CLI itself: mode, model, rules and hooks are the CLI's", async ({
  page,
  host,
}) => {
  test.setTimeout(120_000);
  const settings = {
    permissions: { deny: ["Bash(rm:*)"] },
    hooks: { PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "true" }] }] },
  };
  mkdirSync(join(host.project, ".claude"));
  writeFileSync(join(host.project, ".claude/settings.json"), JSON.stringify(settings));
  await trust(page, host);
  const id = await begin(page, host, ready);
  await settled(page, "Ready");

  const panel = await openPanel(page, "settings", "Settings");
  await panel.getByRole("radio", { name: /^Accept edits/ }).click();
  await expect(panel.getByText("The CLI answers: Accept edits from now on.")).toBeVisible();
  await panel.getByRole("radio", { name: /^Haiku/ }).click();
  await expect(panel.getByText(/The CLI answers: \S*haiku\S* from now on/)).toBeVisible();
  const rules = panel.getByRole("list", { name: "Rules", exact: true });
  await expect(rules.getByRole("listitem").filter({ hasText: "Bash(rm:*)" })).toContainText(
    "project settings",
  );
  await expect(panel.getByRole("list", { name: "Hooks" })).toContainText("PreToolUse");
  const rule = panel.getByRole("textbox", { name: "Add a rule", exact: true });
  await pick(panel.getByRole("button", { name: /^What the rule does/ }), "Deny");
  await rule.fill("Bash(curl:*)");
  await rule.press("Enter");
  await expect(rules).toContainText("Bash(curl:*)");
  const { state } = await control<Rules>(page, "list_permission_rules");
  expect(state.rules).toContainEqual(expect.objectContaining({ behavior: "deny", rule: "Bash(curl:*)" }));

  // The mode lets the file be written without a question; what is remembered of a command is the CLI's to keep.
  const file_path = join(host.project, "unasked.txt");
  const write = { type: "tool_use", name: "Write", input: { file_path, content: "written\n" } };
  const install = { command: "npm run build", description: "build it" };
  await call(page, "POST", `api/sessions/${id}/messages`, {
    text: script([[write], [{ type: "tool_use", name: "Bash", input: install }], [say("All done")]]),
  });
  const ask = page.getByRole("dialog", { name: /Bash/ });
  await expect(ask).toContainText("npm run build");
  await (await moreChoice(ask, /npm run/)).click();
  await settled(page, "All done");
  expect(readFileSync(file_path, "utf8")).toBe("written\n");
  const local = JSON.parse(readFileSync(join(host.project, ".claude/settings.local.json"), "utf8"));
  expect(local.permissions.allow).toEqual([expect.stringMatching(/^Bash\(npm run/)]);
  const began = lines<Line>(host, id).findLast(({ subtype }) => subtype === "init");
  expect(began).toMatchObject({ permissionMode: "acceptEdits", model: expect.stringContaining("haiku") });

  // The rule is there again when the session was asleep.
  const before = processOf(host, id);
  await call(page, "POST", `api/sessions/${id}/lifecycle`, { action: "park" });
  await expect.poll(() => isAlive(before)).toBe(false);
  await call(page, "POST", `api/sessions/${id}/messages`, { text: script([[say("Awake again")]]) });
  await settled(page, "Awake again");
  const woken = await control<Rules>(page, "list_permission_rules");
  expect(woken.state.rules).toContainEqual(
    expect.objectContaining({ behavior: "deny", rule: "Bash(curl:*)", source: "flagSettings" }),
  );
});

test("MCP server status, with the CLI itself: a server is added, used, toggled and signed in to", async ({
  page,
  host,
}) => {
  test.setTimeout(120_000);
  const program = join(import.meta.dirname, "notes-server.mjs");
  const first = await begin(page, host, ready);
  await settled(page, "Ready");
  const status = async (name: string) =>
    (await control<Servers>(page, "mcp_status")).mcpServers.find((server) => server.name === name)?.status;

  const panel = await openPanel(page, "mcp", "MCP");
  await panel.getByLabel("Name").fill("notes");
  await panel.getByLabel("Command").fill(`node ${program}`);
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const notes = panel.getByRole("article", { name: "notes" });
  await expect(notes).toHaveAttribute("data-status", "connected");
  expect(await status("notes")).toBe("connected");

  // What the model has seen of a server is offered in another session of the project.
  const list = { type: "tool_use", name: "ListMcpResourcesTool", input: { server: "notes" } };
  await send(page, script([[list], [say("One note")]]));
  await settled(page, "One note");
  await begin(page, host, script([[say("Another one")]]));
  await settled(page, "Another one");
  const message = page.getByRole("textbox", { name: "Message", exact: true });
  await message.pressSequentially("@note");
  await expect(page.getByRole("option", { name: /notes:note:\/\/tides/ })).toBeVisible();
  await message.fill("");
  await page.goto(`http://${host.address}/#/s/${first}?panel=mcp`);

  await notes.getByRole("switch", { name: "notes enabled" }).click();
  await expect(notes).toHaveAttribute("data-status", "disabled");
  expect(await status("notes")).toBe("disabled");

  const guarded = spawn("node", [program, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await panel.getByLabel("Name").fill("tickets");
    await pick(panel.getByLabel("Connection"), "HTTP");
    await panel.getByLabel("Address").fill(await printed(guarded, /http:\S+mcp/));
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    const tickets = panel.getByRole("article", { name: "tickets" });
    await expect(tickets).toHaveAttribute("data-status", "needs-auth");
    await tickets.getByRole("button", { name: "Sign in" }).click();
    await tickets.getByRole("link").click();
    // The panel finds out by itself, and has no further use for the link.
    await expect(tickets).toHaveAttribute("data-status", "connected");
    await expect(tickets.getByRole("link")).toHaveCount(0);
    expect(await status("tickets")).toBe("connected");
  } finally {
    guarded.kill();
  }
});

/** The processes of the machine whose command has these words. */
const running = (words: string) =>
  readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && argumentsOf(Number(name)).join(" ").includes(words);
    } catch {
      return false;
    }
  });

test("Agents panel and Rewind, with the CLI itself: one task is stopped, a file is as it was", async ({
  page,
  host,
}) => {
  test.setTimeout(120_000);
  const file = join(host.project, "rewound.txt");
  writeFileSync(file, "before\n");
  const id = await begin(page, host, ready, { permissionMode: "acceptEdits" });
  await settled(page, "Ready");
  const watch = (name: string, description: string) => ({
    type: "tool_use",
    name: "Bash",
    input: { command: `tail -f ${join(host.project, name)}`, description, run_in_background: true },
  });
  for (const name of ["first.log", "second.log"])
    writeFileSync(join(host.project, name), `this is ${name}\n`);
  await send(
    page,
    script([
      [{ type: "tool_use", name: "Read", input: { file_path: file } }],
      [
        {
          type: "tool_use",
          name: "Edit",
          input: { file_path: file, old_string: "before", new_string: "after" },
        },
      ],
      [watch("first.log", "First watcher"), watch("second.log", "Second watcher")],
      [say("Both are watched")],
    ]),
  );
  await expect(answers(page).getByText("Both are watched")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("after\n");
  const watchers = () =>
    ["first.log", "second.log"].map((name) => running(join(host.project, name)).length > 0);
  await expect.poll(watchers).toEqual([true, true]);

  const agents = await openPanel(page, "jobs", "Agents");
  await agents.getByRole("button", { name: /^Stop .*First watcher/ }).click();
  await expect(agents.getByRole("article", { name: /First watcher/ })).toHaveAttribute(
    "data-state",
    "stopped",
  );
  await expect.poll(watchers).toEqual([false, true]);
  const ended = lines<Line>(host, id).filter(({ subtype }) => subtype === "task_notification");
  expect(ended).toEqual([expect.objectContaining({ status: "stopped" })]);

  const rewind = await openPanel(page, "rewind", "Rewind");
  await rewind.getByRole("list", { name: "Checkpoints" }).getByRole("button").first().click();
  await expect(rewind.getByText("1 file would change")).toBeVisible();
  await rewind.getByRole("button", { name: "Restore 1 file" }).click();
  await expect(rewind.getByText("1 file was restored.")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("before\n");
  // The CLI has kept what it restored the file from.
  expect(transcript<Line>(host, id).some(({ type }) => type === "file-history-snapshot")).toBe(true);
});
