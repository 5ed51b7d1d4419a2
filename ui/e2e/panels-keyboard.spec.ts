// The tour with the keyboard alone: no step of this test uses a pointer.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { call, expect, isPhone, sessionOf, test } from "./support";

interface Ask {
  id: string;
  body: { kind: string; tool?: { name: string }; input?: Record<string, unknown> };
  state: { state: string };
}

interface View {
  asks: Ask[];
  usage: { turns: number };
  liveness: { activity: { state: string } };
  jobs: { endedAt?: number }[];
  queue: unknown[];
  entries: { body: { kind: string; name?: string; result?: { text: { text: string } } } }[];
}

const viewOf = (page: Page) => call<View>(page, "GET", `api/sessions/${sessionOf(page)}/view`);

const isAtRest = ({ liveness, jobs, queue }: View): boolean =>
  liveness.activity.state === "idle" &&
  queue.length === 0 &&
  jobs.every(({ endedAt }) => endedAt !== undefined);

/** The next ask that is open, or nothing when everything is done before one comes. */
async function nextAsk(page: Page, turns: number): Promise<Ask | undefined> {
  let found: Ask | undefined;
  await expect
    .poll(
      async () => {
        const view = await viewOf(page);
        found = view.asks.find(({ state }) => state.state === "open");
        return found !== undefined || (view.usage.turns > turns && isAtRest(view));
      },
      { timeout: 40_000 },
    )
    .toBe(true);
  return found;
}

/** Waits until the page shows this ask and has moved the focus to it, as it must without a pointer. */
const focused = (page: Page, { id }: Ask) =>
  expect(page.locator(`[data-waiting="${id}"] [data-ask]`)).toBeFocused();

const closed = (page: Page, { id }: Ask) =>
  expect
    .poll(async () => {
      const { asks } = await viewOf(page);
      return asks.some((ask) => ask.id === id && ask.state.state === "open");
    })
    .toBe(false);

/** Presses the keys that answer an ask; returns what it was. */
async function answer(page: Page, ask: Ask): Promise<string> {
  await focused(page, ask);
  if (ask.body.kind === "question") {
    // The first question takes one answer and leads on; the second takes any number.
    for (const keys of ["2", "1", "3", "Enter"]) await page.keyboard.press(keys);
  } else if (ask.body.kind === "plan") {
    await page.keyboard.press("Control+Enter");
  } else if (ask.body.input?.description === "Run the tests again") {
    await page.keyboard.press("Escape");
  } else if (await page.getByRole("alertdialog").isVisible()) {
    // No single key allows what the CLI wants a person to look at: the button is reached by Tab.
    await tabTo(page, "Allow");
    await page.keyboard.press("Enter");
  } else {
    await page.keyboard.press("Enter");
  }
  await closed(page, ask);
  return ask.body.kind === "permission" ? (ask.body.tool?.name ?? "") : ask.body.kind;
}

/** Presses Tab until the button of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).first();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(button).toBeFocused();
}

/** Answers whatever is asked until nothing runs any more and there are more turns than before. */
async function settle(page: Page, turns: number): Promise<string[]> {
  const answered: string[] = [];
  while (answered.length < 20) {
    const ask = await nextAsk(page, turns);
    if (!ask) return answered;
    answered.push(await answer(page, ask));
  }
  throw new Error(`more was asked than the tour has: ${answered.join(", ")}`);
}

/** Says something and answers what is asked until all is done. Returns what was asked. */
async function converse(page: Page, text: string): Promise<string[]> {
  const { usage } = await viewOf(page);
  await say(page, text);
  return settle(page, usage.turns);
}

async function say(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Alt+j");
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

async function palette(page: Page, words: string, item: RegExp): Promise<void> {
  await page.keyboard.press("Control+Shift+P");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await page.keyboard.type(words);
  await expect(page.getByRole("option", { name: item }).first()).toBeVisible();
  const chosen = page.getByRole("option", { name: item, selected: true });
  for (let pressed = 0; pressed < 20 && !(await chosen.isVisible()); pressed += 1)
    await page.keyboard.press("ArrowDown");
  await expect(chosen).toBeVisible();
  await page.keyboard.press("Enter");
}

test("the tour passes with the keyboard alone", async ({ page, ownHost: host }) => {
  test.skip(isPhone(page), "a phone has no keyboard");
  test.setTimeout(240_000);
  await expect(page.getByRole("button", { name: "Create a session" }).first()).toBeVisible();
  await palette(page, "tour", /Take the tour/);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  expect(await settle(page, 0)).toEqual([]);

  expect(await converse(page, "Fix the decimals")).toEqual(["Edit", "Write", "Bash", "Edit", "Bash"]);
  expect(readFileSync(join(host.project, "tides.py"), "utf8")).toContain("{height:.1f}");
  const refused = (await viewOf(page)).entries.filter(({ body }) => body.kind === "tool").at(-1);
  expect(refused?.body.result?.text.text).toMatch(/doesn't want|denied|rejected/i);

  expect(await converse(page, "Add low waters")).toEqual(["question"]);
  const answers = (await viewOf(page)).entries.filter(({ body }) => body.kind === "tool").at(-1);
  expect(answers?.body.result?.text.text).toMatch(/In a list of their own.*Brest.*Manila/s);

  await converse(page, "Go on with the loop");
  expect(readFileSync(join(host.project, "README.md"), "utf8")).toContain("two high waters");
  await converse(page, "Look into two things");
  await converse(page, "Compare with the harbor");
  expect(await converse(page, "Plan the low waters")).toContain("plan");
  expect(readFileSync(join(host.project, "tides.py"), "utf8")).toContain('kind: str = "high"');

  await say(page, "Explain the tides");
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(page.getByRole("log").getByText(/Tides follow the moon/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(
    page
      .getByRole("log")
      .getByText(/interrupted/i)
      .first(),
  ).toBeVisible();

  for (const [keys, title] of [
    ["Alt+Shift+F", "Files"],
    ["Alt+Shift+L", "Tasks"],
    ["Alt+Shift+A", "Agents"],
    ["Alt+Shift+M", "MCP"],
    ["Alt+Shift+C", "Context"],
    ["Alt+Shift+U", "Cost"],
    ["Alt+Shift+R", "Rewind"],
    ["Alt+Shift+W", "Wire"],
    ["Control+,", "Settings"],
    ["Alt+Shift+K", "Keys"],
  ] as const) {
    await page.keyboard.press(keys);
    const panel = page.getByRole("complementary", { name: title, exact: true });
    await expect(panel).toBeVisible();
    // The subagents of the tour stand in both, with what they used.
    if (title === "Agents") await expect(panel.getByRole("article").first()).toBeVisible();
    if (title === "Cost")
      await expect(panel.getByRole("table").last().getByRole("cell").first()).toHaveText(/\d/);
  }
  await page.keyboard.press("Alt+x");
  await expect(page.getByRole("complementary", { name: "Keys", exact: true })).toBeHidden();
  await palette(page, "audit", /Audit/);
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
});
