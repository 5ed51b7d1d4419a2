// All changes of a session in one place, with remarks on lines that are sent together.

import { join } from "node:path";
import { answers, expect, script, test } from "./host";
import { begin, choose, idle, say, tool } from "./talk";

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
      [say("Both changed")],
    ]),
    { permissionMode: "acceptEdits" },
  );
  await expect(answers(page).getByText("Both changed")).toBeVisible();
  await idle(page);
  await choose(page, "All changes of the session");
  const view = page.getByRole("dialog", { name: /Changes/ });
  const file = view.getByRole("region", { name: "src/auth.ts", exact: true });
  await expect(file).toContainText("redirect('/home')");
  await expect(file.locator(".bg-added-word")).toContainText("home");
  await expect(view).toContainText("notes.md");
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
