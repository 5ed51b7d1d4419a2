import { answers, expect, test } from "./host";
import { ask, makeSession, visit } from "./list";

test("a lost connection is said, and what is on the screen stays", async ({ page, host }) => {
  const id = await makeSession(page, host, "Stays", [[{ type: "text", text: "words that stay" }]]);
  await visit(page, host, `#/s/${id}`);
  await expect(answers(page).getByText("words that stay")).toBeVisible();
  const port = new URL(host.link).port;
  await host.kill();
  const alert = page.getByRole("alert").filter({ hasText: "Connection lost" });
  await expect(alert).toBeVisible();
  await expect(answers(page).getByText("words that stay")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("typed while away");
  await host.serve(port);
  await page
    .getByRole("button", { name: "Try now" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(alert).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("typed while away");
});

test("a device that is revoked is told so", async ({ page, host }) => {
  await makeSession(page, host, "Any");
  const [device] = await ask<{ id: string }[]>(page, "GET", "api/devices");
  await ask(page, "DELETE", `api/devices/${device?.id}`);
  await expect(page.getByText("This device is signed out.")).toBeVisible();
  await expect(page.getByText(/pilothouse serve/)).toBeVisible();
});
