import type { Page } from "@playwright/test";

/** Catches what the page copies: a browser without a window has no clipboard to read. Returns how to see the newest. */
export async function catchCopies(page: Page): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() => {
    Object.assign(window, { copied: undefined });
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: {
        writeText: async (text: string) => {
          Object.assign(window, { copied: text });
        },
      },
    });
  });
  return () => page.evaluate(() => (window as { copied?: string }).copied);
}
