// All changes of a session in one place, with remarks on lines that are sent together.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answers, expect, script, test } from "./host";
import { isPhone } from "./list";
import { begin, choose, idle, say, tool } from "./talk";

test("changes of a session, with comments that are sent as one message", async ({ page, host }) => {
  const path = join(host.project, "src/auth.ts");
  const edit = { file_path: path, old_string: "redirect('/')", new_string: "redirect('/home')" };
  const days = Array.from({ length: 40 }, (_, day) => `day ${day + 1}, calm`).join("\n");
  await writeFile(join(host.project, "log.txt"), `${days}\n`);
  const rain = {
    file_path: join(host.project, "log.txt"),
    old_string: "day 20, calm",
    new_string: "day 20, rain",
  };
  const write = { file_path: join(host.project, "notes.md"), content: "# Notes\n" };
  await begin(
    page,
    host,
    script([
      [tool("Read", { file_path: path }), tool("Read", { file_path: rain.file_path })],
      [tool("Edit", edit), tool("Edit", rain), tool("Write", write)],
      [say("All changed")],
    ]),
    { permissionMode: "acceptEdits" },
  );
  await expect(answers(page).getByText("All changed")).toBeVisible();
  await idle(page);
  await choose(page, "All changes of the session");
  const view = page.getByRole("dialog", { name: /Changes/ });
  const file = view.getByRole("region", { name: "src/auth.ts", exact: true });
  await expect(file).toContainText("redirect('/home')");
  await expect(file.locator(".bg-added-word")).toContainText("home");
  await expect(view).toContainText("notes.md");
  // What did not change is folded, and opens.
  const log = view.getByRole("region", { name: "log.txt", exact: true });
  await expect(log).toContainText("day 20, rain");
  await expect(log).toContainText("16 unchanged lines");
  await expect(log).not.toContainText("day 5,");
  await log.getByRole("button", { name: "Show unchanged lines" }).click();
  await log.getByRole("button", { name: "16 unchanged lines" }).click();
  await expect(log).toContainText("day 5, calm");
  // In one column or side by side; a phone has room for one.
  if (!isPhone(page)) {
    const changed = file.getByRole("row").filter({ hasText: "redirect('/home')" });
    await expect(changed).not.toContainText("redirect('/')");
    await view.getByRole("button", { name: "Side by side" }).click();
    await expect(changed).toContainText("redirect('/')");
    await view.getByRole("button", { name: "In one column" }).click();
  }
  await file.getByRole("button", { name: "Comment on line 4", exact: true }).focus();
  await page.keyboard.press("Enter");
  await view.getByRole("textbox", { name: "Comment on line 4" }).fill("why home?");
  await view.getByRole("button", { name: "Keep" }).click();
  await expect(view).toContainText("1 comment");
  await view.getByRole("button", { name: "Send as one message" }).click();
  const said = page.locator("article[data-kind=user]").last();
  await expect(said).toContainText("src/auth.ts:4");
  await expect(said).toContainText("why home?");
});
