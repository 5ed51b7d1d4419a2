// What axe finds in every look of the page.

import type { Page } from "@playwright/test";
import { seriousProblems } from "./list";

const looks = ["light", "dark"].flatMap((theme) =>
  ["normal", "more"].map((contrast) => ({ theme, contrast, motion: "less" })),
);

/** What is serious or worse, in light and dark, in normal and in high contrast. */
export async function problemsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await page.evaluate(async (look) => {
      // Colours must not be on their way to others when they are looked at.
      Object.assign(document.documentElement.dataset, look);
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
    }, look);
    for (const one of await seriousProblems(page))
      found.push(`${look.theme}, ${look.contrast} contrast: ${one}`);
  }
  return found;
}
