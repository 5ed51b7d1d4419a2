import { fullBrowser } from "../e2e/support/chromium";
import base from "../playwright.config";

// One browser, one window, nothing beside it: what is measured is time.
export default {
  ...base,
  testDir: ".",
  timeout: 600_000,
  workers: 1,
  // A second try would hide a number.
  retries: 0,
  // Paths of reporters are relative to this directory.
  reporter: [["list"]],
  projects: [{ name: "bench", use: { launchOptions: fullBrowser, viewport: { width: 1280, height: 800 } } }],
};
