// Makes the pictures of the documents from the demo: `npm run pictures`. Build the page and the program first.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, devices } from "@playwright/test";

const root = join(import.meta.dirname, "../..");
const program = process.env.PILOTHOUSE ?? join(root, "target/debug/pilothouse");
const folder = join(root, "docs/pictures");
const home = await mkdtemp(join(tmpdir(), "pilothouse-pictures-"));
const server = spawn(
  program,
  ["serve", "--demo", "--no-open", "--print-link", "--listen", "127.0.0.1:0", "--data", join(home, "data")],
  {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOME: home, CLAUDE_CONFIG_DIR: join(home, "config") },
  },
);
const link = await new Promise((resolve, reject) => {
  let text = "";
  server.stdout.on("data", (chunk) => {
    text += chunk;
    const found = /http:\S+#token=\w+/.exec(text)?.[0];
    if (found) resolve(found);
  });
  server.once("exit", (code) => reject(new Error(`the server exited with ${code}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
const page = await context.newPage();
page.setDefaultTimeout(30_000);

const call = (method, path) =>
  page.evaluate(
    async ([method, path]) => {
      const headers = { "x-pilothouse-key": localStorage.getItem("pilothouse.key") ?? "" };
      const answer = await fetch(path, { method, headers });
      return answer.status === 204 ? null : answer.json();
    },
    [method, path],
  );

/** The first open request of a kind. The demo needs some seconds until its sessions are in the states that it shows. */
async function request(kind) {
  for (let tries = 0; tries < 120; tries++) {
    const found = (await call("GET", "api/inbox")).find(({ ask }) => ask?.body.kind === kind);
    if (found) return found;
    await page.waitForTimeout(500);
  }
  throw new Error(`the demo has no request of the kind ${kind}`);
}

const go = (hash) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, hash);

/** Waits until what was opened is drawn, and takes a picture. */
async function picture(name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

try {
  await mkdir(folder, { recursive: true });
  await page.goto(link);
  const edit = await request("permission");
  await go(`#/s/${edit.session}`);
  await page
    .getByRole("button", { name: /^Allow/ })
    .first()
    .waitFor();
  await picture("session");
  await go("#/");
  await page.getByRole("main").getByText("Ready for review").first().waitFor();
  await picture("home");
  await page.setViewportSize(devices["iPhone 13"].viewport);
  await go(`#/s/${edit.session}`);
  await page
    .getByRole("button", { name: /^Allow/ })
    .first()
    .waitFor();
  await picture("phone");
} finally {
  const list = await call("GET", "api/sessions").catch(() => ({ sessions: [] }));
  for (const session of list.sessions)
    await call("DELETE", `api/sessions/${session.id}`).catch(() => undefined);
  await browser.close();
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
  await rm(home, { recursive: true, force: true });
}
