// Pictures of record: twelve screens as they are meant to look. They are compared only with the major version of Chromium
// that made them, because another one draws letters in another way. `npm run pictures:renew` makes them again.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect, openScreen, screenOf, test } from "./support";
import { fullBrowser } from "./support/chromium";

interface Picture {
  name: string;
  screen: string;
  theme: "light" | "dark";
  size: { width: number; height: number };
}

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const picture = (screen: string, theme: Picture["theme"], size = desk): Picture => ({
  name: `${size === phone ? "phone-" : ""}${screen.replaceAll(" ", "-")}-${theme}.png`,
  screen,
  theme,
  size,
});

const pictures: Picture[] = [
  picture("home", "light"),
  picture("session", "light"),
  picture("session", "dark"),
  picture("question", "light"),
  picture("trust", "light"),
  picture("beside", "dark"),
  picture("overview", "light"),
  picture("review", "light"),
  picture("settings", "light"),
  picture("palette", "dark"),
  picture("inbox", "light", phone),
  picture("running", "dark", phone),
];

/** Any moment will do, as long as it is the same one. */
const MOMENT = Date.UTC(2026, 0, 15, 10, 0, 10);

const versionFile = join(import.meta.dirname, "pictures/record/chromium.txt");
const renews = process.env.PILOTHOUSE_RENEW === "1";
const major = (browser: Browser): string => browser.version().split(".")[0] ?? "";

/** Waits for what comes a moment later: the colours of code, and the time until keys answer a request. */
async function settled(page: Page): Promise<void> {
  for (const code of await page.locator("main :is(table, [data-ask] [data-code-block]):visible").all())
    await expect(code.locator(".token").first()).toBeAttached();
  const asks = page.locator("[data-ask][data-visible]:visible");
  for (const ask of await asks.all()) await expect(ask).toHaveAttribute("data-ready");
}

// The headless shell draws letters in another way than the full browser.
test.use({ timezoneId: "UTC", locale: "en-US", launchOptions: fullBrowser });

for (const { name, screen, theme, size } of pictures)
  test(`picture of record: ${name}`, async ({ page, fake, browser }) => {
    if (renews) writeFileSync(versionFile, `${major(browser)}\n`);
    const made = readFileSync(versionFile, "utf8").trim();
    test.skip(made !== major(browser), `made with Chromium ${made}, this is ${major(browser)}`);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await openScreen(page, fake, screenOf(screen), { still: MOMENT });
    await settled(page);
    // The pointer and the cursor are no part of the picture.
    await page.mouse.move(0, 0);
    await expect(page).toHaveScreenshot(["record", name], {
      animations: "disabled",
      caret: "hide",
      maxDiffPixelRatio: 0.001,
    });
  });
