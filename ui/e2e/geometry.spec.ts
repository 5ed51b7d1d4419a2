// Nothing collides from 320 to 2560 pixels and at 200 % zoom, and nothing moves while text streams in.

import { collisions, entry, expect, openScreen, type Screen, screenOf, screens, test } from "./support";

/** Phones, the breakpoints from both sides, and desks up to the widest. */
const widths = [360, 390, 480, 640, 767, 768, 1023, 1024, 1280, 1440, 1920, 2560];

/** A desk zoomed to 400 and to 200 %. */
const zoomed = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
];

const sizes = [...zoomed, ...widths.map((width) => ({ width, height: 900 }))];

const PARTS = 4;

/** Screens are shared out over several tests, which run side by side. */
const share = (part: number): Screen[] => screens.filter((_, index) => index % PARTS === part);

for (let part = 0; part < PARTS; part += 1)
  test(`nothing collides at any width and zoom, part ${part + 1} of ${PARTS}`, async ({ page, fake }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const screen of share(part))
      await test.step(screen.name, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await openScreen(page, fake, screen);
        const found = new Map<string, number[]>();
        for (const { width, height } of sizes) {
          await page.setViewportSize({ width, height });
          for (const what of await collisions(page)) found.set(what, [...(found.get(what) ?? []), width]);
        }
        expect
          .soft(Object.fromEntries(found), `${screen.name}: what collides, and at which widths`)
          .toEqual({});
      });
  });

test("two sessions and a panel keep their titles at 1440 pixels", async ({ page, fake }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, fake, screens.find(({ name }) => name === "beside") as Screen);
  const titles = page.getByRole("heading", { level: 1 });
  await expect(titles).toHaveText(["Fix login redirect", "Migrate to Vite 8"]);
  for (const title of await titles.all())
    expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test("nothing but the text moves while an answer streams in", async ({ page, fake }) => {
  await fake.session({ entries: [entry.user("Tell me a story")] });
  const text = fake.append(entry.text("", { streaming: true }));
  fake.change({
    kind: "livenessSet",
    liveness: { ...fake.view.liveness, activity: { state: "writing", entry: text.id }, since: Date.now() },
  });
  const word = (at: number) => fake.change({ kind: "appended", id: text.id, text: `word ${at} ` });
  word(0);
  await expect(page.getByRole("log").getByText("word 0")).toBeVisible();
  await page.evaluate(() => {
    const fixed = ["header", "textarea", "nav", "[data-kind=user]"].flatMap((what) => [
      ...document.querySelectorAll(what),
    ]);
    const boxes = () =>
      fixed.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" ");
      });
    const first = boxes();
    const moved = new Set<string>();
    const look = () => {
      boxes().forEach((box, at) => {
        if (box !== first[at]) moved.add(`${fixed[at]?.tagName} ${first[at]} → ${box}`);
      });
      if (!("stop" in window)) requestAnimationFrame(look);
    };
    Object.assign(window, { moved, frames: look() });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Node }[];
        };
        const what = shift.sources.map(({ node }) => node instanceof Element && node.outerHTML.slice(0, 80));
        if (!shift.hadRecentInput) moved.add(`layout shift ${shift.value} of ${what.join(", ")}`);
      }
    }).observe({ type: "layout-shift" });
  });
  for (let at = 1; at < 60; at += 1) word(at);
  await expect(page.getByRole("log").getByText("word 59")).toBeVisible();
  const moved = await page.evaluate(() => {
    Object.assign(window, { stop: true });
    return [...(window as unknown as { moved: Set<string> }).moved];
  });
  expect(moved).toEqual([]);
});

for (const name of ["home", "inbox", "overview", "session", "settings"])
  test(`nothing moves while a page opens: ${name}`, async ({ page, fake }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = entry as unknown as {
            value: number;
            hadRecentInput: boolean;
            sources: { node?: Node }[];
          };
          const what = shift.sources.map(
            ({ node }) => node instanceof Element && node.outerHTML.slice(0, 80),
          );
          if (!shift.hadRecentInput) moved.push(`${shift.value} of ${what.join(", ")}`);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    // What the server answers comes later than the frame of the page, and not all at once.
    const network = await page.context().newCDPSession(page);
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 100,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await openScreen(page, fake, screenOf(name));
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  });
