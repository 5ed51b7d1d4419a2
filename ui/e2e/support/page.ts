// The parts of the page, and what a person does with them.

import { expect, type Locator, type Page } from "@playwright/test";
import { sessionOf } from "./api";
import type { Host } from "./server";

/** Whether the page is narrower than the breakpoint of the sidebar (`ui/src/lib/media.ts`). */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

/** The field for a message. */
export const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

export async function send(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** The transcript without the messages of the person: scripts contain the answers that they cause. */
export const answers = (page: Page) => page.getByRole("log").locator("article:not([data-kind=user])");

/** The line that shows what the session is doing. */
export const doing = (page: Page) => page.locator("[data-liveness]:visible");

/** Waits until no turn runs. */
export const idle = (page: Page) => expect(doing(page)).toContainText("Idle");

/** The open permission request, question, plan or form. */
export const ask = (page: Page) => page.locator("[data-ask]");

/** Waits until keys can answer the open request. */
export const ready = (request: Locator) => expect(request).toHaveAttribute("data-ready", "true");

/** Presses keys on the open request, as soon as they can answer it. */
export async function pressOn(request: Locator, ...keys: string[]): Promise<void> {
  await ready(request);
  for (const key of keys) await request.press(key);
}

/** The element of the transcript that scrolls. */
export const scroller = (page: Page) => page.getByRole("log").locator("> div");

/** Chooses an item of the menu of the conversation. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Session actions" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Chooses one of the options of a select, by its words. */
export async function pick(select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  await select.page().getByRole("menuitemradio", { name: option, exact: true }).click();
}

/** Opens the further answers to a request, and returns one of them. */
export async function moreChoice(request: Locator, name: string | RegExp): Promise<Locator> {
  await request.getByRole("button", { name: "More choices" }).click();
  return request.page().getByRole("menuitem", { name });
}

/** Opens the options of the list of sessions, and chooses one. */
export async function listOption(
  page: Page,
  role: "menuitem" | "menuitemradio",
  name: string,
): Promise<void> {
  await (await list(page)).getByRole("button", { name: "List options" }).click();
  await page.getByRole(role, { name }).click();
}

/** The list of sessions: a column on a wide page, a sheet on a phone. */
export async function list(page: Page): Promise<Locator> {
  const sidebar = page.getByRole("navigation", { name: "Sessions" });
  if (isPhone(page) && !(await sidebar.isVisible())) {
    await page.getByRole("button", { name: "Sessions", exact: true }).click();
  }
  await expect(sidebar).toBeVisible();
  return sidebar;
}

/** The row of a session in the list. */
export const row = (sidebar: Locator, title: string): Locator =>
  sidebar.getByRole("listitem").filter({ hasText: title });

const exactItems = ["Pin", "Archive", "Delete", "Close", "Fork"];

/** Chooses an item of the menu of a session in the list. */
export async function chooseInList(page: Page, title: string, item: string): Promise<void> {
  const sidebar = await list(page);
  await row(sidebar, title)
    .getByRole("button", { name: `Actions for ${title}` })
    .click();
  await page.getByRole("menuitem", { name: item, exact: exactItems.includes(item) }).click();
}

/** Chooses where a new session works, by its path. */
export async function chooseProject(form: Locator, path: string): Promise<void> {
  await form.getByRole("button", { name: /^Project directory/ }).click();
  const field = form.page().getByRole("combobox", { name: "Project directory" });
  await field.fill(path);
  await field.press("Enter");
  await expect(form.getByRole("button", { name: /^Project directory/ })).toHaveAttribute("data-tip", path);
}

/** Goes to an address of the page, such as `#/inbox`. */
export const visit = (page: Page, host: Pick<Host, "address">, hash: string) =>
  page.goto(`http://${host.address}/${hash}`);

/** The role of a panel: beside the conversation on a wide page, over it on a phone. */
export const panelRole = (page: Page) => (isPhone(page) ? "dialog" : "complementary");

/** Opens a panel of the open session by its address. */
export async function openPanel(page: Page, id: string, title: string): Promise<Locator> {
  const session = sessionOf(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/s/${session}?panel=${id}`);
  const panel = page.getByRole(panelRole(page), { name: title, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
