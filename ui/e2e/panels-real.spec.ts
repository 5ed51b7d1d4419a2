// What the panels say is what the CLI does. It runs with the simulator, and with the real CLI where
// PILOTHOUSE_REAL_CLI names one: there the CLI itself is the judge of the main things that a panel changes.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { answers, expect, type Host, real, script, send, test } from "./host";
import { begin, control, idle, isPhone, lines, openPanel, sessionOf } from "./panels";

/** A server of one tool, as small as one can be. */
const SERVER = `
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    say(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: "notes", version: "1.0.0" },
    });
  else if (method === "tools/list")
    say(id, { tools: [{ name: "look", description: "Looks.", inputSchema: { type: "object" } }] });
  else if (method === "resources/list")
    say(id, { resources: [{ uri: "note://tides", name: "Tides", mimeType: "text/plain" }] });
  else if (id !== undefined) say(id, {});
});
`;

/** What the project brings along: a rule and a hook. */
function prepare(host: Host): void {
  const settings = {
    permissions: { allow: ["Bash(ls:*)"] },
    hooks: { PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "true" }] }] },
  };
  mkdirSync(join(host.project, ".claude"), { recursive: true });
  writeFileSync(join(host.project, ".claude/settings.json"), JSON.stringify(settings));
  writeFileSync(join(host.data, "notes.js"), SERVER);
  writeFileSync(join(host.project, "rewound.txt"), "before\n");
}

interface Line {
  type: string;
  subtype?: string;
  permissionMode?: string;
  model?: string;
  status?: string;
  task_id?: string;
}

/** A resource that the model has listed is offered after `@`, also in another session of the project. */
async function mentioned(page: Page, host: Host): Promise<void> {
  const first = sessionOf(page);
  const list = { type: "tool_use", name: "ListMcpResourcesTool", input: { server: "notes" } };
  await send(page, script([[list], [{ type: "text", text: "One note" }]]));
  await expect(answers(page).getByText("One note")).toBeVisible();
  await idle(page);
  await begin(page, host, script([[{ type: "text", text: "Another one" }]]));
  await expect(answers(page).getByText("Another one")).toBeVisible();
  await page.getByRole("textbox", { name: "Message", exact: true }).pressSequentially("@note");
  await expect(page.getByRole("option", { name: /notes:note:\/\/tides/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("");
  await page.goto(`http://${host.address}/#/s/${first}?panel=mcp`);
}

test("The CLI itself: mode, model, rules, servers, tasks and files are as the panels say", async ({
  page,
  host,
}) => {
  test.skip(isPhone(page), "what the CLI does, it does at any width");
  test.setTimeout(180_000);
  prepare(host);
  const ready = script([[{ type: "text", text: "Ready" }]]);
  await begin(page, host, ready);
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);

  const settings = await openPanel(page, "settings", "Settings");
  await settings.getByRole("radio", { name: /^Accept edits/ }).click();
  await expect(settings.getByText("The CLI answers: Accept edits from now on.")).toBeVisible();
  await settings.getByRole("radio", { name: /^Haiku/ }).click();
  await expect(settings.getByText(/The CLI answers: \S*haiku\S* from now on/)).toBeVisible();
  const rules = settings.getByRole("list", { name: "Rules", exact: true });
  await expect(rules.getByRole("listitem").filter({ hasText: "Bash(ls:*)" })).toContainText(
    "project settings",
  );
  await settings.getByRole("textbox", { name: "Add a rule", exact: true }).fill("Bash(sleep:*)");
  await settings.getByRole("textbox", { name: "Add a rule", exact: true }).press("Enter");
  await expect(rules).toContainText("Bash(sleep:*)");
  interface Rules {
    state: { rules: { behavior: string; rule: string }[] };
  }
  const { state } = await control<Rules>(page, "list_permission_rules");
  expect(state.rules).toContainEqual(expect.objectContaining({ behavior: "allow", rule: "Bash(sleep:*)" }));
  // The simulator runs the hooks of settings files, but does not list them.
  if (real) await expect(settings.getByRole("list", { name: "Hooks" })).toContainText("PreToolUse");

  const mcp = await openPanel(page, "mcp", "MCP");
  await mcp.getByLabel("Name").fill("notes");
  await mcp.getByLabel("Command").fill(`node ${join(host.data, "notes.js")}`);
  await mcp.getByRole("button", { name: "Add", exact: true }).click();
  const server = mcp.getByRole("article", { name: "notes" });
  await expect(server).toHaveAttribute("data-status", "connected");
  // Simulated servers have no resources.
  if (real) await mentioned(page, host);
  await server.getByRole("switch", { name: "notes enabled" }).click();
  await expect(server).toHaveAttribute("data-status", "disabled");
  interface Servers {
    mcpServers: { name: string; status: string }[];
  }
  expect((await control<Servers>(page, "mcp_status")).mcpServers).toContainEqual(
    expect.objectContaining({ name: "notes", status: "disabled" }),
  );

  // Nothing is asked: the mode lets the edit pass, and the rule the command.
  const file = join(host.project, "rewound.txt");
  const input = { file_path: file, old_string: "before", new_string: "after" };
  const watch = { command: "sleep 120", description: "Watcher", run_in_background: true };
  await send(
    page,
    script([
      [{ type: "tool_use", name: "Read", input: { file_path: file } }],
      [{ type: "tool_use", name: "Edit", input }],
      [{ type: "tool_use", name: "Bash", input: watch, sim: { stdout: "", s: 120 } }],
      [{ type: "text", text: "All set" }],
    ]),
  );
  await expect(answers(page).getByText("All set")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("after\n");
  const began = (await lines<Line>(page)).filter(({ subtype }) => subtype === "init").at(-1);
  expect(began).toMatchObject({ permissionMode: "acceptEdits", model: expect.stringContaining("haiku") });

  const agents = await openPanel(page, "jobs", "Agents");
  await agents.getByRole("button", { name: /^Stop .*Watcher/ }).click();
  await expect(agents.getByRole("article", { name: /Watcher/ })).toHaveAttribute("data-state", "stopped");
  const ended = (await lines<Line>(page)).filter(({ subtype }) => subtype === "task_notification");
  expect(ended).toEqual([expect.objectContaining({ status: "stopped" })]);

  const rewind = await openPanel(page, "rewind", "Rewind");
  await rewind.getByRole("list", { name: "Checkpoints" }).getByRole("button").first().click();
  await expect(rewind.getByText("1 file would change")).toBeVisible();
  await rewind.getByRole("button", { name: "Restore 1 file" }).click();
  await expect(rewind.getByText("1 file was restored.")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("before\n");
});
