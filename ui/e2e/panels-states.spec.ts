// Every page and panel shows when it loads, when that failed, and when it is empty.

import type { Locator, Route } from "@playwright/test";
import {
  answers,
  ask,
  expect,
  furnish,
  message,
  openPanel,
  overflow,
  type Page,
  panelRole,
  problem,
  recorded,
  test,
  wire,
} from "./support";

const FAILURE = "The drawer is stuck.";

/** Holds requests back. The returned function lets them fail; later ones pass. */
async function hold(page: Page, wanted: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let passing = false;
  await page.route(
    (url) => wanted.test(url.pathname),
    (route) => {
      if (passing) return route.fallback();
      held.push(route);
    },
  );
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    passing = true;
    const json = { code: "broken", title: FAILURE, status: 500 };
    for (const route of held) await route.fulfill({ status: 500, json });
  };
}

const loading = (page: Page) => page.getByRole("status").filter({ hasText: /^Loading|^Looking/ });

const failures = (inside: Page | Locator) => inside.getByRole("alert").filter({ hasText: FAILURE });

/** Loads, fails with a button that tries again, then shows what was requested. */
async function threeStates(
  page: Page,
  name: string,
  wanted: RegExp,
  open: () => Promise<unknown>,
): Promise<void> {
  const fail = await hold(page, wanted);
  await open();
  await expect(loading(page).first(), `${name} loads`).toBeVisible();
  await fail();
  await expect(failures(page).first(), `${name} failed`).toBeVisible();
  await expect(loading(page)).toHaveCount(0);
  // A panel with several requests shows a failure for each.
  for (let left = await failures(page).count(); left > 0; left = await failures(page).count()) {
    await failures(page).first().getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => failures(page).count(), `${name} is there`).toBeLessThan(left);
  }
  await expect(loading(page)).toHaveCount(0);
}

/** Opens a panel without waiting for what it shows. */
const toPanel = (page: Page, session: string, id: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#/s/${session}?panel=${id}`);

test("Pages: loading, failed and tried again", async ({ page, fake }) => {
  for (const [id, wanted] of [
    ["usage", /\/api\/usage$/],
    ["settings", /\/api\/settings$/],
    ["audit", /\/api\/audit$/],
    ["devices", /\/api\/devices$/],
    ["doctor", /\/api\/doctor$/],
    ["stored", /\/api\/stored$/],
    ["search?q=parser", /\/api\/search$/],
  ] as const) {
    await threeStates(page, id, wanted, () => fake.open(`#/${id}`));
  }
});

test("Inbox: waits for the list, shows a lost connection, then the open requests", async ({ page, fake }) => {
  fake.add({ view: recorded("ask-command") });
  fake.withhold();
  await fake.open("#/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await expect(loading(page).first()).toBeVisible();
  await fake.away();
  await expect(page.getByRole("alert").filter({ hasText: "Connection lost" })).toBeVisible();
  await expect(loading(page).first()).toBeVisible();
  fake.back();
  await expect(page.getByRole("main").getByText("1 request from 1 session")).toBeVisible();
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeFocused();
  await expect(loading(page)).toHaveCount(0);
});

test("Page: an open tab reloads when the server is updated, says so, and keeps what was typed", async ({
  page,
  fake,
}) => {
  await fake.session({ view: recorded("plain") });
  await message(page).fill("half a thought");
  await page.evaluate(() => Object.assign(window, { older: true }));
  await fake.away();
  fake.host({ build: "newer" });
  fake.back();
  await expect(page.getByText("Pilothouse was updated")).toBeVisible();
  expect(await page.evaluate(() => "older" in window)).toBe(false);
  await expect(message(page)).toHaveValue("half a thought");
  await expect(answers(page).getByText("Ready")).toBeVisible();
});

test("Panels: loading, failed and tried again", async ({ page, fake }) => {
  const session = await fake.session({ view: recorded("plain") });
  for (const [id, wanted] of [
    ["files", /\/files$/],
    ["mcp", /\/control$/],
    ["settings", /\/control$/],
    ["wire", /\/wire$/],
  ] as const) {
    await threeStates(page, id, wanted, () => toPanel(page, session, id));
  }
});

test("Panels: a request that fails is reported in its panel", async ({ page, fake }) => {
  await fake.session({ view: recorded("plain") });
  const context = await openPanel(page, "context", "Context");
  fake.control("get_context_usage", problem(500, FAILURE));
  await context.getByRole("button", { name: "Refresh" }).click();
  const status = context.getByRole("status").filter({ hasText: FAILURE });
  await expect(status).toBeVisible();
  fake.control("get_context_usage", {});
  await context.getByRole("button", { name: "Refresh" }).click();
  await expect(status).toBeHidden();

  fake.api("POST", /\/rewind$/, { canRewind: true, files: ["notes.md"], insertions: 1, deletions: 0 });
  const rewind = await openPanel(page, "rewind", "Rewind");
  await threeStates(page, "rewind", /\/rewind$/, () =>
    rewind.getByRole("list", { name: "Checkpoints" }).getByRole("button").first().click(),
  );
  await expect(rewind.getByText("1 file would change")).toBeVisible();
});

/** The panels that show the view of the session, and a text of each that is there once the view has arrived. */
const viewed = {
  Changes: "No changes yet",
  Outline: "Are you ready to begin?",
  Tasks: "No task list",
  Agents: "No agents or background tasks",
  MCP: "Add a server",
  Context: "Compactions",
  Usage: "By model",
  Rewind: "Restores the files",
  "Protocol log": "spawn",
  Settings: "Permission mode",
  Help: "Commands",
} as const;

/** The panels that need no view: files are requested by themselves, and keys are kept by the browser. */
const others = ["Files", "Keys"];

test("Panels: each waits for its session, reports a refusal, and tries again", async ({ page, fake }) => {
  fake.api("GET", /\/wire/, wire);
  await fake.session({ view: recorded("plain") });
  await openPanel(page, "tasks", "Tasks");
  const tabs = page.getByRole("navigation", { name: "Panels" }).getByRole("button");
  const shown = (await tabs.allTextContents()).filter((title) => title !== "");
  await tabs.last().click();
  const items = page.getByRole("menuitem").locator("> span");
  await expect(items.first()).toBeVisible();
  const titles = [...shown, ...(await items.allTextContents())];
  await page.keyboard.press("Escape");
  expect(titles.toSorted(), "a panel without a test of its states").toEqual(
    [...Object.keys(viewed), ...others].toSorted(),
  );
  for (const [title, there] of Object.entries(viewed))
    await test.step(title, async () => {
      fake.withhold();
      const session = fake.add({ view: recorded("plain") });
      await toPanel(
        page,
        session,
        { Agents: "jobs", Usage: "cost", "Protocol log": "wire" }[title as string] ?? title.toLowerCase(),
      );
      const panel = page.getByRole(panelRole(page), { name: title, exact: true });
      await expect(panel.getByRole("status").filter({ hasText: /^Loading/ })).not.toHaveCount(0);
      await fake.refuse(FAILURE);
      const alert = failures(panel).first();
      await expect(alert).toBeVisible();
      await alert.getByRole("button", { name: "Try again" }).click();
      await expect(panel.getByText(there).first()).toBeVisible();
      await expect(failures(panel)).toHaveCount(0);
    });
});

const panels = [
  "changes",
  "files",
  "tasks",
  "jobs",
  "mcp",
  "context",
  "cost",
  "rewind",
  "wire",
  "settings",
  "help",
];
const pages = ["inbox", "usage", "settings", "audit", "devices", "doctor", "replay"];

test("Phone: controls in panels and on pages are thumb-sized, and nothing is too wide", {
  tag: "@phone",
}, async ({ page, fake }) => {
  furnish(fake);
  const session = await fake.session({ view: recorded("tools") });
  for (const place of [...[...panels, "keys"].map((id) => `s/${session}?panel=${id}`), ...pages]) {
    await fake.open(`#/${place}`);
    const inside = page.locator(place.startsWith("s/") ? "[role=dialog]" : "main");
    await expect(inside.getByRole("button").first()).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
    // A line of a diff is as high as its text, and so is the button that comments on it.
    const controls = inside.locator("button:not([aria-label^='Comment on']), select, input, summary");
    const small = await controls.evaluateAll((all) =>
      all
        .map((one) => ({ one, box: (one.closest("label") ?? one).getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 36 || box.width < 36))
        .map(({ one, box }) => `${one.outerHTML.slice(0, 100)} ${box.width}×${box.height}`),
    );
    expect(small, place).toEqual([]);
    expect(await overflow(page), place).toBe(0);
  }
});

test("Phone: the message and an open request stay in view when the keyboard makes the page shorter", {
  tag: "@phone",
}, async ({ page, fake }) => {
  await fake.session({ view: recorded("ask-command") });
  const allow = ask(page).getByRole("button", { name: "Allow", exact: true });
  await expect(allow).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(message(page)).toBeInViewport({ ratio: 1 });
  await expect(allow).toBeInViewport({ ratio: 1 });
});

test("Panels: one whose code cannot be loaded says so, and is loaded on request", async ({ page, fake }) => {
  let broken = true;
  // Before the page opens: it loads panels ahead when it is idle.
  await page.route(/KeysPanel-[^/]*\.js$/, (route) => (broken ? route.abort() : route.fallback()));
  const session = await fake.session({ view: recorded("plain") });
  // A page reloads itself once, in case it is older than the server. This one did so just now.
  await page.evaluate(() => sessionStorage.setItem("pilothouse.reloadedAt", String(Date.now())));
  await toPanel(page, session, "keys");
  const panel = page.getByRole(panelRole(page), { name: "Keys", exact: true });
  const alert = panel.getByRole("alert").filter({ hasText: "This part of the page failed." });
  await expect(alert).toBeVisible();
  broken = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("button", { name: "Change the key of Tasks" })).toBeVisible();
});

test("Session: an unknown session is reported", async ({ page, fake }) => {
  await fake.open("#/s/nobody-knows-it");
  const alert = page.getByRole("main").getByRole("alert").first();
  await expect(alert).toContainText("no such session", { ignoreCase: true });
  await expect(alert.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("Panels and pages: empty ones say what they are for", async ({ page, fake }) => {
  await fake.session();
  for (const [id, title, words] of [
    ["tasks", "Tasks", "No task list"],
    ["jobs", "Agents", "No agents or background tasks"],
    ["context", "Context", "Nothing in the context yet"],
    ["cost", "Usage", "Nothing spent yet"],
    ["rewind", "Rewind", "No checkpoints yet"],
  ] as const) {
    const panel = await openPanel(page, id, title);
    await expect(panel.getByText(words)).toBeVisible();
  }
  for (const [id, words] of [
    ["usage", "No usage in this period"],
    ["audit", "No decisions yet"],
    ["devices", "No tokens"],
  ] as const) {
    await fake.open(`#/${id}`);
    await expect(page.getByText(words)).toBeVisible();
  }
});

test("Motion: nothing moves for those who prefer less motion", async ({ page, fake }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await fake.session({ view: recorded("plain") });
  await expect(page.locator("html")).toHaveAttribute("data-motion", "less");
  await openPanel(page, "settings", "Settings");
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .map((element) => getComputedStyle(element))
      .filter(({ animationName, animationDuration, transitionDuration }) => {
        const seconds = (text: string) => Math.max(...text.split(",").map((part) => Number.parseFloat(part)));
        return (
          (animationName !== "none" && seconds(animationDuration) > 0.001) ||
          seconds(transitionDuration) > 0.001
        );
      })
      .map(({ animationName }) => animationName),
  );
  expect(moving).toEqual([]);
});

test("Panels: one that opens again shows what it had, and renews it", async ({ page, fake }) => {
  furnish(fake);
  await fake.open("#/s/s1");
  const panel = await openPanel(page, "files", "Files");
  const tree = panel.getByRole("list", { name: "Project" }).getByRole("button").first();
  await expect(tree).toBeVisible();
  await page.keyboard.press("Alt+x");
  await expect(panel).toHaveCount(0);
  // The server does not answer any more, so what is shown can only be what was kept.
  await hold(page, /\/files$/);
  await openPanel(page, "files", "Files");
  await expect(tree).toBeVisible();
  await expect(loading(page)).toHaveCount(0);
});

test("a message that does not reach the server: the toast says that nothing was lost", async ({
  page,
  fake,
}) => {
  await fake.session({});
  await page.route(/\/messages$/, (route) => route.abort());
  await message(page).fill("Sent into nowhere");
  await message(page).press("Enter");
  const toast = page.getByRole("listitem").filter({ hasText: "cannot be reached" });
  await expect(toast).toContainText("Nothing was lost");
  await expect(message(page)).toHaveValue("Sent into nowhere");
});
