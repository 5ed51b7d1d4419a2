// Where the focus goes, and what Escape does there.

import { answers, ask, entry, expect, message, question, request, scroller, test } from "./support";

test("Escape leaves a question open, leads back to it while reading, and then stops what runs", async ({
  page,
  fake,
}) => {
  await fake.session({ asks: [request.question(question("Side", "Which side?", ["Red", "Green"]))] });
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
  await expect(ask(page)).toBeHidden();
  const { id } = fake.append(entry.text("slow words"));
  const activity = { state: "writing", entry: id } as const;
  fake.change({ kind: "livenessSet", liveness: { ...fake.view.liveness, activity } });
  await expect(answers(page).getByText("slow words")).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await scroller(page).focus();
  await page.keyboard.press("Escape");
  await fake.received("POST", "/interrupt");
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
  await expect(page.getByRole("textbox", { name: "Question on the side" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Escape");
  await expect(message(page)).toBeFocused();
});
