// `cargo xtask bench ui`: what the page around a conversation costs, and how soon the palette and the panels open.
// Needs no server: the fake host sends what ten sessions that stream would send.

import type { CDPSession, Page } from "@playwright/test";
import { answers, entry, expect, fillDay, furnish, recorded, test } from "../e2e/support";

const SESSIONS = 10;
/** Updates a second of each session. */
const RATE = 5;
const SECONDS = 10;
const limits = { busy: 15, palette: 100, panel: 150 };

const report = (rows: [what: string, milliseconds: number, limit: number][]) =>
  console.log(
    [
      "| what | measured | limit |",
      "|---|---:|---:|",
      ...rows.map(([what, measured, limit]) => `| ${what} | ${measured.toFixed(0)} ms | ${limit} ms |`),
    ].join("\n"),
  );

/** Processor time of the page's main thread so far, in milliseconds: other programs of the machine do not count. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

async function during(page: Page, work: (round: number) => void): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await busy(session);
  const start = performance.now();
  for (let round = 0; round < RATE * SECONDS; round += 1) {
    work(round);
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  }
  const seconds = (performance.now() - start) / 1000;
  const spent = (await busy(session)) - before;
  await session.detach();
  return spent / seconds;
}

test("ten streaming sessions beside an idle one", async ({ page, fake }) => {
  const ids = Array.from({ length: SESSIONS }, (_, index) =>
    fake.add({
      title: `Streams ${index}`,
      entries: [entry.text("Begin")],
      activity: { state: "requesting" },
    }),
  );
  await fake.session({ title: "Idle", entries: [entry.text("Done")] });
  await expect(answers(page).getByText("Done")).toBeVisible();
  // What the messages cost that carry nothing for the page: the transport, and the harness.
  const idle = await during(page, () => {
    for (const id of ids) fake.noise(id);
  });
  const streaming = await during(page, (round) => {
    for (const id of ids)
      fake.changeIn(id, { kind: "entrySet", entry: { ...fake.last(id), ...entry.text(`Line ${round}`) } });
  });
  const cost = streaming - idle;
  report([
    [`main thread per second, ${SESSIONS} sessions with ${RATE} updates a second each`, cost, limits.busy],
  ]);
  expect(cost).toBeLessThan(limits.busy);
});

/** Milliseconds from a key press to what it opens. */
const opening = (page: Page, key: { key: string; code: string }, wanted: string): Promise<number> =>
  page.evaluate(
    async ({ key, wanted }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      const start = performance.now();
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", {
          ...key,
          altKey: true,
          shiftKey: true,
          bubbles: true,
          cancelable: true,
        }),
      );
      while (!document.querySelector(wanted)) await frame();
      await frame();
      return performance.now() - start;
    },
    { key, wanted },
  );

test("the palette and the panels open", async ({ page, fake }) => {
  furnish(fake);
  await page.addInitScript(() =>
    localStorage.setItem(
      "pilothouse.keys",
      JSON.stringify({ state: { chosen: { palette: ["Alt+Shift+P"] } }, version: 0 }),
    ),
  );
  await fake.session({ view: recorded("tools") });
  // What is loaded while the page is idle is there.
  await page.waitForLoadState("networkidle");
  const rows: [string, number, number][] = [];
  rows.push([
    "palette, the first time",
    await opening(page, { key: "P", code: "KeyP" }, "[cmdk-item]"),
    limits.palette,
  ]);
  await page.keyboard.press("Escape");
  for (const [name, letter] of [
    ["files", "F"],
    ["tasks", "L"],
    ["agents", "A"],
    ["cost", "U"],
    ["protocol log", "W"],
  ] as const) {
    const code = { key: letter, code: `Key${letter}` };
    rows.push([
      `panel ${name}`,
      await opening(page, code, "[data-panel-body] :is(h2, h3, ul, p, table)"),
      limits.panel,
    ]);
    await page.keyboard.press("Alt+x");
    await expect(page.locator("[data-panel-body]")).toHaveCount(0);
  }
  report(rows);
  for (const [what, measured, limit] of rows) expect(measured, what).toBeLessThan(limit);
});

test("nothing moves while a page opens", async ({ page, fake }) => {
  fillDay(fake);
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!one.hadRecentInput) (window as unknown as { shifts: number }).shifts += one.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const rows: [string, number][] = [];
  for (const [name, hash] of [
    ["home", "#/"],
    ["overview", "#/overview"],
    ["inbox", "#/inbox"],
    ["a session", "#/s/login"],
    ["review", "#/review?session=tokens"],
    ["settings", "#/settings"],
  ] as const) {
    await fake.open(hash);
    await page.reload();
    await page.waitForLoadState("networkidle");
    rows.push([name, await page.evaluate(() => (window as unknown as { shifts: number }).shifts)]);
  }
  console.log(
    [
      "| what | cumulative layout shift | limit |",
      "|---|---:|---:|",
      ...rows.map(([name, shifts]) => `| ${name} opens | ${shifts.toFixed(3)} | 0 |`),
    ].join("\n"),
  );
  for (const [name, shifts] of rows) expect.soft(shifts, name).toBeLessThan(0.001);
});
