import { answers, expect, test } from "./host";
import { list, makeSession, visit } from "./list";

test("what was said is found in every session and opens at its place", async ({ page, host }) => {
  await makeSession(page, host, "Garden", [[{ type: "text", text: "The marigolds need water at noon" }]]);
  await makeSession(page, host, "Kitchen", [[{ type: "text", text: "The kettle is boiling" }]]);
  await visit(page, host, "#/search");
  await page.getByRole("searchbox", { name: "Search all sessions" }).fill("kettle");
  await expect(page).toHaveURL(/q=kettle/);
  const hit = page.getByRole("main").getByRole("link", { name: /Kitchen/ });
  // What was said a moment ago is found once the host has put it into its index.
  await expect(async () => {
    await page.reload();
    await expect(hit.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("searchbox", { name: "Search all sessions" })).toHaveValue("kettle");
  await expect(hit.first().locator("mark").first()).toHaveText(/kettle/i);
  await expect(page.getByRole("main").getByRole("link", { name: /Garden/ })).toHaveCount(0);
  await hit.first().click();
  await expect(page.getByRole("heading", { name: "Kitchen" })).toBeVisible();
  await expect(answers(page).getByText("The kettle is boiling")).toBeVisible();
  expect(page.url()).toContain("entry=");
});

test("the filter of the list leads to the search, and nothing found is said", async ({ page, host }) => {
  await makeSession(page, host, "Any");
  const filter = (await list(page)).getByRole("searchbox", { name: "Filter sessions" });
  await filter.fill("xylophone");
  await filter.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search all sessions" })).toHaveValue("xylophone");
  await expect(page.getByText("Nothing was found for “xylophone”.")).toBeVisible();
});
