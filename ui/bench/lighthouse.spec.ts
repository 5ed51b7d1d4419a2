// `cargo xtask bench ui`: Lighthouse on Home of a server with the demo's directory. npm fetches the pinned version; where
// it cannot, the test is reported as skipped.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { expect, Server, test } from "../e2e/support";
import { fullBrowser } from "../e2e/support/chromium";

const run = promisify(execFile);

const PINNED = "lighthouse@13.5.0";

/** What each kind of device must reach, of 100. */
const limits = {
  desktop: { performance: 98, accessibility: 98, "best-practices": 98, seo: 98 },
  mobile: { performance: 95, accessibility: 98, "best-practices": 98, seo: 98 },
};

interface Report {
  categories: Record<string, { title: string; score: number }>;
  audits: Record<string, { id: string; score: number | null; displayValue?: string; numericValue?: number }>;
}

/** Whether npm can give us the pinned version. */
const installs = (): Promise<boolean> =>
  run("npx", ["--yes", PINNED, "--version"]).then(
    () => true,
    () => false,
  );

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

for (const [device, least] of Object.entries(limits))
  test(`Lighthouse, ${device}`, async () => {
    test.skip(!(await installs()), `${PINNED} could not be installed`);
    const server = await Server.start();
    const folder = await mkdtemp(join(tmpdir(), "pilothouse-lighthouse-"));
    const port = await freePort();
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      ...fullBrowser,
      args: [...fullBrowser.args, `--remote-debugging-port=${port}`],
      headless: true,
    });
    try {
      // Lighthouse measures the page of a device that is signed in.
      const page = await context.newPage();
      await page.goto(server.link);
      await expect(page.getByRole("textbox", { name: "First message" })).toBeVisible();
      await page.close();
      const file = join(folder, "report.json");
      await run("npx", [
        "--yes",
        PINNED,
        `http://${server.address}/`,
        `--port=${port}`,
        "--disable-storage-reset",
        "--quiet",
        "--output=json",
        `--output-path=${file}`,
        ...(device === "desktop" ? ["--preset=desktop"] : []),
      ]);
      const { categories, audits } = JSON.parse(await readFile(file, "utf8")) as Report;
      const of = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
      const shift = audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;
      console.log(
        [
          `| Lighthouse, ${device} | measured | limit |`,
          "|---|---:|---:|",
          ...Object.entries(least).map(([category, limit]) => `| ${category} | ${of(category)} | ${limit} |`),
          `| layout shift | ${shift.toFixed(3)} | 0 |`,
        ].join("\n"),
      );
      const failed = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
      for (const { id, score, displayValue = "" } of failed) console.log(`  ${id}: ${score} ${displayValue}`);
      for (const [category, limit] of Object.entries(least))
        expect.soft(of(category), `${device}: ${category}`).toBeGreaterThanOrEqual(limit);
      expect.soft(shift, `${device}: layout shift`).toBe(0);
    } finally {
      await context.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
