import type { SearchPage } from "../src/api/generated";
import { answers, call, expect, list, listOption, makeSession, row, test, visit } from "./support";

test("what was said is found in every session and opens at its place", async ({ page, host }) => {
  await makeSession(page, host, "Garden", [[{ type: "text", text: "The marigolds need water at noon" }]]);
  await makeSession(page, host, "Kitchen", [[{ type: "text", text: "The kettle is boiling" }]]);
  // Entries are searchable once the server has put them into its index.
  const hits = async (text: string) =>
    (await call<SearchPage>(page, "GET", `api/search?q=${text}`)).hits.map(({ title }) => title);
  await expect.poll(() => hits("marigolds")).toContain("Garden");
  await expect.poll(() => hits("boiling")).toContain("Kitchen");
  await visit(page, host, "#/search");
  const field = page.getByRole("searchbox", { name: "Search all sessions" });
  await field.fill("kettle");
  await expect(page).toHaveURL(/q=kettle/);
  const hit = page.getByRole("main").getByRole("link", { name: /Kitchen/ });
  await expect(hit.first().locator("mark").first()).toHaveText(/kettle/i);
  await expect(page.getByRole("main").getByRole("link", { name: /Garden/ })).toHaveCount(0);
  await page.reload();
  await expect(field).toHaveValue("kettle");
  await hit.first().click();
  await expect(page.getByRole("heading", { name: "Kitchen" })).toBeVisible();
  await expect(answers(page).getByText("The kettle is boiling")).toBeVisible();
  expect(page.url()).toContain("entry=");
});

test("the filter of the list leads to the search, and nothing found is said", { tag: "@both" }, async ({
  page,
  fake,
}) => {
  fake.add({ title: "Any" });
  await fake.open();
  const sidebar = await list(page);
  await expect(row(sidebar, "Any")).toBeVisible();
  await listOption(page, "menuitem", "Filter sessions");
  const filter = sidebar.getByRole("searchbox", { name: "Filter sessions" });
  await filter.fill("xylophone");
  await filter.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search all sessions" })).toHaveValue("xylophone");
  await expect(page.getByRole("main").getByText("No matches for “xylophone”")).toBeVisible();
});

test("the search follows its address while it is open", async ({ page, fake }) => {
  fake.add({ title: "Any" });
  await fake.open("#/search?q=first");
  const field = page.getByRole("searchbox", { name: "Search all sessions" });
  await expect(field).toHaveValue("first");
  await page.evaluate(() => {
    location.hash = "#/search?q=second";
  });
  await expect(field).toHaveValue("second");
  await field.fill("third");
  await expect(page).toHaveURL(/q=third/);
  await expect(field).toHaveValue("third");
});
