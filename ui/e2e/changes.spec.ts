// All changes of a session in one place, with remarks on lines that are sent together.

import { join } from "node:path";
import type { FileChange, Hunk, NewMessage } from "../src/api/generated";
import {
  accessProblems,
  answers,
  begin,
  choose,
  content,
  expect,
  idle,
  isPhone,
  type Locator,
  message,
  openPanel,
  type Page,
  say,
  script,
  test,
  tool,
} from "./support";

/** Opens the review of the open session: files, and the diff of the selected one. */
async function openReview(page: Page): Promise<{ view: Locator; file: (path: string) => Promise<Locator> }> {
  await choose(page, "Review changes");
  const view = page.getByRole("main");
  const file = async (path: string) => {
    const name = path.split("/").pop() ?? path;
    await view.getByRole("navigation", { name: "Changed files" }).getByRole("button", { name }).click();
    const shown = view.getByRole("region", { name: path, exact: true });
    await expect(shown).toBeVisible();
    return shown;
  };
  return { view, file };
}

/** Opens the field for a comment on line 4, by key. */
async function beginComment(page: Page, view: Locator, file: Locator): Promise<Locator> {
  await file.getByRole("button", { name: "Comment on line 4", exact: true }).focus();
  await page.keyboard.press("Enter");
  const field = view.getByRole("textbox", { name: "Comment on line 4" });
  await expect(field).toBeVisible();
  return field;
}

test("changes of a session, with comments that are sent as one message", async ({ page, host }) => {
  const path = join(host.project, "src/auth.ts");
  const edit = { file_path: path, old_string: "redirect('/')", new_string: "redirect('/home')" };
  const write = { file_path: join(host.project, "notes.md"), content: "# Notes\n" };
  await begin(
    page,
    host,
    script([
      [tool("Read", { file_path: path })],
      [tool("Edit", edit), tool("Write", write)],
      [say("All changed")],
    ]),
    { permissionMode: "acceptEdits" },
  );
  await expect(answers(page).getByText("All changed")).toBeVisible();
  await idle(page);
  const { view, file } = await openReview(page);
  const shown = await file("src/auth.ts");
  await expect(shown).toContainText("redirect('/home')");
  await expect(view).toContainText("notes.md");
  await (await beginComment(page, view, shown)).fill("why home?");
  await view.getByRole("button", { name: "Add to message" }).click();
  await expect(view).toContainText("1 comment collected");
  await view.getByRole("button", { name: "Send as one message" }).click();
  const said = page.locator("article[data-kind=user]").last();
  await expect(said).toContainText("src/auth.ts:4");
  await expect(said).toContainText("why home?");
});

const change = (path: string, ...hunks: Hunk[]): FileChange => ({
  path: `/home/ann/demo/${path}`,
  change: "modified",
  additions: 1,
  deletions: 1,
  hunks,
  exact: true,
  edits: 1,
  entry: "e1",
  at: Date.now(),
});

/** A hunk of lines from `start` on, none of them added or removed in sum. */
const hunk = (start: number, ...lines: string[]): Hunk => {
  const length = lines.filter((line) => !line.startsWith("+")).length;
  return { oldStart: start, oldLines: length, newStart: start, newLines: length, lines };
};

test("the layout of changes: folded lines, two columns and comments; axe finds nothing serious", {
  tag: "@both",
}, async ({ page, fake }) => {
  const day = (number: number) => `day ${number}, calm`;
  const days = Array.from({ length: 40 }, (_, index) => day(index + 1));
  const around = [17, 18, 19, 20, 21, 22, 23].map((number) => ` ${day(number)}`);
  around.splice(3, 1, "-day 20, calm", "+day 20, rain");
  fake.api(
    "GET",
    /\/files\/content\?path=log\.txt/,
    content(days.join("\n").replace("20, calm", "20, rain")),
  );
  await fake.session({
    files: [
      change(
        "src/auth.ts",
        hunk(
          3,
          " export function login() {",
          "-  redirect('/');",
          "+  redirect('/home', 42); // a remark",
          " }",
        ),
      ),
      change("log.txt", hunk(17, ...around)),
      { ...change("notes.md", hunk(1, "+# Notes")), change: "created" },
    ],
  });
  const { view, file } = await openReview(page);
  await test.step("a changed line has its words and its syntax marked", async () => {
    const shown = await file("src/auth.ts");
    await expect(shown).toContainText("redirect('/home', 42)");
    await expect(shown.locator(".bg-added-word").first()).toContainText("home");
    await expect(shown.locator(".token").first()).toBeVisible();
    await expect(view).toContainText("notes.md");
  });
  await test.step("unchanged lines are folded, and open", async () => {
    const log = await file("log.txt");
    await expect(log).toContainText("day 20, rain");
    await expect(log).not.toContainText("day 5,");
    await log.getByRole("button", { name: "Show unchanged lines" }).click();
    await log.getByRole("button", { name: "16 unchanged lines" }).click();
    await expect(log).toContainText("day 5, calm");
  });
  await test.step("two columns where there is room for them", async () => {
    const shown = await file("src/auth.ts");
    const columns = view.getByRole("button", { name: "Side by side" });
    if (isPhone(page)) return expect(columns).toBeHidden();
    const changed = shown.getByRole("row").filter({ hasText: "redirect('/home'" });
    await expect(changed).not.toContainText("redirect('/')");
    await columns.click();
    await expect(changed).toContainText("redirect('/')");
    await view.getByRole("button", { name: "In one column" }).click();
    await expect(changed).not.toContainText("redirect('/')");
  });
  await test.step("a comment", async () => {
    const field = await beginComment(page, view, await file("src/auth.ts"));
    expect(await accessProblems(page)).toEqual([]);
    await field.fill("why home?");
    await view.getByRole("button", { name: "Add to message" }).click();
    await expect(view).toContainText("1 comment collected");
    await view.getByRole("button", { name: "Send as one message" }).click();
    const { text } = await fake.received<NewMessage>("POST", /\/messages$/);
    expect(text).toContain("src/auth.ts:4");
    expect(text).toContain("why home?");
    await expect(message(page)).toBeVisible();
  });
});

test("the panel of changes shows the same files and comments as the review", { tag: "@both" }, async ({
  page,
  fake,
}) => {
  const edit = hunk(3, " export function login() {", "-  redirect('/');", "+  redirect('/home');", " }");
  await fake.session({
    files: [change("notes.md", hunk(1, "-# Note", "+# Notes")), change("src/auth.ts", edit)],
  });
  const panel = await openPanel(page, "changes", "Changes");
  await panel.getByRole("button", { name: /auth\.ts/ }).click();
  const file = panel.getByRole("region", { name: "src/auth.ts", exact: true });
  await (await beginComment(page, panel, file)).fill("why home?");
  await panel.getByRole("button", { name: "Add to message" }).click();
  await expect(panel).toContainText("1 comment collected");
  await panel.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Review" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("1 comment collected");
});

test("a session that is ready for review is looked at once its changes were in sight", async ({
  page,
  fake,
}) => {
  fake.add({
    title: "Tokens",
    files: [change("notes.md", hunk(1, "-# Note", "+# Notes"))],
    summary: { readyForReview: true, changed: { files: 1, added: 1, removed: 1 }, lastLine: "All renamed." },
  });
  await fake.open();
  await page.getByRole("button", { name: "Review Tokens" }).click();
  await expect(page.getByRole("main")).toContainText("All renamed.");
  await fake.received("POST", /\/looked-at$/);
});
