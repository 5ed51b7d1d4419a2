// The keyboard alone: no step of these tests uses a pointer.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnswerAsk, SessionView } from "../src/api/generated";
import {
  answers,
  ask,
  call,
  expect,
  furnish,
  isPhone,
  message,
  type Page,
  ready,
  recorded,
  request,
  sessionOf,
  test,
} from "./support";

test.beforeEach(({ page }) => test.skip(isPhone(page), "a phone has no keyboard"));

const viewOf = (page: Page) => call<SessionView>(page, "GET", `api/sessions/${sessionOf(page)}/view`);

/** Waits until neither the conversation nor a job beside it runs. */
const rest = (page: Page) =>
  expect
    .poll(async () => {
      const { liveness, jobs, queue } = await viewOf(page);
      const ended = jobs.every(({ endedAt }) => endedAt !== undefined);
      return liveness.activity.state === "idle" && queue.length === 0 && ended;
    })
    .toBe(true);

/** The request on the page. */
const waiting = (page: Page) => page.locator("[data-waiting]").filter({ has: page.locator("[data-ask]") });

/** Selects the open request, which takes no focus from the message field, and answers it by these keys. */
async function press(page: Page, title: RegExp, keys: string[]): Promise<void> {
  const request = page.locator("[data-ask]").filter({ hasText: title });
  await ready(request);
  await page.keyboard.press("Alt+a");
  await expect(request).toBeFocused();
  const id = await waiting(page).getAttribute("data-waiting");
  for (const key of keys) await page.keyboard.press(key);
  await expect(page.locator(`[data-waiting="${id}"]`)).toBeHidden();
}

async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Alt+j");
  await expect(message(page)).toBeFocused();
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

interface Stop {
  says: string;
  /** The requests, by a text of each, and the keys that answer them. */
  asks: [RegExp, ...string[]][];
  /** The beginning of the last answer. */
  ends: RegExp;
}

const allow = "Enter";

const stops: Stop[] = [
  {
    says: "Fix the decimals",
    asks: [
      [/height:\.0f/, allow],
      [/test_one_decimal/, allow],
      [/pytest -q test_tides/, allow],
      [/height:\.1f/, allow],
      [/pytest -q test_tides/, "Escape"],
    ],
    ends: /Both tests pass/,
  },
  {
    says: "Add low waters",
    // The first question takes one answer and leads on; the second takes any number.
    asks: [[/How should low waters be shown/, "2", "1", "3", "Enter"]],
    ends: /that settles it/,
  },
  {
    says: "Go on with the loop",
    asks: [
      [/LUNAR_DAY \/ 2/, allow],
      [/pytest -q/, allow],
      [/two high waters/, allow],
    ],
    ends: /All three are done/,
  },
  { says: "Look into two things", asks: [], ends: /Both are on their way/ },
  {
    says: "Compare with the harbor",
    asks: [
      [/Brest/, allow],
      [/high waters in a month/, allow],
    ],
    ends: /which is a month/,
  },
  {
    says: "Plan the low waters",
    asks: [
      [/Alternate in the loop/, "Control+Enter"],
      [/kind: str/, allow],
    ],
    ends: /has a kind now/,
  },
];

test("the tour passes with the keyboard alone", async ({ page, ownHost: host }) => {
  const contentOf = (name: string) => readFileSync(join(host.project, name), "utf8");
  const results = async () =>
    (await viewOf(page)).entries.flatMap(({ body }) =>
      body.kind === "tool" ? (body.result?.text.text ?? "") : [],
    );
  await expect(page.getByRole("button", { name: "New session" }).first()).toBeVisible();
  await palette(page, "tour", /Take the tour/);
  await expect(answers(page).getByText(/Shall I fix the second one first/)).toBeVisible();
  await rest(page);
  for (const { says, asks, ends } of stops)
    await test.step(says, async () => {
      await write(page, says);
      for (const [title, ...keys] of asks) await press(page, title, keys);
      await expect(answers(page).getByText(ends).last()).toBeVisible();
      await rest(page);
      if (says === "Fix the decimals")
        expect((await results()).at(-1)).toMatch(/doesn't want|denied|rejected/i);
      if (says === "Add low waters")
        expect((await results()).at(-1)).toMatch(/In a list of their own.*Brest.*Manila/s);
    });
  expect(contentOf("tides.py")).toContain("{height:.1f}");
  expect(contentOf("tides.py")).toContain('kind: str = "high"');
  expect(contentOf("README.md")).toContain("two high waters");

  await write(page, "Explain the tides");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(answers(page).getByText(/Tides follow the moon/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(
    answers(page)
      .getByText(/interrupted/i)
      .first(),
  ).toBeVisible();
});

test("every panel has a key, and the palette leads to pages", async ({ page, fake }) => {
  furnish(fake);
  await fake.session({ view: recorded("tools") });
  for (const [keys, title] of [
    ["Alt+Shift+F", "Files"],
    ["Alt+Shift+L", "Tasks"],
    ["Alt+Shift+A", "Agents"],
    ["Alt+Shift+M", "MCP"],
    ["Alt+Shift+C", "Context"],
    ["Alt+Shift+U", "Usage"],
    ["Alt+Shift+R", "Rewind"],
    ["Alt+Shift+W", "Protocol log"],
    ["Control+,", "Settings"],
    ["Alt+Shift+K", "Keys"],
  ] as const) {
    await page.keyboard.press(keys);
    const panel = page.getByRole("complementary", { name: title, exact: true });
    await expect(panel).toBeVisible();
    // The subagent is in both, with what it used.
    if (title === "Agents") await expect(panel.getByRole("article").first()).toBeVisible();
    if (title === "Usage")
      await expect(panel.getByRole("table").last().getByRole("cell").first()).toHaveText(/\d/);
  }
  await page.keyboard.press("Alt+x");
  await expect(page.getByRole("complementary", { name: "Keys", exact: true })).toBeHidden();
  await palette(page, "audit", /Audit/);
  await expect(page.getByRole("heading", { level: 1, name: "Audit" })).toBeVisible();
});

test("the buttons of a request without a key are reached with Tab", async ({ page, fake }) => {
  const attention = { defaultToNo: true, requiresInteraction: true };
  await fake.session({ asks: [request.permission("Bash", { command: "touch x" }, attention)] });
  await expect(ask(page)).toBeFocused();
  const button = ask(page).getByRole("button", { name: "Allow", exact: true });
  const order = await page.locator("[data-ask] :is(button, textarea, input, a)").count();
  for (let pressed = 0; pressed < order; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await button.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(button).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("Enter");
  expect(await fake.received<AnswerAsk>("POST", /\/asks\//)).toMatchObject({ kind: "allow" });
});
