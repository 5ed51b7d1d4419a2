// The form that starts a session.

import type { CreateSession, FileNode } from "../src/api/generated";
import { call, chooseProject, entry, expect, type Locator, type Page, pick, problem, test } from "./support";

const open = async (page: Page) => {
  await page.getByRole("button", { name: "New session", exact: true }).click();
  return page.getByRole("dialog", { name: "New session" });
};

const newest = async (page: Page) => {
  const { sessions } = await call<{ sessions: Record<string, unknown>[] }>(page, "GET", "api/sessions");
  return sessions[0];
};

const directory = (name: string): FileNode => ({ name, path: name, directory: true, size: 0 });

const project = (form: Locator) => form.getByRole("button", { name: /^Project directory/ });

test("a project is found by its name, or by a path that is completed", async ({ page, fake }) => {
  const directories: Record<string, FileNode[]> = {
    "/": [directory("home")],
    "/home/ann": [directory("demo"), directory("elsewhere")],
    "/home/ann/elsewhere": [directory("inside")],
    "/home/ann/elsewhere/inside": [],
  };
  fake.api("GET", "projects/browse", ({ path }: { path: string }) => {
    const wanted = new URL(path, "http://fake").searchParams.get("path") ?? "";
    return directories[wanted] ?? [];
  });
  await fake.open();
  const form = await open(page);
  await expect(form.getByRole("textbox", { name: "First message" })).toBeFocused();
  await project(form).click();
  const field = page.getByRole("combobox", { name: "Project directory" });
  await expect(field).toBeFocused();
  await expect(page.getByRole("option")).toHaveText([/demo/]);
  await field.fill("~/e");
  await page.getByRole("option", { name: "elsewhere/" }).click();
  await expect(field).toHaveValue("/home/ann/elsewhere/");
  await page.getByRole("option", { name: "inside/" }).click();
  await field.press("Enter");
  await expect(project(form)).toHaveAttribute("data-tip", "/home/ann/elsewhere/inside");
  await project(form).click();
  await field.fill("demo");
  await field.press("Enter");
  await expect(project(form)).toHaveAttribute("data-tip", "/home/ann/demo");
  await expect(project(form)).toBeFocused();
});

test("a repository is cloned by its address, and what fails says why", async ({ page, fake }) => {
  fake.api(
    "POST",
    "projects/clone",
    problem(400, "The repository could not be cloned.", { detail: "not found" }),
  );
  await fake.open();
  const form = await open(page);
  await project(form).click();
  const field = page.getByRole("combobox", { name: "Project directory" });
  await field.fill("https://example.com/ann/shop.git");
  await page.getByRole("option", { name: "Clone https://example.com/ann/shop.git" }).click();
  await expect(page.getByRole("alert")).toContainText("The repository could not be cloned. not found");
  fake.api("POST", "projects/clone", { path: "/home/ann/shop" });
  await field.press("Enter");
  await expect(project(form)).toHaveAttribute("data-tip", "/home/ann/shop");
  expect(await fake.received("POST", "projects/clone")).toEqual({
    address: "https://example.com/ann/shop.git",
  });
});

test("files of the project and commands are completed, and attachments go with the first message", async ({
  page,
  fake,
}) => {
  fake.api("GET", "projects/suggest", [{ path: "src/auth.ts" }]);
  fake.api("POST", /uploads/, { id: "u1", name: "notes.txt", size: 5, mediaType: "text/plain" });
  fake.api("POST", "sessions", () => ({ id: fake.add({ title: "Started" }) }));
  fake.add({
    title: "Before",
    summary: { cliSessionId: "c1" },
    info: { commands: [{ name: "review", aliases: [], terminalOnly: false }] },
  });
  await fake.open();
  const form = await open(page);
  const text = form.getByRole("textbox", { name: "First message" });
  await text.fill("/rev");
  await expect(page.getByRole("option", { name: "/review" })).toBeVisible();
  await text.fill("Fix @aut");
  await page.getByRole("option", { name: "@src/auth.ts" }).click();
  await expect(text).toHaveValue("Fix @src/auth.ts ");
  const chooser = page.waitForEvent("filechooser");
  await form.getByRole("button", { name: "Attach a file" }).click();
  await (await chooser).setFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
  await expect(form.getByRole("list", { name: "Attachments" })).toContainText("notes.txt");
  await text.press("Enter");
  expect(await fake.received<CreateSession>("POST", "api/sessions")).toMatchObject({
    message: { text: "Fix @src/auth.ts", uploads: ["u1"] },
  });
});

test("a session starts with the model, mode and settings that were chosen", { tag: "@both" }, async ({
  page,
  host,
}) => {
  const form = await open(page);
  await chooseProject(form, host.project);
  await pick(form.getByRole("button", { name: /^Model/ }), "haiku");
  await pick(form.getByRole("button", { name: /^Permission mode/ }), "Plan");
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
  await chooseProject(form, host.project);
  await pick(form.getByRole("button", { name: /^Where it works/ }), "New worktree");
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

test("a conversation is found by its pull request, and an agent leads the session", async ({
  page,
  fake,
}) => {
  const conversation = {
    cliSessionId: "5f0c6a52-3c39-4c0e-9f0e-0d3f5a7d1c11",
    project: "/home/ann/demo",
    title: "Paint the bollard",
    at: Date.now(),
    messages: 2,
    size: 900,
    held: false,
    pullRequest: 12,
  };
  fake.api("GET", "stored", ({ path }: { path: string }) => ({
    sessions: new URL(path, "http://fake").searchParams.get("pr") === "#12" ? [conversation] : [],
  }));
  fake.api("POST", "sessions", () => ({ id: fake.add({ title: conversation.title }) }));
  await fake.open();
  const form = await open(page);
  await form.getByLabel("Pull request").fill("#13");
  await expect(form.getByText("No conversation here made this pull request.")).toBeVisible();
  await form.getByLabel("Pull request").fill("#12");
  await expect(form.getByLabel("Conversation")).toContainText("Paint the bollard");
  await form.getByLabel("Agent").fill("reviewer");
  await form.getByLabel("First message").fill("go on");
  await form.getByRole("button", { name: "Start" }).click();
  expect(await fake.received<CreateSession>("POST", "api/sessions")).toMatchObject({
    resume: conversation.cliSessionId,
    flags: ["--agent=reviewer"],
  });
});

test("what cannot start is said in a sentence, and what was typed stays", async ({ page, fake }) => {
  fake.api("POST", "sessions", problem(400, "There is no directory /home/ann/is-not-there."));
  await fake.open();
  const form = await open(page);
  await project(form).click();
  const field = page.getByRole("combobox", { name: "Project directory" });
  await field.fill("not-a-path");
  await expect(page.getByRole("dialog", { name: "Project directory" })).toContainText("absolute path");
  await field.press("Escape");
  await chooseProject(form, "/home/ann/is-not-there");
  await form.getByLabel("First message").fill("words to keep");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(form.getByRole("alert")).toContainText("There is no directory /home/ann/is-not-there.");
  await expect(form.getByLabel("First message")).toHaveValue("words to keep");
  await form.getByRole("button", { name: "Close" }).click();
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
    await expect(page.getByRole("log").getByText("Step 1 of 9. The tour waits for your reply")).toBeVisible();
  });
});

test("the demo offers the tour on the first page until it was taken or is not wanted", {
  tag: "@both",
}, async ({ page, fake }) => {
  fake.host({ demo: true });
  fake.add({ title: "At work" });
  await fake.open();
  const card = page.getByRole("heading", { name: "New here? Take the tour." });
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "What should Claude do?" })).toBeVisible();
  await expect(card).toBeHidden();
});
