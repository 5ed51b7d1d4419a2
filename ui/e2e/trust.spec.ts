// The question whether a session starts with its project's settings.

import type { CreateSession, TrustItem, TrustReport } from "../src/api/generated";
import { expect, type Page, problem, test } from "./support";
import { PROJECT } from "./support/fake/answers";

const item = (what: string, name: string, text: string, state: TrustItem["state"] = "new"): TrustItem => ({
  file: what === "mcpServer" ? ".mcp.json" : ".claude/settings.json",
  what,
  name,
  text,
  state,
});

const report = (parts: Partial<TrustReport> = {}): TrustReport => ({
  path: PROJECT,
  directory: PROJECT,
  added: [],
  state: "untrusted",
  items: [
    item("hook", "PreToolUse Bash", "scripts/check.sh"),
    item("mcpServer", "github", "npx -y @acme/mcp"),
    item("allowRule", "Edit", "Edit"),
    item("allowRule", "Bash(npm test:*)", "Bash(npm test:*)"),
  ],
  fingerprint: "f1",
  cliTrusts: false,
  ...parts,
});

const required = (trust: TrustReport) =>
  problem(409, "A person must decide.", { code: "trustRequired", trust });

const start = async (page: Page) => {
  await page.getByRole("button", { name: "New session", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("First message").fill("hello");
  await form.getByRole("button", { name: "Start" }).click();
};

const question = (page: Page) => page.getByRole("region", { name: /^Use this project's/ });

test("a project that can run programs asks before its first session", { tag: "@both" }, async ({
  page,
  fake,
}) => {
  fake.api("POST", "sessions", ({ body }: { body: CreateSession }) =>
    body.projectSettings === undefined ? required(report()) : problem(409, "Stop here."),
  );
  await fake.open();
  await start(page);
  const asked = question(page);
  await expect(asked.getByRole("heading", { name: "Use this project's settings?" })).toBeFocused();
  await expect(asked).toContainText("~/demo can run programs on its own.");
  const rows = asked.getByRole("list", { name: "What would run" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("Hook before each tool call (Bash)");
  await expect(rows.nth(1)).toContainText('MCP server "github"');
  await expect(rows.nth(2)).toContainText("2 allow rules");
  await expect(asked).toContainText("CLAUDE.md is not read either");
  await asked.getByRole("button", { name: "Start without them" }).click();
  const without = await fake.received<CreateSession>("POST", "api/sessions");
  expect(without).toMatchObject({ projectSettings: "leaveOut", message: { text: "hello" } });
  await expect(asked.getByRole("alert")).toContainText("Stop here.");
  await asked.getByRole("button", { name: "Start with these settings" }).click();
  await expect
    .poll(() => (fake.sent.at(-1)?.body as CreateSession | undefined)?.projectSettings)
    .toEqual({ use: "f1" });
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog").getByLabel("First message")).toHaveValue("hello");
});

test("where the CLI trusts the directory the answer is preselected, and no early key gives it", async ({
  page,
  fake,
}) => {
  fake.api("POST", "sessions", required(report({ cliTrusts: true })));
  await fake.open();
  await start(page);
  const use = question(page).getByRole("button", { name: "Start with these settings" });
  await expect(question(page)).toContainText("Claude Code already trusts this directory.");
  await expect(use).toBeFocused();
  // The same press that started the form, held down.
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  expect(fake.sent.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a device that may not accept settings can start without them", async ({ page, fake }) => {
  fake.host({ scope: "control" });
  fake.api("POST", "sessions", required(report()));
  await fake.open();
  await start(page);
  await expect(question(page)).toContainText("Only a device with full access");
  await expect(question(page).getByRole("button", { name: "Start without them" })).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Start with these settings" })).toHaveCount(0);
});

test("a session that waits for the answer needs you, and shows only what is new", async ({ page, fake }) => {
  const changed = report({
    state: "changed",
    items: [item("hook", "Stop", "old", "accepted"), item("mcpServer", "db", "db-server", "changed")],
  });
  fake.api("GET", "sessions/s1/trust", changed);
  fake.api("POST", "sessions/s1/trust", problem(409, "It has changed again."));
  await fake.session({ summary: { projectSettings: "undecided", queued: 1 } });
  const asked = question(page);
  await expect(asked.getByRole("listitem")).toHaveCount(1);
  await expect(asked).toContainText("db-server");
  await expect(page.getByRole("img", { name: "Needs you" }).first()).toBeVisible();
  await asked.getByRole("button", { name: "Start with these settings" }).click();
  expect(await fake.received("POST", "sessions/s1/trust")).toEqual({ projectSettings: { use: "f1" } });
  await expect(asked.getByRole("alert")).toContainText("It has changed again.");
});

test("a session without its project's settings says so, and restarts with them", { tag: "@both" }, async ({
  page,
  fake,
}) => {
  fake.api("GET", "sessions/s1/trust", report());
  fake.api("POST", "sessions/s1/trust", {});
  await fake.session({ summary: { projectSettings: "leftOut" } });
  const bar = page.getByRole("status").filter({ hasText: "runs without its project's settings" });
  await bar.getByRole("button", { name: "Trust and restart" }).click();
  const dialog = page.getByRole("dialog", { name: "Trust and restart" });
  await expect(dialog).toContainText("scripts/check.sh");
  await dialog.getByRole("button", { name: "Trust and restart" }).click();
  expect(await fake.received("POST", "sessions/s1/trust")).toEqual({ projectSettings: { use: "f1" } });
  await expect(dialog).toBeHidden();
});
