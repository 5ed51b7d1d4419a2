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
  use: { launchOptions: { executablePath, args } },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
