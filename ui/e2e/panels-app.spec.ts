// The page as an app: installed, without a network, behind a path, and never an old version.

import {
  answers,
  begin,
  call,
  expect,
  type Host,
  test as own,
  type Page,
  Server,
  say,
  script,
  visit,
} from "./support";
import { withServiceWorker } from "./support/chromium";
import { Front, freePort } from "./support/proxy";

own.use(withServiceWorker);

/** A host that is reached below a path of another address. */
const test = own.extend<{ front: Front }>({
  front: async ({ page }, use) => {
    const front = await Front.start();
    const port = await freePort();
    const host = await Server.start(["--public-url", front.url.replace(/\/$/, "")], String(port));
    front.target = `127.0.0.1:${port}`;
    await page.goto(host.link);
    await use(front);
    await front.stop();
    await host.stop();
  },
});

/** Waits until the service worker answers for the page. */
const controlled = async (page: Page) => {
  const isControlled = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller !== null;
  });
  // A page that was still loading when the worker took over is answered by it from the next load on.
  if (!isControlled) await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
};

const builds = (page: Page) => page.evaluate(() => caches.keys());

own("App: it can be installed, and nothing it loads breaks its policy", async ({ page, host }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await visit(page, host, "");
  await page.reload();
  await controlled(page);
  const client = await page.context().newCDPSession(page);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  // A window without a profile of its own cannot install anything; all else must be in order.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const { errors, data } = await client.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "{}") as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of manifest.icons) {
    const width = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth;
    }, src);
    if (sizes !== "any") expect(`${width}x${width}`).toBe(sizes);
  }
  expect(refused).toEqual([]);
});

test("App: a new build is seen after one reload, below a path", async ({ page, front }) => {
  await controlled(page);
  expect(
    new URL(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? "")).pathname,
  ).toBe("/pilot/sw.js");
  await expect.poll(() => builds(page)).toHaveLength(1);
  const [before] = await builds(page);
  front.renewed = true;
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-build", "renewed");
  await expect(page.getByRole("heading", { name: "Pilothouse" })).toBeVisible();
  // The newer worker takes over without being asked, and the older build's files are gone.
  // The page may load itself again meanwhile, which ends a look at its caches.
  await expect(async () => {
    const now = await builds(page);
    expect(now.join()).toMatch(/renewed/);
    expect(now).not.toContain(before);
  }).toPass();
  await controlled(page);
});

test("App: without a network what is on the screen stays, and the page opens", async ({ page, front }) => {
  const [demo] = await call<{ path: string }[]>(page, "GET", "api/projects");
  const host = { project: demo?.path ?? "" } as Host;
  await begin(page, host, script([[say("Still here")]]));
  await expect(answers(page).getByText("Still here")).toBeVisible();
  await controlled(page);
  // The page and the parts of a conversation are kept.
  const kept = () =>
    page.evaluate(async () => {
      const [name = ""] = await caches.keys();
      const files = await (await caches.open(name)).keys();
      return (
        files.some(({ url }) => url.endsWith("/")) && files.some(({ url }) => url.includes("SessionPage"))
      );
    });
  await expect.poll(kept).toBe(true);
  const { port } = front;
  await front.stop();
  await expect(page.getByRole("alert").filter({ hasText: /connection|host/i })).toBeVisible();
  await expect(answers(page).getByText("Still here")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: /connection|host/i })).toBeVisible();
  // The host is back with a newer build, and the page finds out by itself.
  const again = await Front.start(port);
  again.target = front.target;
  again.renewed = true;
  // The browser notices the network first.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(answers(page).getByText("Still here")).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-build", "renewed");
  await expect(answers(page).getByText("Still here")).toBeVisible();
  await again.stop();
});
