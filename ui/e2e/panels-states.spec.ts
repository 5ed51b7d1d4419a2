// Every page and panel says when it waits for something, when that failed, and when there is nothing yet.

import type { Page, Route } from "@playwright/test";
import { answers, expect, script, test } from "./host";
import { begin, idle, openPanel, sessionOf } from "./panels";

/** Holds back what fits; what is returned lets it fail, and lets everything after it pass. */
async function hold(page: Page, wanted: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let passing = false;
  await page.route(
    (url) => wanted.test(url.pathname),
    (route) => {
      if (passing) return route.fallback();
      held.push(route);
    },
  );
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    passing = true;
    const json = { code: "broken", title: "The drawer is stuck.", status: 500 };
    for (const route of held) await route.fulfill({ status: 500, json });
  };
}

const loading = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^Loading|^Looking/ })
    .first();

const stuck = (page: Page) => page.getByRole("alert").filter({ hasText: "The drawer is stuck." }).first();

/** Loading, then a failure with a way to try again, then what was wanted. */
async function threeStates(
  page: Page,
  name: string,
  wanted: RegExp,
  open: () => Promise<unknown>,
): Promise<void> {
  const fail = await hold(page, wanted);
  await open();
  await expect(loading(page), `${name} loads`).toBeVisible();
  await fail();
  await expect(stuck(page), `${name} failed`).toBeVisible();
  // A panel that asks for several things has a failure for each.
  await expect(async () => {
    if (await stuck(page).isVisible()) await stuck(page).getByRole("button", { name: "Try again" }).click();
    await expect(stuck(page), `${name} is there`).toBeHidden({ timeout: 500 });
  }).toPass();
}

test("Pages: loading, failed and tried again", async ({ page, host }) => {
  test.setTimeout(120_000);
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  for (const [id, wanted] of [
    ["usage", /\/api\/usage$/],
    ["settings", /\/api\/settings$/],
    ["audit", /\/api\/audit$/],
    ["devices", /\/api\/devices$/],
    ["doctor", /\/api\/doctor$/],
  ] as const) {
    await threeStates(page, id, wanted, () => page.goto(`http://${host.address}/#/${id}`));
  }
});

test("Panels: loading, failed and tried again", async ({ page, host }) => {
  test.setTimeout(120_000);
  await begin(page, host, script([[{ type: "text", text: "Ready" }]]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const session = sessionOf(page);
  const open = (id: string) => () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/s/${session}?panel=${id}`);
  for (const [id, wanted] of [
    ["files", /\/files$/],
    ["mcp", /\/control$/],
    ["settings", /\/control$/],
    ["wire", /\/wire$/],
  ] as const) {
    await threeStates(page, id, wanted, open(id));
  }
});

test("Panels and pages: empty ones say what they are for", async ({ page, host }) => {
  await begin(page, host, undefined);
  for (const [id, title, words] of [
    ["tasks", "Tasks", "No task list"],
    ["jobs", "Agents", "Nothing runs beside the conversation"],
    ["context", "Context", "Nothing in the context yet"],
    ["cost", "Cost", "Nothing spent yet"],
    ["rewind", "Rewind", "No checkpoints yet"],
  ] as const) {
    const panel = await openPanel(page, id, title);
    await expect(panel.getByText(words)).toBeVisible();
  }
  for (const [id, words] of [
    ["usage", "Nothing spent in this time"],
    ["audit", "Nothing was decided yet"],
    ["devices", "No tokens."],
  ] as const) {
    await page.goto(`http://${host.address}/#/${id}`);
    await expect(page.getByText(words)).toBeVisible();
  }
});

test("Replay: a file that is no recording is refused in a sentence", async ({ page, host }) => {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  await page.goto(`http://${host.address}/#/replay`);
  await page
    .getByLabel("Choose a recording")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a recording") });
  await expect(page.getByText(/is not a line of a recording/)).toBeVisible();
});

test("Motion: nothing moves for those who want it still", async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await begin(page, host, script([[{ type: "text", text: "Calm" }]]));
  await expect(answers(page).getByText("Calm")).toBeVisible();
  await openPanel(page, "settings", "Settings");
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .map((element) => getComputedStyle(element))
      .filter(({ animationName, animationDuration, transitionDuration }) => {
        const seconds = (text: string) => Math.max(...text.split(",").map((part) => Number.parseFloat(part)));
        return (
          (animationName !== "none" && seconds(animationDuration) > 0.001) ||
          seconds(transitionDuration) > 0.001
        );
      })
      .map(({ animationName }) => animationName),
  );
  expect(moving).toEqual([]);
});
