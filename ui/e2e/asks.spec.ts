// Permission requests, questions, plans and dialogs, and every way to answer them.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnswerAsk, PermissionAsk } from "../src/api/generated";
import {
  answers,
  ask,
  begin,
  call,
  content,
  expect,
  type Fake,
  idle,
  message,
  moreChoice,
  pressOn,
  problem,
  ready,
  recorded,
  say,
  script,
  test,
  tool,
} from "./support";

/** The answer that the page sent. */
const answer = (fake: Fake) => fake.received<AnswerAsk>("POST", /\/asks\//);

/** Opens the recorded permission request for a command, with other details. */
async function askCommand(fake: Fake, more: Partial<PermissionAsk> = {}): Promise<void> {
  const view = recorded("ask-command");
  for (const { body } of view.asks) if (body.kind === "permission") Object.assign(body, more);
  await fake.session({ view });
}

test("a permission by keyboard alone: focus there and back", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch by-key" })], [say("Made it")]]));
  await expect(ask(page)).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("Enter");
  await expect(answers(page).getByText("Made it")).toBeVisible();
  await expect(message(page)).toBeFocused();
});

test("a command is edited before it is allowed", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch asked" })], [say("Ran")]]));
  await ask(page).getByRole("button", { name: "Edit first" }).click();
  await ask(page).getByRole("textbox", { name: "Command" }).fill("touch edited");
  await ask(page).getByRole("button", { name: "Allow as edited" }).click();
  await expect(answers(page).getByText("Ran")).toBeVisible();
  await page.locator("article[data-kind=tool] button[aria-expanded]").first().click();
  await expect(page.getByText("The input was changed before it ran")).toBeVisible();
});

test("a suggestion says what it remembers and where, and is remembered", async ({ page, host }) => {
  const edit = (name: string) => tool("Write", { file_path: join(host.project, name), content: "x\n" });
  await begin(page, host, script([[edit("one.txt")], [edit("two.txt")], [say("Both written")]]));
  await ready(ask(page));
  const remember = await moreChoice(ask(page), /this session only/);
  await expect(remember).toBeVisible();
  await remember.press("Enter");
  await expect(answers(page).getByText("Both written")).toBeVisible();
  expect(existsSync(join(host.project, "two.txt"))).toBe(true);
});

test("an edit is shown as a diff of the file before it is allowed", async ({ page, host }) => {
  const path = join(host.project, "src/auth.ts");
  const change = { file_path: path, old_string: "redirect('/')", new_string: "redirect('/home')" };
  await begin(
    page,
    host,
    script([[tool("Read", { file_path: path })], [tool("Edit", change)], [say("Edited")]]),
  );
  const diff = ask(page).getByRole("region", { name: /Changes of/ });
  await expect(diff).toContainText("redirect('/home')");
  // The line number is the file's, not the snippet's.
  await expect(diff.getByRole("row").filter({ hasText: "/home" })).toContainText("4");
  await pressOn(ask(page), "Enter");
  await expect(answers(page).getByText("Edited")).toBeVisible();
  expect(readFileSync(path, "utf8")).toContain("'/home'");
});

test("an edit of a notebook is shown as the diff of its cell before it is allowed", async ({
  page,
  fake,
}) => {
  const cell = { id: "sum", cell_type: "code", metadata: {}, outputs: [], source: "a = 1\nprint(a)" };
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] };
  fake.api("GET", /\/files\/content\?path=.*sums\.ipynb/, content(JSON.stringify(notebook)));
  await fake.session({ view: recorded("ask-notebook") });
  const diff = ask(page).getByRole("region", { name: /Changes of/ });
  await expect(diff.getByRole("row").filter({ hasText: "a = 1" })).toContainText("-");
  await expect(diff.getByRole("row").filter({ hasText: "a = 2" })).toContainText("+");
  await pressOn(ask(page), "Enter");
  expect(await answer(fake)).toEqual({ kind: "allow", remember: [] });
});

test("deny and stop ends the turn", async ({ page, fake }) => {
  await askCommand(fake);
  await (await moreChoice(ask(page), "Deny and stop")).click();
  expect(await answer(fake)).toMatchObject({ kind: "deny", interrupt: true });
  await expect(ask(page)).toBeHidden();
  fake.finish();
  await idle(page);
});

test("Escape denies an open request", async ({ page, fake }) => {
  await askCommand(fake);
  await expect(ask(page)).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("Escape");
  expect(await answer(fake)).toMatchObject({ kind: "deny" });
  await expect(ask(page)).toBeHidden();
});

test("several questions, one with any number of answers and one in own words", async ({ page, fake }) => {
  await fake.session({ view: recorded("ask-questions") });
  await expect(ask(page)).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(ask(page)).toContainText("Which size?");
  await ask(page).getByRole("textbox", { name: "Something else" }).fill("Medium");
  await page.keyboard.press("Enter");
  expect(await answer(fake)).toEqual({
    kind: "answers",
    answers: {
      "Which fruits?": { labels: ["Apple", "Pear"] },
      "Which size?": { labels: [], text: "Medium" },
    },
  });
  await expect(ask(page)).toBeHidden();
});

test("a request that was answered on another device is closed with a notice", async ({ page, fake }) => {
  await askCommand(fake);
  await expect(ask(page)).toBeVisible();
  fake.answerElsewhere(fake.view.asks[0]?.id ?? "", { kind: "allow" });
  await expect(page.getByText(/Bash was allowed elsewhere/)).toBeVisible();
  await expect(ask(page)).toBeHidden();
});

test("a withdrawn request is closed with a notice", async ({ page, fake }) => {
  await askCommand(fake);
  await expect(ask(page)).toBeVisible();
  fake.withdraw(fake.view.asks[0]?.id ?? "");
  await expect(ask(page)).toBeHidden();
  await expect(page.getByText(/withdrew its question about Bash/)).toBeVisible();
});

test("no key allows, and nothing is preselected, where the CLI requires attention", async ({
  page,
  fake,
}) => {
  await askCommand(fake, { defaultToNo: true, requiresInteraction: true });
  await expect(ask(page)).toHaveRole("alertdialog");
  await expect(ask(page)).toBeFocused();
  const allow = ask(page).getByRole("button", { name: "Allow", exact: true });
  await ready(ask(page));
  await expect(allow).not.toContainText("⏎");
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await page.keyboard.press("Shift+Enter");
  // None of these keys answered it: Escape still does.
  await page.keyboard.press("Escape");
  expect(await answer(fake)).toMatchObject({ kind: "deny" });
  expect(fake.sent).toHaveLength(1);
});

test("nothing is offered to be remembered where the CLI keeps no rule", async ({ page, fake }) => {
  await askCommand(fake, { canRemember: false });
  await expect(ask(page)).toBeFocused();
  await expect(ask(page).getByRole("button", { name: "Allow", exact: true })).toBeVisible();
  await expect(ask(page).getByRole("button", { name: /session|settings/i })).toHaveCount(0);
  await ready(ask(page));
  await page.keyboard.press("Enter");
  expect(await answer(fake)).toEqual({ kind: "allow", remember: [] });
});

test("a plan is edited before it is approved", async ({ page, fake }) => {
  await fake.session({ view: recorded("ask-plan") });
  await expect(ask(page)).toContainText("The plan");
  await ask(page).getByRole("button", { name: "Edit plan" }).click();
  await ask(page).getByRole("textbox", { name: "Plan" }).fill("# The plan\n\n1. Look twice");
  await ask(page).getByRole("button", { name: "Allow as edited" }).click();
  expect(await answer(fake)).toMatchObject({ kind: "approvePlan", plan: "# The plan\n\n1. Look twice" });
});

test("the reason and the path outside the project are shown", async ({ page, fake }) => {
  const view = recorded("ask-outside");
  const body = view.asks[0]?.body;
  if (body?.kind !== "permission") throw new Error("the recording has no permission request");
  body.blockedPath = "/home/ann/elsewhere.txt";
  body.reason += ` ${"x".repeat(1000)}`;
  await fake.session({ view });
  await expect(ask(page)).toContainText(/Reason: .*outside allowed working directories/);
  await expect(ask(page)).toContainText("Path: /home/ann/elsewhere.txt");
  const hidden = await ask(page)
    .getByText(/^Reason:/)
    .locator("..")
    .evaluate((line) => line.scrollWidth - line.clientWidth);
  expect(hidden, "a long word in the reason is cut off").toBeLessThanOrEqual(0);
});

test("a reason that says nothing is not shown", async ({ page, fake }) => {
  await askCommand(fake, { reason: "This command requires approval" });
  await expect(ask(page).getByRole("button", { name: "Allow", exact: true })).toBeVisible();
  await expect(ask(page)).not.toContainText("Reason:");
});

test("an answer that the server rejects leaves the request open and shows the reason", async ({
  page,
  fake,
}) => {
  fake.api("POST", /\/asks\//, problem(500, "The disk is full."));
  await askCommand(fake);
  await expect(ask(page)).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("Enter");
  await expect(page.getByText("The disk is full.")).toBeVisible();
  await expect(ask(page)).toBeVisible();
});

test("a dialog of the CLI is shown as it came, and dismissed by key", async ({ page, host }) => {
  const request = {
    subtype: "request_user_dialog",
    dialog_kind: "goal_proposal",
    payload: { goal: "Paint" },
  };
  // The simulator prints the line of the CLI as it is.
  const text = JSON.stringify({ type: "control_request", request_id: "dialog-1", request });
  const id = await begin(page, host, script([[{ type: "garbage", text }, say("Asked")]]));
  await expect(ask(page)).toHaveRole("dialog");
  await expect(ask(page).getByRole("heading")).toHaveText("The CLI asks: goal proposal");
  await expect(ask(page)).toContainText("Paint");
  await expect(ask(page)).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("Escape");
  await expect(ask(page)).toBeHidden();
  await expect(message(page)).toBeFocused();
  const { records } = await call<{ records: { kind: string; text: string }[] }>(
    page,
    "GET",
    `api/sessions/${id}/wire?limit=500`,
  );
  const told = records.filter((record) => /"control_response".*dialog-1/.test(record.text));
  expect(told.map(({ text }) => JSON.parse(text).response.response)).toEqual([{ behavior: "cancelled" }]);
});
