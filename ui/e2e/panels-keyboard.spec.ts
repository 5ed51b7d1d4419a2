// The tour with the keyboard alone: no test step here uses a pointer.

import type { Page } from "@playwright/test";
import { expect, test } from "./host";
import { api, begin, isPhone } from "./panels";

interface View {
  liveness: { activity: { state: string } };
  asks: { id: string; body: { kind: string } }[];
  usage: { turns: number };
  tasks: unknown[];
}

const viewOf = (page: Page, id: string) => api<View>(page, "GET", `api/sessions/${id}/view`);

/** Answers whatever is asked by its keys until the turn is over. */
async function settle(page: Page, id: string, turn: number): Promise<void> {
  const ask = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  for (let answered = 0; answered < 20; answered += 1) {
    await expect
      .poll(
        async () => {
          const view = await viewOf(page, id);
          return view.asks.length > 0 || view.usage.turns >= turn;
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    const [first] = (await viewOf(page, id)).asks;
    if (!first) return;
    await expect(ask.first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[role$=dialog]") !== null))
      .toBe(true);
    if (first.body.kind === "question") await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await viewOf(page, id)).asks.some((ask) => ask.id === first.id))
      .toBe(false);
  }
}

test("the tour passes with the keyboard alone", async ({ page, host }) => {
  test.skip(isPhone(page), "a phone has no keyboard");
  test.setTimeout(240_000);
  const id = await begin(page, host, undefined, {
    flags: ["--sim-script", "tour"],
    model: "claude-sonnet-4-5-20250929",
  });
  for (let turn = 1; turn <= 5; turn += 1) {
    await page.keyboard.press("Alt+j");
    await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
    await page.keyboard.type(`Step ${turn}`);
    await page.keyboard.press("Enter");
    await settle(page, id, turn);
  }
  for (const [keys, title] of [
    ["Alt+Shift+L", "Tasks"],
    ["Alt+Shift+A", "Agents"],
    ["Alt+Shift+C", "Context"],
    ["Alt+Shift+W", "Wire"],
    ["Control+,", "Settings"],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(page.getByRole("complementary", { name: title, exact: true })).toBeVisible();
  }
  await page.keyboard.press("Alt+x");
  await expect(page.getByRole("complementary", { name: "Settings", exact: true })).toBeHidden();
  expect((await viewOf(page, id)).usage.turns).toBeGreaterThanOrEqual(5);
});
