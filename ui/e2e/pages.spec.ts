// Pages, menus and dialogs: what axe finds, and whether anything is too wide.

import type { SearchPage, StoredPage } from "../src/api/generated";
import { accessProblems, expect, list, overflow, type Page, recorded, test } from "./support";

const long = `A title that is long enough to be cut ${"long ".repeat(20)}`;
const at = Date.now();

const stored: StoredPage = {
  sessions: [
    {
      cliSessionId: "5f0c6a52-3c39-4c0e-9f0e-0d3f5a7d1c11",
      project: "/home/ann/demo",
      title: long,
      at,
      messages: 2,
      size: 900,
      held: true,
    },
  ],
};

const found: SearchPage = {
  hits: [{ session: "s1", title: long, entry: "e2", at, snippet: "Make a \uE000file\uE001." }],
};

/** What each page shows before axe runs. */
const pages: Record<string, (page: Page) => Promise<void>> = {
  "#/inbox": (page) => expect(page.getByRole("dialog", { name: /Bash/ })).toBeVisible(),
  "#/search?q=file": (page) => expect(page.getByRole("main").getByText("Make a file.")).toBeVisible(),
  "#/stored": (page) => expect(page.getByRole("main").getByText("2 messages")).toBeVisible(),
  "#/nowhere": (page) => expect(page.getByRole("main")).toBeVisible(),
  "#/": async (page) => expect((await list(page)).getByRole("img", { name: "Needs you" })).toBeVisible(),
};

test("axe finds nothing serious, and nothing is too wide", { tag: "@both" }, async ({ page, fake }) => {
  fake.api("GET", "stored", stored);
  fake.api("GET", "search", found);
  fake.add({ title: long, view: recorded("ask-command") });
  for (const [hash, shows] of Object.entries(pages)) {
    await fake.open(hash);
    await shows(page);
    await expect(page.getByText("Loading…")).toHaveCount(0);
    expect(await accessProblems(page), hash).toEqual([]);
    expect(await overflow(page), hash).toBe(0);
  }
});

test("axe finds nothing serious in what opens over the page", async ({ page, fake }) => {
  fake.add({ title: "Any" });
  await fake.open();
  const sidebar = await list(page);
  await sidebar.getByRole("button", { name: "Actions for Any" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await accessProblems(page), "the menu of a session").toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Shift+P");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await accessProblems(page), "the palette").toEqual([]);
  await page.keyboard.press("Escape");
  await sidebar.getByRole("button", { name: "New session", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "First message" })).toBeFocused();
  await page.getByText("More settings").click();
  expect(await accessProblems(page), "a new session").toEqual([]);
  expect(await overflow(page)).toBe(0);
});
