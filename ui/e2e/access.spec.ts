import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, script, startSession, test } from "./host";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("a device without a login sees how to get in", async ({ browser, host }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://${host.address}/`);
  await expect(page.getByText("This device is not signed in.")).toBeVisible();
  expect(await page.evaluate(async () => (await fetch("api/sessions")).status)).toBe(401);
});

test("a link works once", async ({ browser, host }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(host.link);
  await expect(page.getByText(/was used/)).toBeVisible();
});

test("axe finds nothing serious in a conversation with an ask", async ({ page, host }) => {
  const call = { type: "tool_use", name: "Bash", input: { command: "touch x", description: "make a file" } };
  await startSession(page, host, script([[{ type: "text", text: "A *text*" }, call]]));
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeVisible();
  await page.evaluate(axe);
  const serious = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
  });
  expect(serious).toEqual([]);
});
