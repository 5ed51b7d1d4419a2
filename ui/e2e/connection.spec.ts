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
  await alert
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

test("a page of an older build loads itself again", async ({ page, host }) => {
  let connections = 0;
  await page.routeWebSocket(/api\/ws/, (route) => {
    connections += 1;
    const server = route.connectToServer();
    const older = connections === 1;
    server.onMessage((message) => {
      const update = JSON.parse(String(message));
      if (older && update.kind === "hello") update.host.build = "another";
      route.send(JSON.stringify(update));
      // The first connection ends, as when the host is replaced by a newer one.
      if (older && update.kind === "sessions") route.close();
    });
  });
  const loaded = new Promise<void>((resolve) => {
    let loads = 0;
    page.on("load", () => {
      loads += 1;
      if (loads === 2) resolve();
    });
  });
  await visit(page, host, "?again#/");
  await loaded;
  await expect(page.getByRole("navigation", { name: "Sessions" })).toBeVisible();
});
