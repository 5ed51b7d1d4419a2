import { expect, test } from "./host";
import { ask, isPhone, list, makeSession, row, visit } from "./list";

test("the palette goes to sessions and pages", async ({ page, host }) => {
  await makeSession(page, host, "Needle");
  // The letters of "inbox" stand in this one, too, but not as a word.
  await makeSession(page, host, "Bringing boxes to the Haystack");
  // The list is there when the page listens to keys, and has what the palette offers.
  const sidebar = await list(page);
  await expect(row(sidebar, "Needle")).toBeVisible();
  await expect(row(sidebar, "Haystack")).toBeVisible();
  const open = async () => {
    if (isPhone(page)) await (await list(page)).getByRole("button", { name: "Command palette" }).click();
    else await page.keyboard.press("Control+Shift+p");
    await expect(page.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  };
  await open();
  await page.keyboard.type("needle");
  await expect(page.getByRole("combobox", { name: "Command palette" })).toHaveValue("needle");
  await expect(page.getByRole("option", { selected: true })).toContainText("Needle");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Needle" })).toBeVisible();
  await open();
  await page.keyboard.type("inbox");
  await expect(page.getByRole("combobox", { name: "Command palette" })).toHaveValue("inbox");
  await expect(page.getByRole("option", { selected: true })).toContainText("Inbox");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
});

test("the palette changes the mode of the session and the look of the page", async ({ page, host }) => {
  const id = await makeSession(page, host, "Changing", [[{ type: "text", text: "ready" }]]);
  await visit(page, host, `#/s/${id}`);
  await expect(page.getByRole("log").getByText("ready").last()).toBeVisible();
  const run = async (words: string, option: string) => {
    await page.keyboard.press("Control+/");
    await page.getByRole("combobox", { name: "Command palette" }).fill(words);
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await run("accept edits", "accept edits");
  await expect
    .poll(
      async () => (await ask<{ permissionMode?: string }>(page, "GET", `api/sessions/${id}`)).permissionMode,
    )
    .toBe("acceptEdits");
  await run("theme dark", "Theme: dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await run("contrast more", "Contrast: more");
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
});

test("Ctrl+K is left to the conversation", async ({ page, host }) => {
  await makeSession(page, host, "Any");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+j");
  await expect(page.getByRole("dialog", { name: "New session" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Command palette" })).toHaveCount(0);
});
