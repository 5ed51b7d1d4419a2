import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, list, makeSession, recorded, test, visit } from "./support";

const touch = (name: string) => [
  [{ type: "tool_use", name: "Bash", input: { command: `touch ${name}`, description: `make ${name}` } }],
  [{ type: "text", text: "finished" }],
];

test("everything that waits is in the inbox and is answered there", async ({ page, host }) => {
  await makeSession(page, host, "First asker", touch("one"));
  await makeSession(page, host, "Second asker", touch("two"));
  await visit(page, host, "#/inbox");
  const main = page.getByRole("main");
  await expect(main.getByRole("status").first()).toHaveText("2 questions from 2 sessions");
  await expect(page).toHaveTitle("(2) Pilothouse");
  const first = main.getByRole("listitem").filter({ hasText: "First asker" });
  await expect(first.getByRole("dialog", { name: /Bash/ })).toContainText("touch one");
  await first.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(first).toBeHidden();
  await expect(page).toHaveTitle("(1) Pilothouse");
  const second = main.getByRole("listitem").filter({ hasText: "Second asker" });
  await second.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(main.getByText("Nothing waits for you")).toBeVisible();
  await expect(page).toHaveTitle("Pilothouse");
  await expect.poll(() => existsSync(join(host.project, "one"))).toBe(true);
  expect(existsSync(join(host.project, "two"))).toBe(false);
});

test("the sidebar counts what waits and leads to the inbox", { tag: "@both" }, async ({ page, fake }) => {
  fake.add({ title: "Asker", view: recorded("ask-command") });
  await fake.open();
  const link = (await list(page)).getByRole("link", { name: /Inbox/ });
  await expect(link).toContainText("1 waits for you");
  await link.click();
  await page.getByRole("button", { name: "Open the session" }).click();
  await expect(page.getByRole("heading", { name: "Asker" })).toBeVisible();
});
