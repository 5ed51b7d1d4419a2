import { answers, expect, test } from "./host";
import { choose, isPhone, list, makeSession, row, visit } from "./list";

const says = (words: string) => [[{ type: "text", text: words }]];

test("sessions are open side by side, each with its own composer, and the address keeps them", async ({
  page,
  host,
}) => {
  const left = await makeSession(page, host, "Left one", says("spoken on the left"));
  const right = await makeSession(page, host, "Right one", says("spoken on the right"));
  await visit(page, host, `#/s/${left}?beside=${right}`);
  if (isPhone(page)) {
    // A phone shows one of them; the list goes to the other, and the address keeps both.
    await expect(page.getByRole("heading", { name: "Left one" })).toBeVisible();
    await row(await list(page), "Right one")
      .getByRole("link")
      .click();
    await expect(page.getByRole("heading", { name: "Right one" })).toBeVisible();
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
  await pane.getByRole("button", { name: "Close this pane" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(1);
  expect(new URL(page.url()).hash).toBe(`#/s/${left}`);
});

test("a session opens beside another from its menu, and the line between them moves", async ({
  page,
  host,
}) => {
  test.skip(isPhone(page), "a phone shows one session at a time");
  const left = await makeSession(page, host, "Left one");
  const right = await makeSession(page, host, "Right one");
  await visit(page, host, `#/s/${left}`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await choose(page, "Right one", "Open beside");
  const pane = page.locator(`[data-session="${right}"]`);
  await expect(pane).toBeVisible();
  const width = async () => (await pane.boundingBox())?.width ?? 0;
  const before = await width();
  const line = page.getByRole("separator", { name: "Width of this session" });
  await line.press("ArrowLeft");
  await line.press("ArrowLeft");
  await expect.poll(width).toBeGreaterThan(before + 20);
});
