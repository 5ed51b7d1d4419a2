// Where the focus goes, and what Esc does there: one rung of the ladder per press.

import {
  answers,
  ask,
  choose,
  entry,
  expect,
  type Fake,
  list,
  listOption,
  message,
  openPanel,
  question,
  ready,
  request,
  row,
  scroller,
  test,
} from "./support";

/** How often the page sent a request. */
const count = (fake: Fake, path: RegExp) => fake.sent.filter((sent) => path.test(sent.path)).length;

/** Lets a turn run that writes. */
async function run(fake: Fake): Promise<void> {
  const { id } = fake.append(entry.text("slow words"));
  const activity = { state: "writing", entry: id } as const;
  fake.change({ kind: "livenessSet", liveness: { ...fake.view.liveness, activity } });
}

test("Esc closes, clears, denies and stops, one after the other", async ({ page, fake }) => {
  await fake.session({ asks: [request.permission("Bash", { command: "touch x" })] });
  await ready(ask(page));
  const panel = await openPanel(page, "keys", "Keys");
  await message(page).fill("/comp");
  const completions = page.getByRole("listbox", { name: "Completions" });
  await expect(completions).toBeVisible();
  await message(page).press("Escape");
  await expect(completions).toBeHidden();
  await expect(panel).toBeVisible();
  await message(page).press("Escape");
  await expect(panel).toBeHidden();
  await expect(message(page)).toHaveValue("/comp");
  await message(page).press("Escape");
  await expect(message(page)).toHaveValue("");
  await expect(ask(page)).toBeVisible();
  await message(page).press("Escape");
  expect(await fake.received("POST", /\/asks\//)).toMatchObject({ kind: "deny" });
  await expect(ask(page)).toBeHidden();
  await run(fake);
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await expect(stop).toHaveAttribute("data-tip-key", "Esc");
  expect(count(fake, /\/interrupt$/)).toBe(0);
  await message(page).press("Escape");
  await fake.received("POST", "/interrupt");
  expect(count(fake, /\/asks\//)).toBe(1);
});

test("Esc that is held down takes one rung", async ({ page, fake }) => {
  await fake.session({ asks: [request.permission("Bash", { command: "touch x" })] });
  await ready(ask(page));
  await message(page).fill("half a thought");
  await page.keyboard.down("Escape");
  await page.keyboard.down("Escape");
  await page.keyboard.down("Escape");
  await page.keyboard.up("Escape");
  await expect(message(page)).toHaveValue("");
  await expect(ask(page)).toBeVisible();
  expect(fake.sent).toEqual([]);
});

test("the second Esc skips a question, from its field and from the empty composer", async ({
  page,
  fake,
}) => {
  await fake.session({
    asks: [
      request.question(question("Side", "Which side?", ["Red", "Green"])),
      request.question(question("Size", "Which size?", ["Small", "Large"])),
    ],
  });
  const hint = ask(page).getByText("Press Esc again to skip");
  await ready(ask(page));
  await ask(page).getByRole("textbox", { name: "Something else" }).fill("teal");
  await page.keyboard.press("Escape");
  await expect(ask(page).getByRole("textbox", { name: "Something else" })).toHaveValue("");
  await page.keyboard.press("Control+z");
  await expect(ask(page).getByRole("textbox", { name: "Something else" })).toHaveValue("teal");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(hint).toBeVisible();
  expect(fake.sent).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "answers", answers: {} });
  await expect(ask(page)).toContainText("Which size?");
  await ready(ask(page));
  await message(page).focus();
  await page.keyboard.press("Escape");
  await expect(hint).toBeVisible();
  expect(fake.sent).toHaveLength(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => fake.sent.length).toBe(2);
});

test("a second Esc after two seconds only warns again", async ({ page, fake }) => {
  await page.clock.install();
  await fake.session({ asks: [request.plan("1. Look")] });
  await ready(ask(page));
  const hint = ask(page).getByText("Press Esc again to skip");
  await page.keyboard.press("Escape");
  await expect(hint).toBeVisible();
  await page.clock.runFor(2001);
  await expect(hint).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(hint).toBeVisible();
  expect(fake.sent).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await fake.received("POST", /\/asks\//)).toMatchObject({ kind: "deny" });
});

test("Esc stops a turn while reading, and twice in the empty composer opens Rewind", async ({
  page,
  fake,
}) => {
  await fake.session({ entries: [entry.user("hello")] });
  await run(fake);
  await expect(answers(page).getByText("slow words")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await scroller(page).focus();
  await page.keyboard.press("Escape");
  await fake.received("POST", "/interrupt");
  fake.finish();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeHidden();
  await message(page).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Press Esc again to rewind")).toBeVisible();
  await page.keyboard.press("Escape");
  const panel = page.getByRole("complementary", { name: "Rewind", exact: true });
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  expect(count(fake, /\/interrupt$/)).toBe(1);
});

test("Esc in a field of another part of the page clears it, and does nothing to the session", async ({
  page,
  fake,
}) => {
  await fake.session({ asks: [request.permission("Bash", { command: "touch x" })] });
  await ready(ask(page));
  await listOption(page, "menuitem", "Filter sessions");
  const filter = (await list(page)).getByRole("searchbox");
  await filter.fill("harbor");
  await page.keyboard.press("Escape");
  await expect(filter).toHaveValue("");
  await page.keyboard.press("Escape");
  const key = ask(page).getByRole("button", { name: "Deny", exact: true }).locator("kbd");
  await expect(key).toBeHidden();
  expect(fake.sent).toEqual([]);
  // What is asked is still denied from the conversation.
  await scroller(page).focus();
  await expect(key).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await fake.received("POST", /\/asks\//)).toMatchObject({ kind: "deny" });
});

test("Esc closes a menu and leaves the request behind it open", async ({ page, fake }) => {
  await fake.session({ asks: [request.permission("Bash", { command: "touch x" })] });
  await ready(ask(page));
  await page.getByRole("button", { name: "Session actions" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("Control+Shift+P");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeHidden();
  expect(fake.sent).toEqual([]);
  await expect(ask(page)).toBeVisible();
});

test("what was edited in a request is there when its field is opened again", async ({ page, fake }) => {
  await fake.session({ asks: [request.permission("Bash", { command: "touch x" })] });
  await ready(ask(page));
  await ask(page).getByRole("button", { name: "Edit first" }).click();
  await ask(page).getByRole("textbox", { name: "Command" }).fill("touch y");
  await page.keyboard.press("Escape");
  await expect(ask(page).getByRole("textbox")).toHaveCount(0);
  await ask(page).getByRole("button", { name: "Edit first" }).click();
  await expect(ask(page).getByRole("textbox", { name: "Command" })).toHaveValue("touch y");
  await page.keyboard.press("Escape");
  await ask(page).getByRole("button", { name: "Allow", exact: true }).click();
  expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "allow", remember: [] });
});

test("finding and asking on the side give the focus back when they close", async ({ page, fake }) => {
  await fake.session({ entries: [entry.text("Ready")] });
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await message(page).focus();
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("searchbox", { name: "Find in session" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
  await page.keyboard.press("Alt+q");
  const side = page.getByRole("textbox", { name: "Question on the side" });
  await expect(side).toBeFocused();
  await page.keyboard.type("why");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
  // What was typed there is not lost.
  await choose(page, "Ask on the side");
  await expect(side).toHaveValue("why");
});

test("Home that loads late leaves the focus on the row it is on", async ({ page, fake }) => {
  fake.add({ title: "Near" });
  let load = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route(/\/Home-[^/]*\.js$/, async (route) => {
      resolve();
      await new Promise<void>((go) => (load = go));
      await route.fallback();
    });
  });
  await fake.open();
  await asked;
  const near = row(await list(page), "Near").getByRole("link");
  await near.focus();
  load();
  await expect(page.getByRole("textbox", { name: "First message" })).toBeVisible();
  await expect(near).toBeFocused();
});
