// Every page and panel says when it waits for something, when that failed, and when there is nothing yet.

import type { Page, Route, WebSocketRoute } from "@playwright/test";
import { answers, expect, script, test } from "./host";
import { overflow } from "./list";
import { begin, idle, isPhone, openPanel, say, sessionOf, turn } from "./panels";

/** Holds back what fits; what is returned lets it fail, and lets everything after it pass. */
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
    const json = { code: "broken", title: "The drawer is stuck.", status: 500 };
    for (const route of held) await route.fulfill({ status: 500, json });
  };
}

const loading = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^Loading|^Looking/ })
    .first();

const stuck = (page: Page) => page.getByRole("alert").filter({ hasText: "The drawer is stuck." }).first();

/** Loading, then a failure with a way to try again, then what was wanted. */
async function threeStates(
  page: Page,
  name: string,
  wanted: RegExp,
  open: () => Promise<unknown>,
): Promise<void> {
  const fail = await hold(page, wanted);
  await open();
  await expect(loading(page), `${name} loads`).toBeVisible();
  await fail();
  await expect(stuck(page), `${name} failed`).toBeVisible();
  // A panel that asks for several things has a failure for each.
  await expect(async () => {
    if (await stuck(page).isVisible()) await stuck(page).getByRole("button", { name: "Try again" }).click();
    await expect(stuck(page), `${name} is there`).toBeHidden({ timeout: 500 });
  }).toPass();
}

test("Pages: loading, failed and tried again", async ({ page, host }) => {
  test.setTimeout(120_000);
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  for (const [id, wanted] of [
    ["usage", /\/api\/usage$/],
    ["settings", /\/api\/settings$/],
    ["audit", /\/api\/audit$/],
    ["devices", /\/api\/devices$/],
    ["doctor", /\/api\/doctor$/],
    ["stored", /\/api\/stored$/],
    ["search?q=parser", /\/api\/search$/],
  ] as const) {
    await threeStates(page, id, wanted, () => page.goto(`http://${host.address}/#/${id}`));
  }
});

test("Inbox: it waits for the list, says that the host is away, and shows what waits", async ({
  page,
  host,
}) => {
  const call = { type: "tool_use", name: "Bash", input: { command: "touch x", description: "make a file" } };
  await begin(page, host, turn("Make a file.", [call]));
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeVisible();
  let passing = false;
  let held: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/api\/ws$/, (socket) => {
    if (passing) socket.connectToServer();
    else held = socket;
  });
  await page.goto(`http://${host.address}/#/inbox`);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await expect(loading(page)).toBeVisible();
  await expect.poll(() => held !== undefined).toBe(true);
  // Nobody answers any more, and says so.
  await held?.close();
  await expect(page.getByRole("alert").filter({ hasText: "Connection lost" })).toBeVisible();
  await expect(loading(page)).toBeVisible();
  passing = true;
  await expect(page.getByRole("main").getByText("1 question from 1 session")).toBeVisible();
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeFocused();
  await expect(loading(page)).toBeHidden();
});

test("Page: when the host is renewed an open tab loads itself again, says so, and keeps what was typed", async ({
  page,
  host,
}) => {
  await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  let renewed = false;
  let current: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/api\/ws$/, (socket) => {
    const server = socket.connectToServer();
    current = socket;
    server.onMessage((message) =>
      socket.send(renewed ? String(message).replace(/"build":"[^"]*"/, '"build":"newer"') : message),
    );
  });
  await page.reload();
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("half a thought");
  await page.evaluate(() => Object.assign(window, { older: true }));
  renewed = true;
  await current?.close();
  await expect(page.getByText("Pilothouse was updated")).toBeVisible();
  expect(await page.evaluate(() => "older" in window)).toBe(false);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("half a thought");
  await expect(answers(page).getByText("Ready")).toBeVisible();
});

test("Panels: loading, failed and tried again", async ({ page, host }) => {
  test.setTimeout(120_000);
  await begin(page, host, script([[{ type: "text", text: "Ready" }]]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const session = sessionOf(page);
  const open = (id: string) => () =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/s/${session}?panel=${id}`);
  for (const [id, wanted] of [
    ["files", /\/files$/],
    ["mcp", /\/control$/],
    ["settings", /\/control$/],
    ["wire", /\/wire$/],
  ] as const) {
    await threeStates(page, id, wanted, open(id));
  }
});

test("Panels: what is asked for in one and fails is told there", async ({ page, host }) => {
  await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const context = await openPanel(page, "context", "Context");
  const failAsk = await hold(page, /\/control$/);
  await context.getByRole("button", { name: "Ask the CLI" }).click();
  await failAsk();
  await expect(context.getByRole("status").filter({ hasText: "The drawer is stuck." })).toBeVisible();
  await context.getByRole("button", { name: "Ask the CLI" }).click();
  await expect(context.getByRole("row", { name: /System prompt/ })).toBeVisible();

  const rewind = await openPanel(page, "rewind", "Rewind");
  await threeStates(page, "rewind", /\/rewind$/, () =>
    rewind.getByRole("list", { name: "Checkpoints" }).getByRole("button").first().click(),
  );
});

/** The panels that show what the session's view holds, and something of each that is there once it has come. */
const viewed = {
  Tasks: "No task list",
  Agents: "Nothing runs beside the conversation",
  MCP: "Add a server",
  Context: "Compactions",
  Cost: "By model",
  Rewind: "Restores the files",
  Wire: "spawn",
  Settings: "Permission mode",
  Help: "Commands",
} as const;

/** The panels that need no view: files are asked for by themselves, and keys are the browser's own. */
const others = ["Files", "Keys"];

/** Keeps the page from being given a session until it is let pass. */
async function withhold(page: Page) {
  const state: { pass: boolean; socket: WebSocketRoute | undefined; asked: string[] } = {
    pass: false,
    socket: undefined,
    asked: [],
  };
  await page.routeWebSocket(/\/api\/ws$/, (socket) => {
    const server = socket.connectToServer();
    state.socket = socket;
    socket.onMessage((message) => {
      const command = JSON.parse(String(message)) as { kind: string; session?: string };
      if (state.pass || command.kind !== "subscribe") server.send(message);
      else state.asked.push(command.session ?? "");
    });
  });
  return {
    /** Waits until the page has asked, and tells it no. */
    refuse: async () => {
      await expect.poll(() => state.asked.length).toBeGreaterThan(0);
      const session = state.asked.at(-1);
      state.socket?.send(JSON.stringify({ kind: "refused", session, problem: "The drawer is stuck." }));
      state.pass = true;
    },
    again: () => {
      state.pass = false;
      state.asked = [];
    },
  };
}

test("Panels: each waits for its session, says why it does not come, and asks again", async ({
  page,
  host,
}) => {
  test.setTimeout(180_000);
  await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const session = sessionOf(page);
  await openPanel(page, "tasks", "Tasks");
  const tabs = page.getByRole("navigation", { name: "Panels" }).getByRole("button");
  const titles = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute("aria-label")));
  expect(titles.toSorted(), "a panel without a test of its states").toEqual(
    [...Object.keys(viewed), ...others].toSorted(),
  );
  const door = await withhold(page);
  for (const [title, there] of Object.entries(viewed)) {
    door.again();
    const id = title === "Agents" ? "jobs" : title.toLowerCase();
    await page.goto(`http://${host.address}/#/s/${session}?panel=${id}`);
    await page.reload();
    const panel = page.getByRole(isPhone(page) ? "dialog" : "complementary", { name: title, exact: true });
    await expect(panel.getByRole("status").filter({ hasText: /^Loading/ }), `${title} waits`).not.toHaveCount(
      0,
    );
    await door.refuse();
    const alert = panel.getByRole("alert").filter({ hasText: "The drawer is stuck." }).first();
    await expect(alert, `${title} says why`).toBeVisible();
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(panel.getByText(there).first(), `${title} is there`).toBeVisible();
    await expect(alert).toBeHidden();
  }
});

test("Phone: what is pressed in a panel or on a page is thumb-sized, and nothing is too wide", async ({
  page,
  host,
}) => {
  test.skip(!isPhone(page), "only for fingers");
  test.setTimeout(120_000);
  await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const session = sessionOf(page);
  const places = [
    ...["files", "tasks", "jobs", "mcp", "context", "cost", "rewind", "wire", "settings", "help", "keys"].map(
      (id) => `s/${session}?panel=${id}`,
    ),
    ...["inbox", "usage", "settings", "audit", "devices", "doctor", "replay"],
  ];
  for (const place of places) {
    await page.goto(`http://${host.address}/#/${place}`);
    const inside = page.locator(place.startsWith("s/") ? "[role=dialog]" : "main");
    await expect(inside.getByRole("button").first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^Loading|^Looking/ })).toHaveCount(0);
    const small = await inside.locator("button, select, input, summary").evaluateAll((all) =>
      all
        .map((one) => ({ one, box: (one.closest("label") ?? one).getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 36 || box.width < 36))
        .map(({ one, box }) => `${one.outerHTML.slice(0, 100)} ${box.width}×${box.height}`),
    );
    expect(small, place).toEqual([]);
    expect(await overflow(page), place).toBe(0);
  }
});

test("Phone: the message and what is asked stay above the keyboard", async ({ page, host }) => {
  test.skip(!isPhone(page), "only where there is a keyboard on the screen");
  const call = { type: "tool_use", name: "Bash", input: { command: "touch x", description: "make a file" } };
  await begin(page, host, turn("Make a file.", [call]));
  const message = page.getByRole("textbox", { name: "Message" });
  const allow = page
    .getByRole("dialog", { name: /Bash/ })
    .getByRole("button", { name: "Allow", exact: true });
  await expect(allow).toBeInViewport({ ratio: 1 });
  // Most browsers make the page shorter.
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(allow).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await allow.click();
  await expect(allow).toBeHidden();
  // Safari lays the keyboard over it, and tells the visual viewport alone.
  await page.evaluate(() => {
    const seen = window.visualViewport as VisualViewport;
    Object.defineProperty(seen, "height", { value: 480, configurable: true });
    seen.dispatchEvent(new Event("resize"));
  });
  const bottom = async () => {
    const box = await message.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThan(480);
});

test("Panels: one whose code does not come says so, and the page is loaded again", async ({ page, host }) => {
  await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  const session = sessionOf(page);
  let broken = true;
  await page.route(/KeysPanel-[^/]*\.js$/, (route) => (broken ? route.abort() : route.fallback()));
  // A page loads itself once, in case it is older than the host; it did so just now.
  await page.evaluate(() => sessionStorage.setItem("pilothouse.reloadedAt", String(Date.now())));
  await page.goto(`http://${host.address}/#/s/${session}?panel=keys`);
  const panel = page.getByRole(isPhone(page) ? "dialog" : "complementary", { name: "Keys", exact: true });
  const alert = panel.getByRole("alert").filter({ hasText: "This part of the page failed." });
  await expect(alert).toBeVisible();
  broken = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("button", { name: "Change the key of Tasks" })).toBeVisible();
});

test("Session: one that the host does not know is told of, not waited for", async ({ page, host }) => {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  await page.goto(`http://${host.address}/#/s/nobody-knows-it`);
  const alert = page.getByRole("main").getByRole("alert").first();
  await expect(alert).toContainText("no such session", { ignoreCase: true });
  await expect(alert.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("Panels and pages: empty ones say what they are for", async ({ page, host }) => {
  await begin(page, host, undefined);
  for (const [id, title, words] of [
    ["tasks", "Tasks", "No task list"],
    ["jobs", "Agents", "Nothing runs beside the conversation"],
    ["context", "Context", "Nothing in the context yet"],
    ["cost", "Cost", "Nothing spent yet"],
    ["rewind", "Rewind", "No checkpoints yet"],
  ] as const) {
    const panel = await openPanel(page, id, title);
    await expect(panel.getByText(words)).toBeVisible();
  }
  for (const [id, words] of [
    ["usage", "Nothing spent in this time"],
    ["audit", "Nothing was decided yet"],
    ["devices", "No tokens."],
  ] as const) {
    await page.goto(`http://${host.address}/#/${id}`);
    await expect(page.getByText(words)).toBeVisible();
  }
});

test("Replay: a file that is no recording is refused in a sentence", async ({ page, host }) => {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  await page.goto(`http://${host.address}/#/replay`);
  await page
    .getByLabel("Choose a recording")
    .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a recording") });
  await expect(page.getByText(/is not a line of a recording/)).toBeVisible();
});

test("Motion: nothing moves for those who want it still", async ({ page, host }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await begin(page, host, script([[{ type: "text", text: "Calm" }]]));
  await expect(answers(page).getByText("Calm")).toBeVisible();
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
