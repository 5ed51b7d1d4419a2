import { defineConfig } from "@playwright/test";
import { headlessShell } from "./e2e/support/chromium";

/** Runs every test at both widths, except those that are about a phone alone. */
const full = process.env.PILOTHOUSE_FULL === "1";

export default defineConfig({
  testDir: "e2e",
  testIgnore: [
    // These run with the real CLI only: `cargo xtask test --only real`.
    ...(process.env.PILOTHOUSE_REAL_CLI ? [] : ["**/panels-real.spec.ts"]),
    // Another browser: weekly and before a release.
    ...(full ? [] : ["**/firefox.spec.ts"]),
  ],
  // Beside the test that compares them.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  timeout: 60_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // A test that passes on the second attempt is listed at the end; more than two fail the run.
  retries: 1,
  workers: Number(process.env.PILOTHOUSE_WORKERS ?? 2),
  reporter: [["list"], ["./e2e/support/reporter.ts"]],
  // Tests about the service worker allow it; in the others the page talks to the server directly.
  use: { launchOptions: headlessShell, serviceWorkers: "block" },
  projects: [
    { name: "desktop", grepInvert: /@phone\b/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      grep: full ? /./ : /@(phone|both)\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
