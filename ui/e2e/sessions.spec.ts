import { readFile } from "node:fs/promises";
import { answers, expect, test } from "./host";
import { ask, choose, isPhone, list, makeSession, row, visit } from "./list";

const text = (words: string) => [[{ type: "text", text: words }]];
const command = { type: "tool_use", name: "Bash", input: { command: "touch x", description: "make a file" } };

test("the list says state, project, last line, cost and what waits", async ({ page, host }) => {
  await makeSession(page, host, "Quiet work", text("All is done now"));
  await makeSession(page, host, "Careful work", [[command], [{ type: "text", text: "made" }]]);
  const sidebar = await list(page);
  const waiting = sidebar.getByRole("region", { name: "Waiting" });
  await expect(row(waiting, "Careful work").getByRole("img", { name: "waiting for you" })).toBeVisible();
  await expect(row(waiting, "Careful work")).toContainText("1 question for you");
  const quiet = row(sidebar.getByRole("region", { name: "Today" }), "Quiet work");
  await expect(quiet.getByRole("img", { name: "idle" })).toBeVisible();
  await expect(quiet).toContainText("demo");
  await expect(quiet).toContainText("All is done now");
  await expect(quiet).toContainText("$");
  await expect(page).toHaveTitle("(1) Pilothouse");
});

test("the list is grouped by project, and filtered", async ({ page, host }) => {
  await makeSession(page, host, "Paint the fence");
  await makeSession(page, host, "Mow the lawn");
  const sidebar = await list(page);
  await expect(sidebar.getByRole("region", { name: "Today" })).toBeVisible();
  await sidebar.getByRole("button", { name: "By project" }).click();
  await expect(row(sidebar.getByRole("region", { name: "demo" }), "Mow the lawn")).toBeVisible();
  await sidebar.getByRole("searchbox", { name: "Filter sessions" }).fill("fence");
  await expect(row(sidebar, "Mow the lawn")).toBeHidden();
  await expect(row(sidebar, "Paint the fence")).toBeVisible();
  await sidebar.getByRole("searchbox", { name: "Filter sessions" }).fill("zebra");
  await expect(sidebar.getByText("No session fits “zebra”.")).toBeVisible();
  await sidebar.getByRole("button", { name: "Clear the filter" }).click();
  await expect(row(sidebar, "Mow the lawn")).toBeVisible();
});

test("a session is renamed in place", async ({ page, host }) => {
  const id = await makeSession(page, host, "Old name");
  await choose(page, "Old name", "Rename");
  const field = page.getByRole("textbox", { name: "Title" });
  await expect(field).toBeFocused();
  await field.fill("New name");
  await field.press("Enter");
  await expect(row(await list(page), "New name")).toBeVisible();
  expect((await ask<{ title: string }>(page, "GET", `api/sessions/${id}`)).title).toBe("New name");
  await choose(page, "New name", "Rename");
  await field.fill("Never mind");
  await field.press("Escape");
  await expect(row(await list(page), "New name")).toBeVisible();
});

test("a session is renamed from its own head", async ({ page, host }) => {
  const id = await makeSession(page, host, "Old name");
  await visit(page, host, `#/s/${id}`);
  await page.getByRole("button", { name: "Manage session" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const field = page.getByRole("textbox", { name: "Title" });
  await field.fill("From the head");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "From the head" })).toBeVisible();
});

test("a session goes into the archive and comes back", async ({ page, host }) => {
  await makeSession(page, host, "Put away");
  await choose(page, "Put away", "Archive");
  const sidebar = await list(page);
  await expect(row(sidebar, "Put away")).toBeHidden();
  await sidebar.getByRole("button", { name: "Archived sessions" }).click();
  await expect(row(sidebar, "Put away")).toBeVisible();
  await choose(page, "Put away", "Bring back from the archive");
  await expect(row(sidebar, "Put away")).toBeHidden();
  await sidebar.getByRole("button", { name: "Back to the other sessions" }).first().click();
  await expect(row(sidebar, "Put away")).toBeVisible();
});

test("a deleted session comes back with Undo", async ({ page, host }) => {
  const id = await makeSession(page, host, "Precious", text("The treasure is buried here"));
  await expect(row(await list(page), "Precious")).toContainText("The treasure");
  await choose(page, "Precious", "Delete");
  await expect(row(await list(page), "Precious")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(await list(page), "Precious")).toBeVisible();
  await visit(page, host, `#/s/${id}`);
  await expect(answers(page).getByText("The treasure is buried here")).toBeVisible();
});

test("a session is parked, woken, restarted and closed", async ({ page, host }) => {
  const id = await makeSession(page, host, "Sleeper", text("awake"));
  const status = async () => (await ask<{ status: string }>(page, "GET", `api/sessions/${id}`)).status;
  await expect(row(await list(page), "Sleeper")).toContainText("awake");
  await choose(page, "Sleeper", "Park");
  await expect(row(await list(page), "Sleeper").getByRole("img", { name: "parked" })).toBeVisible();
  expect(await status()).toBe("parked");
  await choose(page, "Sleeper", "Wake");
  await expect(row(await list(page), "Sleeper").getByRole("img", { name: "idle" })).toBeVisible();
  expect(await status()).toBe("live");
  await choose(page, "Sleeper", "Restart the process");
  await expect(page.getByText("Restarted.")).toBeVisible();
  await choose(page, "Sleeper", "Close");
  await expect(row(await list(page), "Sleeper").getByRole("img", { name: "closed" })).toBeVisible();
  expect(await status()).toBe("closed");
});

test("the command for a terminal is copied", async ({ page, host, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await makeSession(page, host, "Travels", text("packed"));
  await expect(row(await list(page), "Travels")).toContainText("packed");
  await choose(page, "Travels", "Copy claude --resume");
  await expect(page.getByText(/Copied\. Close the session/)).toBeVisible();
  const { cliSessionId } = await ask<{ cliSessionId: string }>(page, "GET", `api/sessions/${id}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `cd ${host.project} && claude --resume ${cliSessionId}`,
  );
});

test("a session is forked and the original stays", async ({ page, host }) => {
  await makeSession(page, host, "Trunk", text("the root of it"));
  await expect(row(await list(page), "Trunk")).toContainText("the root of it");
  await choose(page, "Trunk", "Fork");
  await expect(page.getByText("the original stays as it is")).toBeVisible();
  await expect(answers(page).getByText("the root of it")).toBeVisible();
  const { sessions } = await ask<{ sessions: unknown[] }>(page, "GET", "api/sessions");
  expect(sessions).toHaveLength(2);
});

test("a session is exported as Markdown", async ({ page, host }) => {
  await makeSession(page, host, "Minutes", text("It was decided to go on"));
  await expect(row(await list(page), "Minutes")).toContainText("It was decided");
  const waiting = page.waitForEvent("download");
  await choose(page, "Minutes", "Export as Markdown");
  const file = await (await waiting).path();
  expect(await readFile(file, "utf8")).toContain("It was decided to go on");
});

test("what was said elsewhere is unread until it is looked at", async ({ page, host }) => {
  const first = await makeSession(page, host, "Looked at");
  const other = await makeSession(page, host, "Elsewhere");
  await visit(page, host, `#/s/${first}`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await ask(page, "POST", `api/sessions/${other}/messages`, { text: "hello there" });
  const there = row(await list(page), "Elsewhere");
  await expect(there).toContainText("unread");
  await there.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
  await expect(row(await list(page), "Elsewhere")).not.toContainText("unread");
});

test("sessions are gone through by key", async ({ page, host }) => {
  test.skip(isPhone(page), "a phone has no keys");
  await makeSession(page, host, "Alpha");
  await makeSession(page, host, "Beta");
  await expect(row(await list(page), "Beta")).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "Beta" })).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "Alpha" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+n");
  await expect(page.getByRole("heading", { name: "Beta" })).toBeVisible();
});
