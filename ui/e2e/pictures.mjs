// Makes the pictures of the README from the tour: `npm run pictures`. The page must be built, and the host too.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { animate } from "./apng.mjs";

const root = join(import.meta.dirname, "../..");
const program = process.env.PILOTHOUSE ?? join(root, "target/debug/pilothouse");
const folder = join(root, "docs/pictures");
const data = await mkdtemp(join(tmpdir(), "pilothouse-pictures-"));
const host = spawn(
  program,
  ["serve", "--simulated", "--no-open", "--print-link", "--listen", "127.0.0.1:0", "--data", data],
  {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, HOME: data, CLAUDE_CONFIG_DIR: join(data, "config") },
  },
);
const link = await new Promise((resolve, reject) => {
  let text = "";
  host.stdout.on("data", (chunk) => {
    text += chunk;
    const found = /http:\S+#token=\w+/.exec(text)?.[0];
    if (found) resolve(found);
  });
  host.once("exit", (code) => reject(new Error(`the host ended with ${code}`)));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1120, height: 700 }, colorScheme: "light" });
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
const frames = [];
const shoot = async (ms) => frames.push({ png: await page.screenshot({ animations: "disabled" }), ms });
const say = async (text) => {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await shoot(900);
  await page.getByRole("button", { name: "Send" }).click();
};

try {
  await page.goto(link);
  await page.getByRole("button", { name: "New session" }).first().waitFor();
  const tour = await call("POST", "api/tour");
  await page.evaluate((id) => {
    location.hash = `#/s/${id}`;
  }, tour.id);
  await page.getByRole("log").getByText("I'll look at the project first.").waitFor();
  await shoot(900);
  await page.getByRole("log").getByText("Shall I fix the second one first?").waitFor();
  await shoot(2200);
  await say("Yes, please.");
  const allow = page.getByRole("button", { name: /^Allow/ }).first();
  await allow.waitFor();
  await shoot(2200);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "ask.png"), frames.at(-1).png);
  // Everything of this turn is allowed, one ask after the other.
  const done = page
    .getByRole("log")
    .getByText("Both tests pass.")
    .waitFor()
    .then(() => "done");
  for (;;) {
    const next = await Promise.race([done, allow.waitFor().then(() => "ask")]);
    if (next === "done") break;
    await allow.click();
    await shoot(900);
  }
  await shoot(3000);
  await writeFile(join(folder, "tour.png"), animate(frames));
  console.log(`${frames.length} frames`);
} finally {
  const list = await call("GET", "api/sessions").catch(() => ({ sessions: [] }));
  for (const session of list.sessions)
    await call("DELETE", `api/sessions/${session.id}`).catch(() => undefined);
  await browser.close();
  host.kill("SIGTERM");
  await new Promise((resolve) => host.once("exit", resolve));
  await rm(data, { recursive: true, force: true });
}
