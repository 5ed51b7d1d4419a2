// No accidental answers: what keys do to a request, and when.

import type { Suggestion } from "../src/api/generated";
import {
  answers,
  ask,
  entry,
  expect,
  type Fake,
  message,
  type Page,
  question,
  ready,
  request,
  scroller,
  test,
} from "./support";

const edit = {
  file_path: "/home/ann/demo/a.ts",
  old_string: "one",
  new_string: "two",
};

const always: Suggestion = {
  text: "Allow all edits during this session",
  destination: "session",
  place: "this session only",
  rules: [],
  directories: [],
  update: { type: "setMode", mode: "acceptEdits", destination: "session" },
};

const command = (text: string) => request.permission("Bash", { command: text });

const answered = (fake: Fake) => fake.sent.filter(({ path }) => /\/asks\//.test(path));

const allow = (page: Page) => ask(page).getByRole("button", { name: "Allow", exact: true });

/** Stops the clock of the page. */
async function pause(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

test("what is typed while a request arrives goes to the composer and answers nothing", {
  tag: "@both",
}, async ({ page, fake }) => {
  await fake.session({ entries: [entry.text("Ready")] });
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await message(page).focus();
  fake.ask(request.permission("Edit", edit, { suggestions: [always] }));
  await ready(ask(page));
  await expect(message(page)).toBeFocused();
  await expect(allow(page).locator("kbd")).toBeHidden();
  await page.keyboard.type("1 more thing please");
  await expect(message(page)).toHaveValue("1 more thing please");
  await expect(ask(page)).toBeVisible();
  expect(answered(fake)).toEqual([]);
  // Nor do the digits on the request itself.
  await ask(page).press("1");
  await ask(page).press("Shift+Enter");
  await expect(ask(page)).toBeVisible();
  expect(answered(fake)).toEqual([]);
  await ask(page).press("Enter");
  expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "allow", remember: [] });
});

test("no key answers during the first 600 ms", async ({ page, fake }) => {
  await page.clock.install();
  await fake.session({ entries: [entry.text("Ready")] });
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await pause(page);
  fake.ask(command("touch x"));
  await expect(async () => {
    // Changes are drawn with the next frame.
    await page.clock.runFor(20);
    await expect(ask(page)).toHaveAttribute("data-visible", "true", { timeout: 200 });
  }).toPass();
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.clock.runFor(570);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await allow(page).press("Enter");
  await allow(page).press("Space");
  await expect(allow(page).locator("kbd")).toBeHidden();
  await ask(page).focus();
  await page.clock.runFor(30);
  await expect(allow(page).locator("kbd")).toBeVisible();
  expect(answered(fake)).toEqual([]);
  await page.keyboard.press("Enter");
  await fake.received("POST", /\/asks\//);
  expect(answered(fake)).toHaveLength(1);
});

test("Enter that is held down answers one request, and the next has its own 600 ms", async ({
  page,
  fake,
}) => {
  await page.clock.install();
  await fake.session({ asks: [command("touch one"), command("touch two"), command("touch three")] });
  await ready(ask(page));
  await expect(ask(page)).toBeFocused();
  await pause(page);
  await page.keyboard.down("Enter");
  await expect.poll(() => answered(fake).length).toBe(1);
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(ask(page)).toContainText("touch two", { timeout: 200 });
  }).toPass();
  await expect(ask(page)).toBeFocused();
  await page.keyboard.down("Enter");
  await expect(ask(page)).toHaveAttribute("data-visible", "true");
  await page.clock.runFor(2000);
  await ready(ask(page));
  // Still held: the key was pressed before this request appeared.
  await page.keyboard.down("Enter");
  await allow(page).focus();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(ask(page)).toContainText("touch two");
  expect(answered(fake)).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect.poll(() => answered(fake).length).toBe(2);
});

test("two presses before the page is drawn again send one answer", async ({ page, fake }) => {
  await fake.session({ asks: [command("touch x")] });
  await ready(ask(page));
  await allow(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(ask(page)).toBeHidden();
  expect(answered(fake)).toHaveLength(1);
});

test("an answer that is on its way is not sent again", async ({ page, fake }) => {
  let arrived = () => {};
  fake.api("POST", /\/asks\//, () => new Promise<void>((resolve) => (arrived = resolve)));
  await fake.session({ asks: [command("touch x")] });
  await ready(ask(page));
  await ask(page).press("Enter");
  await expect(allow(page)).toBeDisabled();
  await ask(page).press("Enter");
  await ask(page).press("Escape");
  await message(page).press("Escape");
  expect(answered(fake)).toHaveLength(1);
  arrived();
});

test("a standing permission is granted by moving the focus to it", async ({ page, fake }) => {
  await fake.session({ asks: [request.permission("Edit", edit, { suggestions: [always] })] });
  await ready(ask(page));
  await expect(ask(page)).toBeFocused();
  const more = ask(page).getByRole("button", { name: "More choices" });
  const count = await ask(page).locator(":is(button, section[tabindex])").count();
  for (let pressed = 0; pressed < count; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await more.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  const standing = page.getByRole("menuitem", { name: /Allow all edits/ });
  await expect(standing.locator("kbd")).toHaveCount(0);
  await expect(standing).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "allow", remember: [always.update] });
});

test("a key is shown on a button while it works, and not otherwise", async ({ page, fake }) => {
  await fake.session({ asks: [request.question(question("Side", "Which side?", ["Red", "Green"]))] });
  await ready(ask(page));
  const red = ask(page).getByRole("button", { name: /Red/ });
  const skip = ask(page).getByRole("button", { name: /Skip/ });
  await expect(red.locator("kbd")).toBeVisible();
  await expect(skip.locator("kbd")).toBeVisible();
  await message(page).fill("typing");
  await expect(red.locator("kbd")).toBeHidden();
  await expect(skip.locator("kbd")).toBeHidden();
  await expect(ask(page).getByText("Alt+A selects this request")).toBeVisible();
  await message(page).fill("");
  await expect(skip.locator("kbd")).toBeVisible();
  await page.keyboard.press("Alt+a");
  await expect(ask(page)).toBeFocused();
  await expect(red.locator("kbd")).toBeVisible();
  await page.keyboard.press("2");
  await expect(
    ask(page)
      .getByRole("button", { name: /Answer/ })
      .locator("kbd"),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  expect(await fake.received("POST", /\/asks\//)).toEqual({
    kind: "answers",
    answers: { "Which side?": { labels: ["Green"] } },
  });
});

test("nothing moves under the pointer when the focus comes to a request", async ({ page, fake }) => {
  await fake.session({ asks: [request.permission("Edit", edit, { suggestions: [always] })] });
  await ready(ask(page));
  await message(page).fill("typing");
  await expect(ask(page).getByText("Alt+A selects this request")).toBeVisible();
  const buttons = ask(page).getByRole("button");
  const places = async () => Promise.all((await buttons.all()).map((button) => button.boundingBox()));
  const before = await places();
  await allow(page).focus();
  await expect(ask(page).getByText("Alt+A selects this request")).toBeHidden();
  expect(await places()).toEqual(before);
  await ask(page).focus();
  await expect(allow(page).locator("kbd")).toBeVisible();
  expect(await places()).toEqual(before);
});

test("a request takes the focus of someone who reads, and gives it back", async ({ page, fake }) => {
  await fake.session({ entries: [entry.text("Ready")] });
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await scroller(page).focus();
  fake.ask(command("touch x"));
  await expect(ask(page)).toBeFocused();
  await ready(ask(page));
  await page.keyboard.press("Enter");
  await expect(ask(page)).toBeHidden();
  await expect(scroller(page)).toBeFocused();
});

test("characters that cannot be seen are shown in what is asked", async ({ page, fake }) => {
  await fake.session({ asks: [command("rm \u202egpj.txt\u200b")] });
  await expect(ask(page)).toContainText("rm ⟨U+202E⟩gpj.txt⟨U+200B⟩");
  await expect(ask(page)).toContainText("invisible or bidirectional characters");
  // What is allowed is what was asked.
  await allow(page).click();
  expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "allow", remember: [] });
});
