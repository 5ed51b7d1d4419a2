// Which Chromium the tests start. `cargo xtask test` sets both paths.
//
// Most tests run in the headless shell: a page in it costs about half the processor time of one in the full browser.
// The shell has no notifications and installs no apps, so tests about the service worker run in the full browser.

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const full = process.env.CHROMIUM_FULL ?? process.env.CHROMIUM ?? "/usr/bin/chromium";

export const headlessShell = { executablePath: process.env.CHROMIUM ?? full, args };

export const fullBrowser = { executablePath: full, args };

/** Options of tests that need notifications, installation or an update of the service worker. */
export const withServiceWorker = {
  serviceWorkers: "allow",
  launchOptions: fullBrowser,
} as const;
