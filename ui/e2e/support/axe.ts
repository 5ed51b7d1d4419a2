// Accessibility checks by axe, in the look the page opens with. Contrast in all themes is a unit test:
// `src/styles/contrast.test.ts`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; target: string[] }[] }[] }>;
}

/** The violations of all rules, of any level, as lines. */
export async function accessProblems(page: Page): Promise<string[]> {
  // A page without its heading is still loading.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Colors in the middle of a transition would be measured as they are at that moment.
  await page.evaluate(async () => {
    document.documentElement.dataset.motion = "less";
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
  });
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run();
    // A menu floats over the landmarks and belongs to none of them.
    const floats = (target: string[]) =>
      document.querySelector(target.join(" "))?.matches("[data-radix-popper-content-wrapper]");
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => id !== "region" || !floats(target))
        .map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  });
}
