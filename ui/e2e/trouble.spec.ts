// What goes wrong is a sentence with a next step.

import { readdir, readFile, readlink } from "node:fs/promises";
import type { HostInfo } from "../src/api/generated";
import { answers, expect, type Host, script, send, test } from "./host";
import { altering, rewriteUpdates } from "./rewrite";
import { begin, doing, idle, say, tool } from "./talk";

const alert = (page: import("@playwright/test").Page) => page.getByRole("alert");

/** The process of the CLI in the host's only session. */
async function processOf(host: Host): Promise<number> {
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [cwd, command] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ""),
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    ]);
    if (cwd === host.project && command.includes("--session-id")) return Number(pid);
  }
  throw new Error("there is no process of the CLI");
}

const cli = (change: Partial<HostInfo["cli"]>) => (update: import("../src/api/generated").SocketUpdate) => {
  if (update.kind === "hello") Object.assign(update.host.cli, change);
};

test("the CLI is missing", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  await rewriteUpdates(page, cli({ verdict: "missing", problem: "The Claude Code CLI was not found." }));
  await expect(alert(page)).toContainText("The Claude Code CLI was not found.");
  await expect(alert(page)).toContainText("npm install -g @anthropic-ai/claude-code");
});

test("the CLI is newer than what was tested", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  await rewriteUpdates(page, cli({ verdict: "newer", version: "9.9.9" }));
  await expect(alert(page)).toContainText(
    "The CLI is 9.9.9, newer than the versions this host was tested with.",
  );
  await alert(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(alert(page)).toBeHidden();
});

test("the CLI is not signed in", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  await rewriteUpdates(
    page,
    altering({
      info: (info) => {
        info.account = {};
      },
    }),
  );
  await expect(alert(page)).toContainText("The CLI is not signed in.");
  await expect(alert(page)).toContainText("Run claude in a terminal and sign in");
});

test("the account's limit is reached, and when it resets", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  await rewriteUpdates(
    page,
    altering({
      usage: (usage) => {
        usage.rateLimit = {
          status: "rejected",
          limit: "five_hour",
          resetsAt: 1_800_000_000,
          usingOverage: false,
          at: 0,
          detail: null,
        };
      },
    }),
  );
  await expect(alert(page)).toContainText(
    /The five-hour limit of the account is reached\. It resets \w+.*\d\d:\d\d/,
  );
});

const overloaded = { type: "http_error", status: 529, etype: "overloaded_error", message: "busy" };

test("overloaded, and tried again until it gets through", async ({ page, host }) => {
  await begin(page, host, script([[{ ...overloaded, times: 1 }, say("Got through")]]));
  await expect(answers(page).getByText("Got through")).toBeVisible();
  await expect(answers(page).getByText(/retry 1 of \d+: overloaded/)).toBeVisible();
});

test("overloaded for long: it says that it tries again, and can be stopped", async ({ page, host }) => {
  await begin(page, host, script([[overloaded]]));
  await expect(doing(page)).toContainText(/retrying, overloaded.*\d+ of \d+/);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await idle(page);
});

test("the limit of turns is reached", async ({ page, host }) => {
  const look = tool("Bash", { command: "ls" });
  await begin(page, host, script([[look], [look], [say("Never said")]]), { maxTurns: 1 });
  await expect(answers(page).getByText(/reached its limit of turns/)).toBeVisible();
  await expect(answers(page).getByText(/every message may take as many steps again/)).toBeVisible();
  const goOn = answers(page).getByRole("button", { name: "Go on" });
  await goOn.click();
  await expect(answers(page).getByText("Go on where you stopped.")).toBeVisible();
  await expect(goOn).toBeHidden();
});

test("the budget the CLI was started with is reached", async ({ page, host }) => {
  const look = tool("Bash", { command: "ls" });
  await begin(page, host, script([[look], [say("Never said")]]), {
    flags: ["--max-budget-usd", "0.0001"],
  });
  await expect(answers(page).getByText(/reached its budget/)).toBeVisible();
  await expect(answers(page).getByText(/every further message would end at once/)).toBeVisible();
  await answers(page).getByRole("button", { name: "Go on without this budget" }).click();
  await expect(answers(page).getByText("Go on where you stopped.")).toBeVisible();
});

test("the budget of a session is used up, and where to raise it", async ({ page, host }) => {
  await begin(page, host, script([[say("Spent")]]), { budgetUsd: 0.0001 });
  await expect(
    answers(page).getByText(/The budget of the session is used up.*raised in the settings of the session/),
  ).toBeVisible();
});

test("the process dies in the middle: it is resumed by itself, with what it said last", async ({
  page,
  host,
}) => {
  const burst = [
    { type: "stderr", text: "the boiler burst\n" },
    { type: "exit", code: 7 },
  ];
  await begin(page, host, script([burst]));
  const died = page.locator("article").filter({ hasText: "the process died" }).first();
  await expect(died).toContainText("the boiler burst");
  await expect(answers(page).getByText(/The process died while this was being answered/)).toBeVisible();
  await idle(page);
  await answers(page).getByRole("button", { name: "Go on" }).click();
  await expect(answers(page).getByText("Go on where you stopped.")).toBeVisible();
});

test("the process dies with nothing to do: it says how, and is started again", async ({ page, host }) => {
  const last = { type: "stderr", text: "the boiler burst\n" };
  const id = await begin(page, host, script([[last, say("Said before")]]));
  await expect(answers(page).getByText("Said before")).toBeVisible();
  await idle(page);
  process.kill(await processOf(host), "SIGKILL");
  await expect(alert(page)).toContainText("The conversation is kept.");
  await expect(alert(page)).toContainText("the boiler burst");
  await expect(doing(page)).toContainText("ended");
  await alert(page).getByRole("button", { name: "Start again" }).click();
  await expect(alert(page)).toBeHidden();
  await send(page, script([[say("Said after")]]));
  await expect(answers(page).getByText("Said after")).toBeVisible();
  await expect(answers(page).getByText("Said before")).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toContain(id);
});
