import type { UpdateSession } from "../src/api/generated";
import { answers, entry, expect, isPhone, list, row, test } from "./support";

test("the palette goes to sessions and pages", { tag: "@both" }, async ({ page, fake }) => {
  fake.add({ title: "Needle" });
  // The letters of "inbox" stand in this one, too, but not as a word.
  fake.add({ title: "Bringing boxes to the Haystack" });
  await fake.open();
  // The list is there when the page listens to keys, and has what the palette offers.
  const sidebar = await list(page);
  await expect(row(sidebar, "Needle")).toBeVisible();
  await expect(row(sidebar, "Haystack")).toBeVisible();
  const open = async () => {
    if (isPhone(page)) {
      await (await list(page)).getByRole("button", { name: "Usage, devices, settings" }).click();
      await page.getByRole("menuitem", { name: "Command palette" }).click();
    } else await page.keyboard.press("Control+Shift+p");
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

test("the palette changes the mode of the session and the look of the page", async ({ page, fake }) => {
  await fake.session({ entries: [entry.text("ready")] });
  await expect(answers(page).getByText("ready")).toBeVisible();
  const run = async (words: string, option: string) => {
    await page.keyboard.press("Control+/");
    await page.getByRole("combobox", { name: "Command palette" }).fill(words);
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await run("accept edits", "Accept edits");
  expect(await fake.received<UpdateSession>("PATCH", /^api\/sessions\/s1$/)).toEqual({
    permissionMode: "acceptEdits",
  });
  await run("theme dark", "Theme: dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await run("contrast more", "Contrast: more");
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-contrast", "more");
});

test("Ctrl+K is left to the conversation", async ({ page, fake }) => {
  fake.add({ title: "Any" });
  await fake.open();
  await expect(row(await list(page), "Any")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+j");
  await expect(page.getByRole("dialog", { name: "New session" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Command palette" })).toHaveCount(0);
});

test("the palette has what the menu of a session has", async ({ page, fake }) => {
  await fake.session({ entries: [entry.text("ready")] });
  await expect(answers(page).getByText("ready")).toBeVisible();
  const options = async (words: string) => {
    await page.keyboard.press("Control+/");
    await page.getByRole("combobox", { name: "Command palette" }).fill(words);
    return page.getByRole("option");
  };
  await (await options("put to sleep")).first().click();
  expect(await fake.received("POST", /\/lifecycle$/)).toEqual({ action: "park" });
  await expect((await options("export")).filter({ hasText: "Export as JSON" })).toBeVisible();
});

test("F2 on a row of the list renames that session, and can be rebound", async ({ page, fake }) => {
  fake.add({ title: "Near" });
  fake.add({ title: "Far" });
  await fake.open();
  const sidebar = await list(page);
  const rename = page.getByRole("textbox", { name: "Title" });
  await row(sidebar, "Far").getByRole("link").press("F2");
  await expect(rename).toHaveValue("Far");
  await rename.press("Escape");
  await page.evaluate(() =>
    localStorage.setItem(
      "pilothouse.keys",
      JSON.stringify({ state: { chosen: { "session.rename": ["Alt+R"] } }, version: 0 }),
    ),
  );
  await page.reload();
  await row(sidebar, "Near").getByRole("link").press("F2");
  await expect(rename).toHaveCount(0);
  await row(sidebar, "Near").getByRole("link").press("Alt+r");
  await expect(rename).toHaveValue("Near");
});
