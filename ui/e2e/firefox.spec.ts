// The main path in Debian's firefox-esr. Part of `cargo xtask test --full`; skipped where Firefox is missing.

import { test as base, expect } from "@playwright/test";
import { Firefox, hasFirefox, keys } from "./support/firefox";
import { say, script, tool } from "./support/script";
import { Server } from "./support/server";

const test = base.extend<{ host: Server; firefox: Firefox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  host: async ({}, use) => {
    const host = await Server.start();
    await use(host);
    await host.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  firefox: async ({}, use) => {
    const firefox = await Firefox.start();
    await use(firefox);
    await firefox.stop();
  },
});

/** Entries of the transcript that are no messages of the person. */
const answer = "[role=log] article:not([data-kind=user])";

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
test.beforeEach(({}, { project }) => {
  test.skip(!hasFirefox, "firefox-esr is not installed");
  test.skip(project.name === "phone", "Firefox is tried at one width");
});

test("the main path: sign in, start, allow, read the answer, reload", async ({ host, firefox }) => {
  await firefox.open(host.link);
  await firefox.sees("h1", "What should Claude do?");
  await firefox.click("textbox", "First message");
  const command = tool("Bash", { command: "touch made-here", description: "Make a file" });
  await firefox.type(script([[say("I make a file."), command], [say("It is **there**.")]]));
  await firefox.type(keys.Enter);
  await firefox.sees(answer, "I make a file.");
  await firefox.sees("[data-ask]", "touch made-here");
  await firefox.click("button", "Allow");
  await firefox.sees(answer, "It is there.");
  await firefox.reload();
  await firefox.sees(answer, "It is there.");
  await firefox.click("textbox", "Message");
  await firefox.type(`hello again${keys.Enter}`);
  await firefox.sees(answer, "hello again");
  expect(await firefox.focused()).toBe("Message");
});
