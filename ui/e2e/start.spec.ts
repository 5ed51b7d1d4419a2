import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, Host, test } from "./host";
import { ask, makeSession } from "./list";

const open = async (page: Page) => {
  await page.getByRole("button", { name: "New session", exact: true }).click();
  return page.getByRole("dialog", { name: "New session" });
};

const newest = async (page: Page) => {
  const { sessions } = await ask<{ sessions: Record<string, unknown>[] }>(page, "GET", "api/sessions");
  return sessions[0];
};

test("a project is chosen from the recent ones, or by looking around", async ({ page, host }) => {
  await mkdir(join(host.data, "elsewhere", "inside"), { recursive: true });
  await makeSession(page, host, "Before");
  const form = await open(page);
  await form.getByRole("list", { name: "Recent projects" }).getByRole("button", { name: "demo" }).click();
  await expect(form.getByLabel("Project directory")).toHaveValue(host.project);
  await form.getByRole("button", { name: "Browse" }).click();
  const directories = form.getByRole("list", { name: "Directories" });
  await directories.getByRole("button", { name: "Up" }).click();
  await directories.getByRole("button", { name: "elsewhere" }).click();
  await directories.getByRole("button", { name: "inside" }).click();
  await expect(form.getByLabel("Project directory")).toHaveValue(join(host.data, "elsewhere", "inside"));
});

test("what a directory would run is shown, and trusted", async ({ page, host }) => {
  const hooks = { SessionStart: [{ hooks: [{ type: "command", command: "./prepare.sh" }] }] };
  await mkdir(join(host.project, ".claude"), { recursive: true });
  await writeFile(join(host.project, ".claude/settings.json"), JSON.stringify({ hooks }));
  const form = await open(page);
  await form.getByLabel("Project directory").fill(host.project);
  const notice = form.getByRole("region", { name: /would run/ });
  await expect(notice).toContainText("./prepare.sh");
  await notice.getByRole("button", { name: "Trust this" }).click();
  await expect(form.getByText("Trusted:")).toBeVisible();
  const path = encodeURIComponent(host.project);
  const report = await ask<{ state: string }>(page, "GET", `api/projects/trust?path=${path}`);
  expect(report.state).toBe("trusted");
});

test("a session starts with the model, mode and settings that were chosen", async ({ page, host }) => {
  const form = await open(page);
  await form.getByLabel("Project directory").fill(host.project);
  await form.getByLabel(/^Model/).selectOption("haiku");
  await form.getByLabel("Permission mode").selectOption("plan");
  await form.getByLabel("Effort").selectOption("high");
  await form.getByText("More settings").click();
  await form.getByLabel("Title").fill("Chosen well");
  await form.getByLabel("Budget in dollars").fill("1.5");
  await form.getByLabel("Added to the system prompt").fill("Be brief.");
  await form.getByLabel("First message").fill("hello");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { name: "Chosen well" })).toBeVisible();
  await expect(page.getByLabel("Permission mode")).toHaveValue("plan");
  expect(await newest(page)).toMatchObject({ title: "Chosen well", permissionMode: "plan" });
});

test("a session starts in a worktree of its own", async ({ page, host }) => {
  const form = await open(page);
  await form.getByLabel("Project directory").fill(host.project);
  await form.getByLabel("In a new git worktree").check();
  await form.getByRole("textbox", { name: "Branch" }).fill("side-branch");
  await form.getByLabel("First message").fill("hello");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form).toBeHidden();
  const session = await newest(page);
  expect(session?.branch).toBe("side-branch");
  expect(session?.worktree).not.toBe(host.project);
});

test("what cannot start is said in a sentence, and what was typed stays", async ({ page, host }) => {
  const form = await open(page);
  await form.getByLabel("Project directory").fill("not-a-path");
  await form.getByLabel("First message").fill("words to keep");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form.getByRole("alert")).toContainText("must be a whole path");
  await form.getByLabel("Project directory").fill(join(host.data, "is-not-there"));
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form.getByRole("alert")).not.toHaveText("");
  await expect(form.getByRole("alert")).not.toContainText("whole path");
  await expect(form.getByLabel("First message")).toHaveValue("words to keep");
  await form.getByRole("button", { name: "Cancel" }).click();
  await open(page);
  await expect(form.getByLabel("First message")).toHaveValue("words to keep");
});

test("a host that has no CLI offers the tour, which needs none", async ({ page }) => {
  const host = await Host.start(["--claude", "/nowhere/claude"]);
  await page.goto(host.link);
  const form = await open(page);
  await form.getByRole("button", { name: "Take the tour without it" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("log").getByText("I'll look at the project first.")).toBeVisible();
  await host.stop(page);
});
