import { expect, request, test } from "./support";

test("a request that its card shows completely is answered on the overview, others are reviewed", {
  tag: "@both",
}, async ({ page, fake }) => {
  fake.add({ title: "Publish", asks: [request.permission("Bash", { command: "npm publish" })] });
  const edit = { file_path: "/home/ann/demo/a.ts", old_string: "a", new_string: "b" };
  fake.add({ title: "Edit", asks: [request.permission("Edit", edit)] });
  await fake.open("#/overview");
  const card = (title: string) =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await expect(card("Publish").locator("code")).toHaveText("npm publish");
  await expect(card("Edit").getByRole("button")).toHaveText(["Review"]);
  await expect(card("Publish").getByRole("button")).toHaveText(["Allow", "Deny"]);
  await card("Publish").getByRole("button", { name: "Allow Publish" }).click();
  expect(await fake.received("POST", /\/asks\//)).toMatchObject({ kind: "allow" });
  await expect(card("Publish").getByRole("button", { name: "Allow Publish" })).toHaveCount(0);
});

test("a device that may not answer reviews on the overview", async ({ page, fake }) => {
  fake.host({ scope: "view" });
  fake.add({ title: "Publish", asks: [request.permission("Bash", { command: "npm publish" })] });
  await fake.open("#/overview");
  await expect(page.getByRole("main").getByRole("button", { name: "Review Publish" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Allow Publish" })).toHaveCount(0);
});
