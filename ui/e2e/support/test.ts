// The fixtures of the browser tests.
//
// `host`: the server that all tests of a worker share, signed in, with a project directory of the test's own. Sessions
// are deleted after the test. `ownHost`: a fresh server, for tests about the server itself. `fake`: no server at all.

import { test as base, type Page, type TestInfo } from "@playwright/test";
import { Fake } from "./fake/fake";
import { type Host, Server } from "./server";

/** Keeps the traffic of the sockets, each message cut short. */
function recordTraffic(page: Page): string[] {
  const lines: string[] = [];
  const keep = (sign: string, payload: string | Buffer) =>
    lines.push(`${new Date().toISOString()} ${sign} ${payload.toString().slice(0, 2000)}`);
  page.on("websocket", (socket) => {
    keep("open", socket.url());
    socket.on("framesent", ({ payload }) => keep(">", payload));
    socket.on("framereceived", ({ payload }) => keep("<", payload));
    socket.on("close", () => keep("closed", socket.url()));
  });
  return lines;
}

/** Attaches the traffic of a failed test: it shows whether something was lost, and on which side. */
async function attachTraffic(info: TestInfo, traffic: string[]): Promise<void> {
  if (info.status === info.expectedStatus) return;
  await info.attach("socket", { body: traffic.join("\n"), contentType: "text/plain" });
}

interface Fixtures {
  host: Host;
  ownHost: Server;
  fake: Fake;
  /** Further arguments of `pilothouse serve` for `ownHost`. */
  serverArguments: string[];
}

export const test = base.extend<Fixtures, { server: Server }>({
  serverArguments: [[], { option: true }],

  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await Server.start();
      await server.signIn();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],

  host: async ({ page, context, server }, use, info) => {
    await context.setStorageState(await server.signIn());
    const before = await server.sharedState();
    const host = await server.withOwnProject();
    const traffic = recordTraffic(page);
    await page.goto(`http://${server.address}/`);
    await use(host);
    await attachTraffic(info, traffic);
    await server.deleteSessions();
    if ((await server.sharedState()) !== before)
      throw new Error("the test changed settings, rules or devices of the shared server: use ownHost");
  },

  ownHost: async ({ page, context, serverArguments }, use, info) => {
    const server = await Server.start(serverArguments);
    const traffic = recordTraffic(page);
    await page.goto(server.link);
    await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
    await server.adopt(context);
    await use(server);
    await attachTraffic(info, traffic);
    await server.stop();
  },

  fake: async ({ page, context }, use) => {
    const fake = await Fake.start(page, context);
    await use(fake);
    await fake.stop();
  },
});
