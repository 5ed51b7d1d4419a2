import { answers, chooseInList, entry, expect, type Fake, isPhone, list, row, test } from "./support";

/** Adds two sessions; returns their ids. */
const two = (fake: Fake) =>
  ["left", "right"].map((side) =>
    fake.add({ id: side, title: `The ${side} one`, entries: [entry.text(`spoken on the ${side}`)] }),
  );

test("sessions are open side by side, each with its own composer, and the address keeps them", {
  tag: "@both",
}, async ({ page, fake }) => {
  const [left, right] = two(fake);
  await fake.open(`#/s/${left}?beside=${right}`);
  if (isPhone(page)) {
    // A phone shows one of them; the list goes to the other, and the address keeps both.
    await expect(page.getByRole("heading", { name: "The left one" })).toBeVisible();
    await row(await list(page), "The right one")
      .getByRole("link")
      .click();
    await expect(page.getByRole("heading", { name: "The right one" })).toBeVisible();
    expect(new URL(page.url()).hash).toBe(`#/s/${left}?beside=${right}`);
    return;
  }
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(2);
  await expect(answers(page).getByText("spoken on the left")).toBeVisible();
  await expect(answers(page).getByText("spoken on the right")).toBeVisible();
  const pane = page.locator(`[data-session="${right}"]`);
  await pane.getByRole("textbox", { name: "Message" }).fill("only for the right");
  await pane.getByRole("button", { name: "Send" }).click();
  await expect(pane.getByRole("log").getByText("only for the right").first()).toBeVisible();
  await expect(page.locator(`[data-session="${left}"]`).getByText("only for the right")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(2);
  await pane.getByRole("button", { name: "Close pane" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(1);
  expect(new URL(page.url()).hash).toBe(`#/s/${left}`);
});

test("a session opens beside another from its menu, and the line between them moves", async ({
  page,
  fake,
}) => {
  const [left, right] = two(fake);
  await fake.open(`#/s/${left}`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await chooseInList(page, "The right one", "Open beside");
  const pane = page.locator(`[data-session="${right}"]`);
  await expect(pane).toBeVisible();
  const width = async () => (await pane.boundingBox())?.width ?? 0;
  const before = await width();
  const line = page.getByRole("separator", { name: "Width of this session" });
  await line.press("ArrowLeft");
  await line.press("ArrowLeft");
  await expect.poll(width).toBeGreaterThan(before + 20);
});
