// What the tests of the list and of the pages share.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Locator, type Page } from "@playwright/test";
import { type Host, script } from "./host";

/** Whether this run is the one of the phone. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

/** Asks the host something, as the page would. */
export const ask = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ({ method, path, body }) => {
      const key = localStorage.getItem("pilothouse.key") ?? "";
      const init: RequestInit = { method, headers: { "x-pilothouse-key": key } };
      if (body !== undefined) {
        init.body = JSON.stringify(body);
        init.headers = { ...init.headers, "content-type": "application/json" };
      }
      const response = await fetch(path, init);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? undefined : await response.json();
    },
    { method, path, body },
  );

/** Starts a session without the form. The simulated model says what `replies` say. */
export async function makeSession(
  page: Page,
  host: Host,
  title: string,
  replies?: unknown[][],
  more: Record<string, unknown> = {},
): Promise<string> {
  // The page has signed in when it has its key.
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  const message = replies && { text: script(replies) };
  const create = { project: host.project, title, ...(message ? { message } : {}), ...more };
  const { id } = await ask<{ id: string }>(page, "POST", "api/sessions", create);
  return id;
}

/** The list of sessions: beside everything on a wide page, a sheet over it on a phone. */
export async function list(page: Page): Promise<Locator> {
  const sidebar = page.getByRole("navigation", { name: "Sessions" });
  if (isPhone(page) && !(await sidebar.isVisible())) {
    await page.getByRole("button", { name: "Sessions", exact: true }).click();
  }
  await expect(sidebar).toBeVisible();
  return sidebar;
}

export const row = (sidebar: Locator, title: string): Locator =>
  sidebar.getByRole("listitem").filter({ hasText: title });

/** Opens the menu of a session and chooses an item. */
export async function choose(page: Page, title: string, item: string): Promise<void> {
  const sidebar = await list(page);
  await row(sidebar, title)
    .getByRole("button", { name: `Actions for ${title}` })
    .click();
  await page
    .getByRole("menuitem", {
      name: item,
      exact: item === "Archive" || item === "Delete" || item === "Close" || item === "Fork",
    })
    .click();
}

/** Goes to an address of the page. */
export const visit = (page: Page, host: Host, hash: string) => page.goto(`http://${host.address}/${hash}`);

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or worse, as lines. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
}

/** By how many pixels the page is wider than the window: nothing should be. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
