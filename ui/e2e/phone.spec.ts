// Fingers, and a keyboard that lies over the page.

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, script, test } from "./host";
import { isPhone } from "./list";
import { writePlan } from "./plans";
import { ask, begin, message, tool } from "./talk";

/** What is pressed or written into, and smaller than a thumb. */
const small = (inside: Locator): Promise<string[]> =>
  inside.locator("button, select, input, textarea, [role=option], [role=menuitem]").evaluateAll((all) =>
    all
      .map((one) => ({ one, box: (one.closest("label") ?? one).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ one, box }) => `${one.outerHTML.slice(0, 100)} ${box.width}×${box.height}`),
  );

/** The pane without the conversation: its head, what is asked, what waits, and where to write. */
const around = (page: Page) => page.locator("[data-session] > section > :not(:has([role=log]))");

test("what is pressed to answer, to write and in menus is thumb-sized", async ({ page, host }) => {
  test.skip(!isPhone(page), "only for fingers");
  const options = ["Red", "Green"].map((label) => ({ label, description: "a light" }));
  const questions = ["Side", "Light"].map((header) => ({
    question: `Which ${header}?`,
    header,
    multiSelect: false,
    options,
  }));
  await begin(page, host, script([[tool("AskUserQuestion", { questions })]]));
  await expect(ask(page)).toBeVisible();
  expect(await small(around(page)), "a question").toEqual([]);
  await writePlan(host, "1. Look\n2. Leap");
  await begin(page, host, script([[tool("ExitPlanMode", {})]]), { permissionMode: "plan" });
  await expect(ask(page)).toBeVisible();
  expect(await small(around(page)), "a plan").toEqual([]);
  await begin(page, host, script([[tool("Bash", { command: "touch x" })]]));
  await expect(ask(page)).toBeVisible();
  await message(page).fill("the next one");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("list", { name: "Queued messages" })).toBeVisible();
  await message(page).fill("/com");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await small(around(page)), "a command, a queue and a completion").toEqual([]);
  await message(page).fill("");
  await page.getByRole("button", { name: "Conversation actions" }).click();
  expect(await small(page.getByRole("menu")), "the menu").toEqual([]);
});

test("what is asked and the message stay above a keyboard that lies over the page", async ({
  page,
  host,
}) => {
  test.skip(!isPhone(page), "only where there is a keyboard on the screen");
  const content = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
  await begin(page, host, script([[tool("Write", { file_path: join(host.project, "long.txt"), content })]]));
  const allow = ask(page).getByRole("button", { name: "Allow", exact: true });
  await expect(allow).toBeVisible();
  // Safari leaves the page as high as it was, and tells the visual viewport alone.
  const cover = (height: number) =>
    page.evaluate((height) => {
      const seen = window.visualViewport as VisualViewport;
      Object.defineProperty(seen, "height", { value: height, configurable: true });
      seen.dispatchEvent(new Event("resize"));
    }, height);
  const bottom = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().bottom);
  await cover(480);
  for (const one of [allow, message(page), page.getByRole("button", { name: "Send", exact: true })])
    await expect.poll(() => bottom(one)).toBeLessThanOrEqual(480);
  // A dialog over the page, too.
  await cover(844);
  await page.getByRole("button", { name: "Sessions", exact: true }).click();
  await page.getByRole("button", { name: "New session" }).click();
  const start = page.getByRole("dialog", { name: "New session" }).getByRole("button", { name: "Start" });
  await cover(480);
  await expect.poll(() => bottom(start)).toBeLessThanOrEqual(480);
  // Below 16 px Safari zooms into a field that is touched.
  const sizes = await page
    .locator("input:not([type=checkbox]), textarea, select")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
});
