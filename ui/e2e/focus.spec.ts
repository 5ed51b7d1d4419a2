// Where the focus goes, and what Escape does there.

import { answers, expect, script, test } from "./host";
import { ask, begin, idle, message, say, scroller, tool } from "./talk";

test("Escape leaves a question open, leads back to it while reading, and then stops what runs", async ({
  page,
  host,
}) => {
  const options = ["Red", "Green"].map((label) => ({ label, description: "a light" }));
  const questions = [{ question: "Which side?", header: "Side", multiSelect: false, options }];
  const slow = { type: "text", text: "slow words ".repeat(40), chunks: 200, delay: 0.05 };
  await begin(page, host, script([[tool("AskUserQuestion", { questions })], [slow]]));
  await expect(ask(page)).toBeFocused();
  await ask(page).getByRole("textbox", { name: "Another answer" }).focus();
  await page.keyboard.press("Escape");
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
  await expect(ask(page)).toBeVisible();
  await scroller(page).focus();
  await page.keyboard.press("Escape");
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(answers(page).getByText("slow words").first()).toBeVisible();
  await scroller(page).focus();
  await page.keyboard.press("Escape");
  await expect(
    answers(page)
      .getByText(/interrupted/i)
      .first(),
  ).toBeVisible();
});

test("finding and asking on the side give the focus back when they close", async ({ page, host }) => {
  await begin(page, host, script([[say("Ready")]]));
  await idle(page);
  await message(page).focus();
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("searchbox", { name: "Find in session" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
  await page.keyboard.press("Alt+q");
  await expect(page.getByRole("textbox", { name: "Question on the side" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
});
