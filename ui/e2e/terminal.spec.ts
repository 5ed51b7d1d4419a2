// What people who come from the CLI's own terminal interface type and press.

import { entry, expect, message, test } from "./support";

test("commands that the CLI refuses open what does the same, and are never sent", async ({ page, fake }) => {
  await fake.session({
    entries: [entry.user("hello"), { ...entry.text("The answer."), turn: 1 }],
  });
  const opens: [string, string][] = [
    ["/undo", "Rewind"],
    ["/allowed-tools", "Settings"],
    ["/bashes", "Agents"],
    ["/diff", "Changes"],
  ];
  for (const [typed, title] of opens) {
    await message(page).fill(typed);
    await message(page).press("Enter");
    await expect(page.getByRole("complementary", { name: title, exact: true })).toBeVisible();
    await expect(message(page)).toHaveValue("");
  }
  // The second finds the panel open.
  for (const directory of ["../lib", "../docs"]) {
    await message(page).fill(`/add-dir ${directory}`);
    await message(page).press("Enter");
    await expect(page.getByRole("textbox", { name: /director/i })).toHaveValue(directory);
  }
});

test("a prompt for a copy, a plan and a question on the side take what follows the command", async ({
  page,
  fake,
}) => {
  await fake.session({ entries: [entry.user("hello")] });
  fake.api("POST", /\/fork$/, { id: "copy" });
  await message(page).fill("/fork look at the tests");
  await message(page).press("Enter");
  expect(await fake.received("POST", "/fork")).toEqual({ message: { text: "look at the tests" } });
  await expect(page.getByText("A copy works on it.")).toBeVisible();
  await message(page).fill("/plan the release");
  await message(page).press("Enter");
  expect(await fake.received("PATCH", /sessions\/[^/]+$/)).toEqual({ permissionMode: "plan" });
  expect(await fake.received("POST", "/messages")).toMatchObject({ text: "the release" });
  fake.control("side_question", { response: "Because." });
  await message(page).fill("/btw why so");
  await message(page).press("Enter");
  expect(await fake.received("POST", "/control")).toMatchObject({
    subtype: "side_question",
    request: { question: "why so" },
  });
  await expect(page.getByText("Because.")).toBeVisible();
});

test("the list after / has all commands, the common ones first, and follows the keys", async ({
  page,
  fake,
}) => {
  await fake.session({});
  await message(page).pressSequentially("/");
  const options = page.getByRole("option");
  await expect(options.first()).toContainText("/clear");
  expect(await options.count()).toBeGreaterThan(20);
  await expect(page.getByRole("option", { name: /__remote-workflow/ })).toHaveCount(0);
  await message(page).press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await expect(options.last()).toBeInViewport();
});
