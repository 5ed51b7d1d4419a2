import { expect, test } from "./host";
import { isPhone, list, makeSession, overflow, seriousProblems, visit } from "./list";

const command = { type: "tool_use", name: "Bash", input: { command: "touch x", description: "make a file" } };

for (const theme of ["light", "dark"] as const) {
  test(`axe finds nothing serious, and nothing is too wide, in ${theme}`, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme: theme });
    await makeSession(page, host, `A title that is long enough to be cut ${"long ".repeat(20)}`, [[command]]);
    await expect((await list(page)).getByRole("img", { name: "waiting for you" })).toBeVisible();
    for (const hash of ["#/", "#/inbox", "#/search", "#/stored", "#/nowhere"]) {
      await visit(page, host, hash);
      await expect(page.getByRole(hash === "#/" ? "navigation" : "main").first()).toBeVisible();
      await expect(page.getByText("Loading…")).toHaveCount(0);
      expect([hash, await seriousProblems(page)]).toEqual([hash, []]);
      expect([hash, await overflow(page)]).toEqual([hash, 0]);
    }
  });

  test(`axe finds nothing serious in what opens over the page, in ${theme}`, async ({ page, host }) => {
    await page.emulateMedia({ colorScheme: theme });
    await makeSession(page, host, "Any");
    const sidebar = await list(page);
    await sidebar.getByRole("button", { name: "Actions for Any" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await sidebar.getByRole("button", { name: "Command palette" }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await sidebar.getByRole("button", { name: "New session", exact: true }).click();
    await expect(page.getByLabel("Project directory")).toBeVisible();
    await page.getByText("More settings").click();
    expect(await seriousProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
}

test("buttons are thumb-sized on a phone", async ({ page, host }) => {
  test.skip(!isPhone(page), "only for fingers");
  await makeSession(page, host, "Any");
  const sidebar = await list(page);
  await expect(sidebar.getByRole("button", { name: "Actions for Any" })).toBeVisible();
  const small = await sidebar.getByRole("button").evaluateAll((buttons) =>
    buttons
      .map((button) => ({ name: button.getAttribute("aria-label"), box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
      .map(({ name }) => name),
  );
  expect(small).toEqual([]);
});

test("less motion is respected", async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, host, "#/inbox");
  await expect(page.locator("html")).toHaveAttribute("data-motion", "less");
});
