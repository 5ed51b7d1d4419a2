// `cargo xtask bench ui`: a session of 20,000 entries, and a fast stream, in a real Chromium.
// Prints a table in Markdown, and fails where a number is beyond its limit. With TRACE=file it keeps what the browser
// recorded while scrolling, with samples of the code that ran, for the performance panel of Chromium.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { doing, expect, type Host, idle, script, test } from "../e2e/support";

const ENTRIES = Number(process.env.ENTRIES ?? 20_000);
const PER_TURN = 2_000;
/** Deltas a second, and for how long. */
const RATE = 200;
const SECONDS = 10;
const ROUNDS = 5;

const TRACE = process.env.TRACE;
const measured = ["toplevel", "disabled-by-default-devtools.timeline"];
/** Sampling costs time itself, so it is left out where only the length of tasks counts. */
const explaining = ["devtools.timeline", "v8", "disabled-by-default-v8.cpu_profiler"];

const limits = { open: 1000, task: 35, busy: 50, growth: 10 };

const block = (index: number) =>
  index % 4 === 0
    ? {
        type: "tool_use",
        name: "Bash",
        input: { command: `echo ${index}` },
        sim: { stdout: `line ${index}\n`.repeat(6) },
      }
    : {
        type: "text",
        chunks: 1,
        text: `Entry ${index}: a paragraph with *some* words and \`code\`.\n\n- one\n- two`,
      };

/** Makes the session with the simulator: what is measured is a session like any other. */
async function makeSession(page: Page, host: Host): Promise<string> {
  const turns = Array.from({ length: ENTRIES / PER_TURN }, (_, turn) =>
    Array.from({ length: PER_TURN / 8 }, (_, reply) =>
      Array.from({ length: 8 }, (_, place) => block(turn * PER_TURN + reply * 8 + place)),
    ),
  );
  const file = join(host.data, "long.json");
  await writeFile(file, JSON.stringify({ turns }));
  return page.evaluate(
    async ({ project, file, count, least }) => {
      const headers = {
        "x-pilothouse-key": localStorage.getItem("pilothouse.key") ?? "",
        "content-type": "application/json",
      };
      const call = async (method: string, path: string, body?: unknown) => {
        const answer = await fetch(path, {
          method,
          headers,
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
        return answer.status === 204 ? undefined : answer.json();
      };
      const session = await call("POST", "api/sessions", {
        project,
        permissionMode: "acceptEdits",
        flags: ["--sim-script", file, "--allowed-tools", "Bash"],
      });
      const path = `api/sessions/${session.id}`;
      for (let turn = 0; turn < count; turn += 1) {
        await call("POST", `${path}/messages`, { uuid: crypto.randomUUID(), text: `turn ${turn}` });
        for (;;) {
          const summary = await call("GET", path);
          const { turn: at, activity } = summary.liveness;
          if (summary.asks > 0) throw new Error("the session waits for a person");
          if (at > turn && activity.state === "idle" && summary.queued === 0) break;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
      let entries = 0;
      let before = "";
      for (;;) {
        const page = await call("GET", `${path}/entries?limit=200${before ? `&before=${before}` : ""}`);
        entries += page.entries.length;
        before = page.entries[0]?.id ?? "";
        if (!page.hasOlder) break;
      }
      if (entries < least) throw new Error(`only ${entries} entries were made`);
      return session.id as string;
    },
    { project: host.project, file, count: turns.length, least: ENTRIES },
  );
}

/** Milliseconds from the address to the newest entry on the screen. */
const openTime = (page: Page, session: string): Promise<number> =>
  page.evaluate(async (session) => {
    location.hash = "#/";
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (document.querySelector("[data-entry]")) await frame();
    await frame();
    const start = performance.now();
    location.hash = `#/s/${session}`;
    while (document.querySelectorAll("[data-entry]").length < 3) await frame();
    await frame();
    return performance.now() - start;
  }, session);

interface TraceEvent {
  name: string;
  tid: number;
  pid: number;
  /** Wall time and processor time, in microseconds. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

interface Task {
  wall: number;
  cpu: number;
}

/**
 * Tasks of the page's main thread that take over 50 ms of wall time while `work` runs.
 * The processor time says what the page itself needs: wall time also holds what other programs of the machine took.
 */
async function longTasks(page: Page, work: () => Promise<void>): Promise<Task[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error("there is no browser");
  await browser.startTracing(page, { categories: TRACE ? [...measured, ...explaining] : measured });
  await work();
  const trace = (await browser.stopTracing()).toString();
  if (TRACE) await writeFile(TRACE, trace);
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid, dur = 0 }) => name === "RunTask" && mains.has(`${pid} ${tid}`) && dur > 50_000)
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
}

async function heapMegabytes(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  return (await metric(cdp, "JSHeapUsedSize")) / 1e6;
}

const loaded = (page: Page): Promise<number> =>
  page.locator("[data-rows]").evaluate((element) => Number((element as HTMLElement).dataset.rows));

/** Scrolls up through the whole session, loading older pages on the way. */
async function scrollUp(page: Page): Promise<void> {
  await page.getByRole("log").hover();
  await page.evaluate(async () => {
    const scroller = document.querySelector('[role="log"] > div');
    if (!scroller) throw new Error("there is no transcript");
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let still = 0;
    // A wheel event first: this is what tells the page that a person scrolls.
    scroller.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, bubbles: true }));
    while (still < 120) {
      const before = scroller.scrollTop;
      scroller.scrollTop -= 200;
      await frame();
      still = scroller.scrollTop < before || scroller.scrollTop > 0 ? 0 : still + 1;
    }
  });
}

test("a long session and a fast stream", async ({ page, host }) => {
  const session = await makeSession(page, host);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");

  // Everything is fetched once before; what is measured is the session, not the first load of the page.
  await openTime(page, session);
  const opens = [await openTime(page, session), await openTime(page, session), await openTime(page, session)];
  const open = Math.max(...opens);

  const tasks = await longTasks(page, () => scrollUp(page));
  const rows = await loaded(page);
  const worst = Math.max(0, ...tasks.map(({ cpu }) => cpu));
  const slow = tasks.filter(({ cpu }) => cpu > 50).length;
  const heapWhole = await heapMegabytes(cdp);

  await page.reload();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  const words = "word ".repeat((RATE * SECONDS) / 2);
  const stream = script([[{ type: "text", text: words, chunks: RATE * SECONDS, delay: 1 / RATE }]]);
  await page.getByRole("textbox", { name: "Message" }).fill(stream);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(doing(page)).toContainText("Writing");
  const before = { task: await metric(cdp, "TaskDuration"), time: await metric(cdp, "Timestamp") };
  await page.waitForTimeout((SECONDS - 3) * 1000);
  const after = { task: await metric(cdp, "TaskDuration"), time: await metric(cdp, "Timestamp") };
  const busy = (100 * (after.task - before.task)) / (after.time - before.time);
  await idle(page);

  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await openTime(page, session);
    heaps.push(await heapMegabytes(cdp));
  }
  const growth = (100 * ((heaps.at(-1) ?? 0) - (heaps[1] ?? 0))) / (heaps[1] ?? 1);

  const fixed = (value: number) => value.toFixed(0);
  console.log(
    [
      "| what | measured | limit |",
      "|---|---:|---:|",
      `| open a session of ${ENTRIES.toLocaleString("en")} entries, the slowest of three | ${fixed(open)} ms | ${limits.open} ms |`,
      `| longest task while scrolling through all of it (${rows.toLocaleString("en")} rows), processor time | ${fixed(worst)} ms | ${limits.task} ms |`,
      `| tasks over 50 ms on the way, by processor time (by the clock: ${tasks.length}) | ${slow} | 0 |`,
      `| main thread while ${RATE} deltas a second stream | ${busy.toFixed(1)} % | ${limits.busy} % |`,
      `| memory with all entries loaded | ${fixed(heapWhole)} MB | |`,
      `| memory after opening it again ${ROUNDS} times (${heaps.map(fixed).join(", ")} MB) | ${growth.toFixed(1)} % growth | ${limits.growth} % |`,
    ].join("\n"),
  );
  expect.soft(open).toBeLessThan(limits.open);
  expect.soft(worst).toBeLessThanOrEqual(limits.task);
  expect.soft(busy).toBeLessThan(limits.busy);
  expect.soft(growth).toBeLessThan(limits.growth);
});
