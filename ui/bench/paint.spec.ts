// `cargo xtask bench ui`: how soon something is seen, in browsers that have never been here.

import { expect, Server, test } from "../e2e/support";

const VISITS = 5;
const limit = 1000;

test("the first paint", async ({ browser }) => {
  const host = await Server.start();
  const paints: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    // A context of its own has an empty cache, no cookie and no service worker: it sees the page as a newcomer does.
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://${host.address}/`);
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    paints.push((await paint.jsonValue()) ?? Number.NaN);
    await context.close();
  }
  await host.stop();
  const slowest = Math.max(...paints);
  console.log(
    [
      "| what | measured | limit |",
      "|---|---:|---:|",
      `| first paint on loopback in a browser with nothing cached, the slowest of ${VISITS} | ${slowest.toFixed(0)} ms | ${limit} ms |`,
    ].join("\n"),
  );
  expect(slowest).toBeLessThan(limit);
});
