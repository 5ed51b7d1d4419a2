import { answers, call, entry, expect, makeSession, message, test } from "./support";

test("a lost connection is said, and what is on the screen stays", async ({ page, fake }) => {
  await page.clock.install();
  await fake.session({ entries: [entry.text("words that stay")] });
  await expect(answers(page).getByText("words that stay")).toBeVisible();
  // The page tries again by itself after a while; here nothing but the button does.
  await page.clock.pauseAt(Date.now() + 60_000);
  await fake.away();
  const alert = page.getByRole("alert").filter({ hasText: "Connection lost" });
  await expect(alert).toBeVisible();
  await expect(answers(page).getByText("words that stay")).toBeVisible();
  await message(page).fill("typed while away");
  fake.back();
  await page.getByRole("button", { name: "Retry now" }).click();
  await expect(alert).toBeHidden();
  await page.clock.resume();
  fake.append(entry.text("words that follow"));
  await expect(answers(page).getByText("words that follow")).toBeVisible();
  await expect(answers(page).getByText("words that stay")).toBeVisible();
  await expect(message(page)).toHaveValue("typed while away");
});

test("a device that is revoked is told so", async ({ page, ownHost: host }) => {
  await makeSession(page, host, "Any");
  const [device] = await call<{ id: string }[]>(page, "GET", "api/devices");
  await call(page, "DELETE", `api/devices/${device?.id}`);
  await expect(page.getByText("This device is signed out.")).toBeVisible();
  await expect(page.getByText(/pilothouse link/)).toBeVisible();
});
