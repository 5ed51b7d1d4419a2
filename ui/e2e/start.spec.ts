// The form that starts a session.

import type { CreateSession, FileNode } from "../src/api/generated";
import { call, entry, expect, type Page, pick, problem, test } from "./support";

const open = async (page: Page) => {
  await page.getByRole("button", { name: "New session", exact: true }).click();
  return page.getByRole("dialog", { name: "New session" });
};

const newest = async (page: Page) => {
  const { sessions } = await call<{ sessions: Record<string, unknown>[] }>(page, "GET", "api/sessions");
  return sessions[0];
};

const directory = (name: string): FileNode => ({ name, path: name, directory: true, size: 0 });

test("a project is chosen from the recent ones, or by looking around", async ({ page, fake }) => {
  const directories: Record<string, FileNode[]> = {
    "/home/ann/demo": [directory("src")],
    "/home/ann": [directory("demo"), directory("elsewhere")],
    "/home/ann/elsewhere": [directory("inside")],
    "/home/ann/elsewhere/inside": [],
  };
  fake.api("GET", "projects/browse", ({ path }: { path: string }) => {
    const wanted = new URL(path, "http://fake").searchParams.get("path") ?? "";
    return directories[wanted];
  });
  await fake.open();
  const form = await open(page);
  const project = form.getByLabel("Project directory");
  await project.fill("/tmp");
  await form.getByRole("list", { name: "Recent projects" }).getByRole("button", { name: "demo" }).click();
  await expect(project).toHaveValue("/home/ann/demo");
  await form.getByRole("button", { name: "Browse" }).click();
  const list = form.getByRole("list", { name: "Directories" });
  await list.getByRole("button", { name: "Up" }).click();
  await list.getByRole("button", { name: "elsewhere" }).click();
  await list.getByRole("button", { name: "inside" }).click();
  await expect(project).toHaveValue("/home/ann/elsewhere/inside");
});

test("a session starts with the model, mode and settings that were chosen", { tag: "@both" }, async ({
  page,
  host,
}) => {
  const form = await open(page);
  await form.getByLabel("Project directory").fill(host.project);
  await pick(form.getByLabel(/^Model/), "haiku");
  await pick(form.getByLabel("Permission mode"), "Plan");
  await pick(form.getByLabel("Effort"), "high");
  await form.getByText("More settings").click();
  await form.getByLabel("Title").fill("Chosen well");
  await form.getByLabel("Budget in dollars").fill("1.5");
  await form.getByLabel("Append to system prompt").fill("Be brief.");
  await form.getByLabel("First message").fill("hello");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("heading", { name: "Chosen well" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Permission mode/ })).toHaveText("Plan");
  expect(await newest(page)).toMatchObject({ title: "Chosen well", permissionMode: "plan" });
});

test("a session starts in a worktree of its own", async ({ page, host }) => {
  const form = await open(page);
  await form.getByLabel("Project directory").fill(host.project);
  await form.getByLabel("New git worktree").check();
  await form.getByRole("textbox", { name: "Branch" }).fill("side-branch");
  await form.getByLabel("First message").fill("hello");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form).toBeHidden();
  const session = await newest(page);
  expect(session?.branch).toBe("side-branch");
  expect(session?.worktree).not.toBe(host.project);
});

test("a new session continues a conversation of the CLI", async ({ page, fake }) => {
  const conversation = {
    cliSessionId: "5f0c6a52-3c39-4c0e-9f0e-0d3f5a7d1c11",
    project: "/home/ann/demo",
    title: "What is in the cellar?",
    at: Date.now(),
    messages: 2,
    size: 900,
    held: false,
  };
  fake.api("GET", "stored", { sessions: [conversation] });
  fake.api("POST", "sessions", () => ({
    id: fake.add({ title: conversation.title, entries: [entry.text("Forty jars of honey")] }),
  }));
  await fake.open();
  const form = await open(page);
  await pick(form.getByLabel("Conversation"), new RegExp(conversation.title));
  await form.getByLabel("First message").fill("and the attic?");
  await form.getByRole("button", { name: "Start" }).click();
  expect(await fake.received<CreateSession>("POST", "api/sessions")).toMatchObject({
    project: conversation.project,
    resume: conversation.cliSessionId,
    fork: false,
    message: { text: "and the attic?" },
  });
  await expect(page.getByRole("log").getByText("Forty jars of honey")).toBeVisible();
});

test("what cannot start is said in a sentence, and what was typed stays", async ({ page, fake }) => {
  fake.api("POST", "sessions", problem(400, "There is no directory /home/ann/is-not-there."));
  await fake.open();
  const form = await open(page);
  await form.getByLabel("Project directory").fill("not-a-path");
  await form.getByLabel("First message").fill("words to keep");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form.getByRole("alert")).toContainText("absolute path");
  expect(fake.sent).toEqual([]);
  await form.getByLabel("Project directory").fill("/home/ann/is-not-there");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form.getByRole("alert")).toContainText("There is no directory /home/ann/is-not-there.");
  await expect(form.getByLabel("First message")).toHaveValue("words to keep");
  await form.getByRole("button", { name: "Cancel" }).click();
  await open(page);
  await expect(form.getByLabel("First message")).toHaveValue("words to keep");
});

test.describe("without a CLI", () => {
  test.use({ serverArguments: ["--claude", "/nowhere/claude"] });

  test("a host that has no CLI offers the tour, which needs none", async ({ page, ownHost: _ }) => {
    const form = await open(page);
    await form.getByRole("button", { name: "Take the tour" }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole("log").getByText("I'll look at the project first.")).toBeVisible();
  });
});
