import { defineConfig } from "@playwright/test";

// The host and the browser are real. Chromium is the one of the machine; `cargo xtask test` says where it is.
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  timeout: 60_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // A busy machine can make a browser late; what fails thrice is broken.
  retries: 2,
  workers: 2,
  reporter: [["list"]],
  // The service worker is for the tests that are about it; the others ask the host directly.
  use: { launchOptions: { executablePath, args }, serviceWorkers: "block" },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
