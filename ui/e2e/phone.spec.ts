// Fingers, and a keyboard that lies over the page.

import {
  ask,
  expect,
  type Locator,
  list,
  message,
  type Page,
  problem,
  queued,
  recorded,
  request,
  test,
} from "./support";

/** What is pressed or written into, and smaller than a thumb. */
const small = (inside: Locator): Promise<string[]> =>
  inside.locator("button, select, input, textarea, [role=option], [role=menuitem]").evaluateAll((all) =>
    all
      .map((one) => ({ one, box: (one.closest("label") ?? one).getBoundingClientRect() }))
      // Sizes in CSS pixels have fractions: 43.9999 is 44.
      .filter(({ box }) => box.width > 0 && (Math.round(box.height) < 44 || Math.round(box.width) < 44))
      .map(({ one, box }) => `${one.outerHTML.slice(0, 100)} ${box.width}×${box.height}`),
  );

/** The pane without the conversation: its head, what is asked, what waits, and where to write. */
const around = (page: Page) => page.locator("[data-session] > section > :not(:has([role=log]))");

test("what is pressed to answer, to write, in the list and in menus is thumb-sized", {
  tag: "@phone",
}, async ({ page, fake }) => {
  await fake.session({ view: recorded("ask-questions") });
  await expect(ask(page)).toBeVisible();
  expect(await small(around(page)), "a question").toEqual([]);
  await fake.session({ view: recorded("ask-plan") });
  await expect(ask(page).getByRole("listitem").first()).toContainText("Look");
  expect(await small(around(page)), "a plan").toEqual([]);
  await fake.session({ view: recorded("ask-command"), queue: [queued("the next one")] });
  await expect(ask(page)).toContainText("touch asked");
  await expect(page.getByRole("list", { name: "Queued messages" })).toBeVisible();
  await message(page).fill("/com");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await small(around(page)), "a command, a queue and a completion").toEqual([]);
  await message(page).fill("");
  await page.getByRole("button", { name: "Session actions" }).click();
  expect(await small(page.getByRole("menu")), "the menu").toEqual([]);
  await page.keyboard.press("Escape");
  const sidebar = await list(page);
  await expect(sidebar.getByRole("button", { name: "Actions for A session" }).first()).toBeVisible();
  expect(await small(sidebar), "the list").toEqual([]);
});

test("what is asked and the message stay above the keyboard", { tag: "@phone" }, async ({ page, fake }) => {
  const content = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
  fake.api("GET", /\/files\/content\?/, problem(404, "There is no such file.", { code: "notFound" }));
  await fake.session({
    asks: [request.permission("Write", { file_path: "/home/ann/demo/long.txt", content })],
  });
  const allow = ask(page).getByRole("button", { name: "Allow", exact: true });
  const send = page.getByRole("button", { name: "Send", exact: true });
  await expect(allow).toBeInViewport({ ratio: 1 });
  await test.step("most browsers make the page shorter", async () => {
    await page.setViewportSize({ width: 390, height: 480 });
    for (const one of [allow, message(page), send]) await expect(one).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
  });
  // Safari leaves the page as high as it was, and tells the visual viewport alone.
  const cover = (height: number) =>
    page.evaluate((height) => {
      const seen = window.visualViewport as VisualViewport;
      Object.defineProperty(seen, "height", { value: height, configurable: true });
      seen.dispatchEvent(new Event("resize"));
    }, height);
  const bottom = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().bottom);
  await test.step("Safari lays the keyboard over the page", async () => {
    await cover(480);
    for (const one of [allow, message(page), send])
      await expect.poll(() => bottom(one)).toBeLessThanOrEqual(480);
    await cover(844);
  });
  await test.step("and over a dialog", async () => {
    await page.getByRole("button", { name: "Sessions", exact: true }).click();
    await page.getByRole("button", { name: "New session" }).click();
    const start = page.getByRole("dialog", { name: "New session" }).getByRole("button", { name: "Start" });
    await expect(start).toBeVisible();
    await cover(480);
    await expect.poll(() => bottom(start)).toBeLessThanOrEqual(480);
  });
  // Below 16 px Safari zooms into a field that is touched.
  const sizes = await page
    .locator("input:not([type=checkbox]), textarea, select")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
});
