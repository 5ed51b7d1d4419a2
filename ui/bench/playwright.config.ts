import base from "../playwright.config";

// One browser, one window, nothing beside it: what is measured is time.
export default {
  ...base,
  testDir: ".",
  timeout: 600_000,
  projects: [{ name: "bench", use: { viewport: { width: 1280, height: 800 } } }],
};
