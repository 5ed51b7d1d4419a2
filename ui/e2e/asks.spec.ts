// What waits for a person, and every way to answer it.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, expect, script, test } from "./host";
import { writePlan } from "./plans";
import { altering, rewriteUpdates } from "./rewrite";
import { ask, begin, call, idle, message, say, tool } from "./talk";

test("a permission by keyboard alone: focus there and back", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch by-key" })], [say("Made it")]]));
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(answers(page).getByText("Made it")).toBeVisible();
  await expect(message(page)).toBeFocused();
});

test("a command is edited before it is allowed", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch asked" })], [say("Ran")]]));
  await ask(page).getByRole("button", { name: "Edit before allowing" }).click();
  await ask(page).getByRole("textbox", { name: "Command" }).fill("touch edited");
  await ask(page).getByRole("button", { name: "Allow as edited" }).click();
  await expect(answers(page).getByText("Ran")).toBeVisible();
  await page.locator("article[data-kind=tool] button[aria-expanded]").first().click();
  await expect(page.getByText("the input was changed before it ran")).toBeVisible();
});

test("a suggestion says what it remembers and where, and is remembered", async ({ page, host }) => {
  const edit = (name: string) => tool("Write", { file_path: join(host.project, name), content: "x\n" });
  await begin(page, host, script([[edit("one.txt")], [edit("two.txt")], [say("Both written")]]));
  const remember = ask(page).getByRole("button", { name: /this session only/ });
  await expect(remember).toBeVisible();
  await ask(page).press("Shift+Enter");
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
  await ask(page).press("Enter");
  await expect(answers(page).getByText("Edited")).toBeVisible();
  expect(readFileSync(path, "utf8")).toContain("'/home'");
});

test("an edit of a notebook is shown as the diff of its cell before it is allowed", async ({
  page,
  host,
}) => {
  const path = join(host.project, "sums.ipynb");
  const cell = { id: "sum", cell_type: "code", metadata: {}, outputs: [], source: "a = 1\nprint(a)" };
  writeFileSync(path, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
  const edit = { notebook_path: path, cell_id: "sum", new_source: "a = 2\nprint(a)" };
  await begin(
    page,
    host,
    script([[tool("Read", { file_path: path })], [tool("NotebookEdit", edit)], [say("Edited")]]),
  );
  const diff = ask(page).getByRole("region", { name: /Changes of/ });
  await expect(diff.getByRole("row").filter({ hasText: "a = 1" })).toContainText("-");
  await expect(diff.getByRole("row").filter({ hasText: "a = 2" })).toContainText("+");
  await ask(page).press("Enter");
  await expect(answers(page).getByText("Edited")).toBeVisible();
  expect(readFileSync(path, "utf8")).toContain("a = 2");
});

test("deny and stop ends the turn", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch no" })], [say("Never said")]]));
  await ask(page).getByRole("button", { name: "Deny and stop" }).click();
  await expect(ask(page)).toBeHidden();
  await idle(page);
  await expect(answers(page).getByText("Never said")).toHaveCount(0);
});

test("Escape denies what waits", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch no" })], [say("Understood, no")]]));
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(answers(page).getByText("Understood, no")).toBeVisible();
});

test("several questions, one with any number of answers and one in own words", async ({ page, host }) => {
  const option = (label: string) => ({ label, description: `take ${label}` });
  const questions = [
    {
      question: "Which fruits?",
      header: "Fruit",
      multiSelect: true,
      options: [option("Apple"), option("Pear")],
    },
    {
      question: "Which size?",
      header: "Size",
      multiSelect: false,
      options: [option("Small"), option("Large")],
    },
  ];
  await begin(page, host, script([[tool("AskUserQuestion", { questions })], [say("Noted")]]));
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(ask(page)).toContainText("Which size?");
  await ask(page).getByRole("textbox", { name: "Another answer" }).fill("Medium");
  await page.keyboard.press("Enter");
  await expect(answers(page).getByText("Noted")).toBeVisible();
  await expect(answers(page).getByText(/Apple, ?Pear/)).toBeVisible();
  await expect(answers(page).getByText("Medium").first()).toBeVisible();
});

test("answered elsewhere is said", async ({ page, host }) => {
  const id = await begin(
    page,
    host,
    script([[tool("Bash", { command: "touch there" })], [say("Allowed there")]]),
  );
  await expect(ask(page)).toBeVisible();
  const view = await call<{ asks: { id: string }[] }>(page, "GET", `api/sessions/${id}/view`);
  await call(page, "POST", `api/sessions/${id}/asks/${encodeURIComponent(view.asks[0]?.id ?? "")}`, {
    kind: "allow",
  });
  await expect(page.getByText(/Bash was allowed elsewhere/)).toBeVisible();
  await expect(ask(page)).toBeHidden();
});

test("a withdrawn ask goes away and says so", async ({ page, host }) => {
  const id = await begin(page, host, script([[tool("Bash", { command: "touch gone" })]]));
  await expect(ask(page)).toBeVisible();
  await call(page, "POST", `api/sessions/${id}/interrupt`, {});
  await expect(ask(page)).toBeHidden();
  await expect(page.getByText(/withdrew its question about Bash/)).toBeVisible();
});

test("no key allows, and nothing is preselected, where the CLI wants the person to look", async ({
  page,
  host,
}) => {
  await begin(page, host, script([[tool("Bash", { command: "touch careful" })], [say("Denied, then")]]));
  await expect(ask(page)).toBeVisible();
  await rewriteUpdates(
    page,
    altering({
      ask: ({ body }) => {
        if (body.kind === "permission") Object.assign(body, { defaultToNo: true, requiresInteraction: true });
      },
    }),
  );
  await expect(ask(page)).toHaveRole("alertdialog");
  await expect(ask(page)).toBeFocused();
  const allow = ask(page).getByRole("button", { name: "Allow", exact: true });
  await expect(allow).not.toContainText("⏎");
  await page.keyboard.press("Enter");
  await page.keyboard.press("1");
  await page.keyboard.press("Shift+Enter");
  // Nothing of that answered it: Escape still does.
  await page.keyboard.press("Escape");
  await expect(answers(page).getByText("Denied, then")).toBeVisible();
  expect(existsSync(join(host.project, "careful"))).toBe(false);
});

test("nothing is offered to be remembered where the CLI keeps no rule", async ({ page, host }) => {
  await begin(page, host, script([[tool("Bash", { command: "touch once" })], [say("All made")]]));
  const offers = ask(page).getByRole("button", { name: /session|settings/i });
  await expect(offers.first()).toBeVisible();
  await rewriteUpdates(
    page,
    altering({
      ask: ({ body }) => {
        if (body.kind === "permission") body.canRemember = false;
      },
    }),
  );
  await expect(ask(page)).toBeFocused();
  await expect(ask(page).getByRole("button", { name: "Allow", exact: true })).toBeVisible();
  await expect(offers).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(answers(page).getByText("All made")).toBeVisible();
});

test("a plan is edited before it is approved", async ({ page, host }) => {
  await writePlan(host, "# The plan\n\n1. Look\n2. Leap");
  await begin(page, host, script([[tool("ExitPlanMode", {})], [say("Off we go")]]), {
    permissionMode: "plan",
  });
  await expect(ask(page)).toContainText("The plan");
  await ask(page).getByRole("button", { name: "Edit the plan" }).click();
  await ask(page).getByRole("textbox", { name: "Plan" }).fill("# The plan\n\n1. Look twice");
  await ask(page).getByRole("button", { name: "Allow as edited" }).click();
  await expect(answers(page).getByText("Off we go")).toBeVisible();
  await expect(page.locator("article[data-kind=tool]").last()).toContainText("Look twice");
});

test("the reason and the path that is outside are said", async ({ page, host }) => {
  const path = join(host.data, "elsewhere.txt");
  await begin(
    page,
    host,
    script([[tool("Write", { file_path: path, content: "x\n" })], [say("Denied, then")]]),
  );
  await expect(ask(page)).toContainText(/why: .*outside allowed working directories/);
  await rewriteUpdates(
    page,
    altering({
      ask: ({ body }) => {
        if (body.kind === "permission") body.blockedPath = path;
      },
    }),
  );
  await expect(ask(page)).toContainText(`asked because of: ${path}`);
  await ask(page).press("Escape");
  await expect(answers(page).getByText("Denied, then")).toBeVisible();
});

test("a dialog of the CLI is shown as it came, and dismissed by key", async ({ page, host }) => {
  const request = {
    subtype: "request_user_dialog",
    dialog_kind: "goal_proposal",
    payload: { goal: "Paint" },
  };
  // The simulator says it word for word, as the CLI would.
  const text = JSON.stringify({ type: "control_request", request_id: "dialog-1", request });
  const id = await begin(page, host, script([[{ type: "garbage", text }, say("Asked")]]));
  await expect(ask(page)).toHaveRole("dialog");
  await expect(ask(page).getByRole("heading")).toHaveText("The CLI asks: goal proposal");
  await expect(ask(page)).toContainText("Paint");
  await expect(ask(page)).toBeFocused();
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
