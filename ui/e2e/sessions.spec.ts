// The list of sessions, and what can be done with one from there.

import { readFile } from "node:fs/promises";
import {
  answers,
  call,
  catchCopies,
  chooseInList,
  entry,
  expect,
  list,
  listOption,
  makeSession,
  message,
  recorded,
  row,
  say,
  test,
  visit,
} from "./support";

test("the list says state, project, last line, cost and what waits", { tag: "@both" }, async ({
  page,
  fake,
}) => {
  fake.add({ title: "Quiet work", entries: [entry.text("All is done now")], usage: { totalCostUsd: 0.25 } });
  fake.add({ title: "Careful work", view: recorded("ask-command") });
  await fake.open();
  const sidebar = await list(page);
  const waiting = sidebar.getByRole("region", { name: "Needs you" });
  await expect(row(waiting, "Careful work").getByRole("img", { name: "Needs you" })).toBeVisible();
  await expect(row(waiting, "Careful work")).toContainText("Bash touch asked");
  const quiet = row(sidebar.getByRole("region", { name: "Earlier" }), "Quiet work");
  await expect(quiet.getByRole("img", { name: "Idle" })).toBeVisible();
  await expect(quiet).toContainText("All is done now");
  await expect(quiet.getByRole("link")).toHaveAttribute("title", /demo.*\$0\.25/);
  await expect(page).toHaveTitle("(1) Pilothouse");
});

test("the list is grouped by project, and filtered", async ({ page, fake }) => {
  fake.add({ title: "Paint the fence" });
  fake.add({ title: "Mow the lawn" });
  await fake.open();
  const sidebar = await list(page);
  await expect(sidebar.getByRole("region", { name: "Earlier" })).toBeVisible();
  await listOption(page, "menuitemradio", "Group by project");
  await expect(row(sidebar.getByRole("region", { name: "demo" }), "Mow the lawn")).toBeVisible();
  await listOption(page, "menuitem", "Filter sessions");
  await sidebar.getByRole("searchbox", { name: "Filter sessions" }).fill("fence");
  await expect(row(sidebar, "Mow the lawn")).toBeHidden();
  await expect(row(sidebar, "Paint the fence")).toBeVisible();
  await sidebar.getByRole("searchbox", { name: "Filter sessions" }).fill("zebra");
  await expect(sidebar.getByText("No matches for “zebra”")).toBeVisible();
  await sidebar.getByRole("button", { name: "Clear the filter" }).click();
  await expect(row(sidebar, "Mow the lawn")).toBeVisible();
});

test("a session is renamed in place", { tag: "@both" }, async ({ page, fake }) => {
  fake.add({ title: "Old name" });
  await fake.open();
  await chooseInList(page, "Old name", "Rename");
  const field = page.getByRole("textbox", { name: "Title" });
  await expect(field).toBeFocused();
  await field.fill("New name");
  await field.press("Enter");
  await expect(row(await list(page), "New name")).toBeVisible();
  expect(await fake.received("PATCH", /sessions\/s1$/)).toEqual({ title: "New name" });
  await chooseInList(page, "New name", "Rename");
  await field.fill("Never mind");
  await field.press("Escape");
  await expect(row(await list(page), "New name")).toBeVisible();
  expect(fake.sent).toHaveLength(1);
});

test("a session is renamed from its own head", async ({ page, host }) => {
  const id = await makeSession(page, host, "Old name");
  await visit(page, host, `#/s/${id}`);
  await page.getByRole("button", { name: "Session actions" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const field = page.getByRole("textbox", { name: "Title" });
  await field.fill("From the head");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "From the head" })).toBeVisible();
  await expect(row(await list(page), "From the head")).toBeVisible();
  expect((await call<{ title: string }>(page, "GET", `api/sessions/${id}`)).title).toBe("From the head");
});

test("a session goes into the archive and comes back", async ({ page, fake }) => {
  fake.add({ title: "Put away" });
  await fake.open();
  await chooseInList(page, "Put away", "Archive");
  const sidebar = await list(page);
  await expect(row(sidebar, "Put away")).toBeHidden();
  expect(await fake.received("PATCH", /sessions\/s1$/)).toEqual({ archived: true });
  await listOption(page, "menuitem", "Show archived");
  await expect(row(sidebar, "Put away")).toBeVisible();
  await chooseInList(page, "Put away", "Restore from archive");
  await expect(row(sidebar, "Put away")).toBeHidden();
  expect(await fake.received("PATCH", /sessions\/s1$/)).toEqual({ archived: false });
  await listOption(page, "menuitem", "Hide archived");
  await expect(row(sidebar, "Put away")).toBeVisible();
});

test("a session is exported, deleted, restored with Undo and forked", async ({ page, host }) => {
  const id = await makeSession(page, host, "Precious", [[say("The treasure is buried here")]]);
  const precious = row(await list(page), "Precious");
  await expect(precious).toContainText("The treasure");
  await test.step("exported as Markdown", async () => {
    const waiting = page.waitForEvent("download");
    await chooseInList(page, "Precious", "Export as Markdown");
    const file = await (await waiting).path();
    expect(await readFile(file, "utf8")).toContain("The treasure is buried here");
  });
  await test.step("deleted, and restored with Undo", async () => {
    await chooseInList(page, "Precious", "Delete");
    await expect(precious).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(precious).toBeVisible();
    await visit(page, host, `#/s/${id}`);
    await expect(answers(page).getByText("The treasure is buried here")).toBeVisible();
  });
  await test.step("forked, and the original stays", async () => {
    await chooseInList(page, "Precious", "Fork");
    await expect(page.getByText("The original is unchanged.")).toBeVisible();
    await expect(answers(page).getByText("The treasure is buried here")).toBeVisible();
    const { sessions } = await call<{ sessions: { id: string }[] }>(page, "GET", "api/sessions");
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ id }) => id)).toContain(id);
  });
});

test("a session is parked, woken, restarted and closed", async ({ page, host }) => {
  const id = await makeSession(page, host, "Sleeper", [[say("awake")]]);
  const status = async () => (await call<{ status: string }>(page, "GET", `api/sessions/${id}`)).status;
  const sleeper = row(await list(page), "Sleeper");
  await expect(sleeper).toContainText("awake");
  await expect(sleeper.getByRole("link")).toHaveAttribute("title", /\$/);
  // Looked at: until then its turn is ready for review, asleep or not.
  await sleeper.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Sleeper" })).toBeVisible();
  await chooseInList(page, "Sleeper", "Put to sleep");
  await expect(sleeper.getByRole("img", { name: "Asleep" })).toBeVisible();
  expect(await status()).toBe("parked");
  await chooseInList(page, "Sleeper", "Wake");
  await expect(sleeper.getByRole("img", { name: "Idle" })).toBeVisible();
  expect(await status()).toBe("live");
  await chooseInList(page, "Sleeper", "Restart process");
  await expect(page.getByText("Restarted.")).toBeVisible();
  await chooseInList(page, "Sleeper", "Close");
  await expect(sleeper.getByRole("img", { name: "Closed" })).toBeVisible();
  expect(await status()).toBe("closed");
});

test("the command for a terminal is copied", async ({ page, fake }) => {
  fake.add({ title: "Travels", summary: { cliSessionId: "5f0c6a52" } });
  await fake.open();
  await expect(row(await list(page), "Travels")).toBeVisible();
  const copied = await catchCopies(page);
  await chooseInList(page, "Travels", "Copy resume command");
  await expect(page.getByText(/Copied\. Close the session/)).toBeVisible();
  expect(await copied()).toBe("cd /home/ann/demo && claude --resume 5f0c6a52");
});

test("a session is ready for review until the end of its turn was visible", async ({ page, fake }) => {
  const first = fake.add({ title: "Looked at" });
  fake.add({
    title: "Elsewhere",
    view: recorded("plain"),
    summary: { readyForReview: true, changed: { files: 2, added: 12, removed: 3 } },
  });
  await fake.open(`#/s/${first}`);
  await expect(message(page)).toBeVisible();
  const there = row(await list(page), "Elsewhere");
  await expect(there).toBeVisible();
  const ready = there.getByRole("img", { name: "Ready for review" });
  await expect(ready).toBeVisible();
  await expect(there).toContainText("+12−3 · 2 files");
  await there.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Elsewhere" })).toBeVisible();
  expect(await fake.received("POST", "/looked-at")).toEqual({ turns: 1 });
  await expect(ready).toBeHidden();
});

test("sessions are gone through by key", async ({ page, fake }) => {
  const now = Date.now();
  fake.add({ title: "Alpha", summary: { createdAt: now - 2000 } });
  fake.add({ title: "Beta", summary: { createdAt: now - 1000 } });
  await fake.open();
  await expect(row(await list(page), "Beta")).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "Beta" })).toBeVisible();
  await page.keyboard.press("Alt+n");
  await expect(page.getByRole("heading", { name: "Alpha" })).toBeVisible();
  await page.keyboard.press("Alt+Shift+n");
  await expect(page.getByRole("heading", { name: "Beta" })).toBeVisible();
});

test("a session is pinned above the earlier ones, and unpinned", async ({ page, fake }) => {
  fake.add({ title: "Old and dear" });
  fake.add({ title: "Newer" });
  await fake.open();
  const sidebar = await list(page);
  await chooseInList(page, "Old and dear", "Pin");
  await expect(row(sidebar.getByRole("region", { name: "Pinned" }), "Old and dear")).toBeVisible();
  await expect(row(sidebar.getByRole("region", { name: "Earlier" }), "Newer")).toBeVisible();
  await chooseInList(page, "Old and dear", "Unpin");
  await expect(sidebar.getByRole("region", { name: "Pinned" })).toHaveCount(0);
});
