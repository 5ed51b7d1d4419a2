// The main path as a screen reader reads it: names, roles and order, and live regions that speak once.

import {
  answers,
  ask,
  entry,
  expect,
  fillDay,
  focusedName,
  isPhone,
  listen,
  message,
  outline,
  ready,
  request,
  tabStops,
  test,
} from "./support";

const lines = (all: string[]): string => `${all.join("\n")}\n`;

test.beforeEach(({ page }) => test.skip(isPhone(page), "a phone has no Tab key"));

test("Home is read in the order in which it is seen", async ({ page, fake }) => {
  fillDay(fake);
  await fake.open();
  await expect(page.getByRole("textbox", { name: "First message" })).toBeFocused();
  await expect(page.getByRole("main").getByText("Ready for review")).toBeVisible();
  expect(lines(await outline(page))).toMatchSnapshot("speech-home-outline.txt");
  expect(lines(await tabStops(page, /Use web/))).toMatchSnapshot("speech-home-stops.txt");
});

test("a request is read with its buttons, and what follows it", async ({ page, fake }) => {
  const said = await listen(page);
  await fake.session({
    title: "Fix login",
    entries: [entry.user("Run the tests"), entry.text("I run them.")],
  });
  await expect(answers(page).getByText("I run them.")).toBeVisible();
  await message(page).focus();
  fake.ask(request.permission("Bash", { command: "npm test", description: "Run all tests" }));
  await ready(ask(page));
  // Someone who writes is told, and keeps the focus.
  expect(await focusedName(page)).toBe('textbox "Message"');
  expect(lines(await outline(page))).toMatchSnapshot("speech-request-outline.txt");
  await page.keyboard.press("Alt+a");
  await expect(ask(page)).toBeFocused();
  expect(await focusedName(page)).toBe('dialog "Run a Bash command?"');
  expect(lines(await tabStops(page, /textbox "Message"/))).toMatchSnapshot("speech-request-stops.txt");
  await page.keyboard.press("Alt+a");
  await page.keyboard.press("Enter");
  await fake.received("POST", /asks/);
  fake.finish();
  await expect.poll(said).toContain("The turn is finished.");
  expect(lines(await said())).toMatchSnapshot("speech-request-said.txt");
});
