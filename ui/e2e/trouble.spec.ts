// What goes wrong is a sentence with a next step.

import type { RateLimit } from "../src/api/generated";
import {
  answers,
  begin,
  doing,
  entry,
  expect,
  idle,
  type Page,
  say,
  script,
  send,
  test,
  tool,
} from "./support";
import { processOf } from "./support/disk";

const alert = (page: Page) => page.getByRole("alert");

test("the CLI is missing", async ({ page, fake }) => {
  fake.host({ cli: { verdict: "missing", problem: "The Claude Code CLI was not found." } });
  await fake.session();
  await expect(alert(page)).toContainText("The Claude Code CLI was not found.");
  await expect(alert(page)).toContainText("npm install -g @anthropic-ai/claude-code");
});

test("the CLI is newer than what was tested", async ({ page, fake }) => {
  fake.host({ cli: { verdict: "newer", version: "9.9.9" } });
  await fake.session();
  await expect(alert(page)).toContainText(
    "The CLI is 9.9.9, newer than the versions this host was tested with.",
  );
  await alert(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(alert(page)).toBeHidden();
});

test("the CLI is not signed in", async ({ page, fake }) => {
  await fake.session({ info: { account: {} } });
  await expect(alert(page)).toContainText("The CLI is not signed in.");
  await expect(alert(page)).toContainText("Run claude in a terminal and sign in");
});

test("the account's limit is reached, and when it resets", async ({ page, fake }) => {
  const rateLimit: RateLimit = {
    status: "rejected",
    limit: "five_hour",
    resetsAt: 1_800_000_000,
    usingOverage: false,
    at: 0,
    detail: null,
  };
  await fake.session({ usage: { rateLimit } });
  await expect(alert(page)).toContainText(
    /The five-hour limit of the account is reached\. It resets \w+.*\d\d:\d\d/,
  );
});

test("overloaded, and tried again until it gets through", async ({ page, fake }) => {
  const retry = (over: boolean) =>
    entry.of({
      kind: "retry",
      attempt: 1,
      maxRetries: 10,
      delayMs: 500,
      status: 529,
      error: "overloaded",
      over,
    });
  await fake.session({ entries: [{ ...retry(false), id: "e1", order: 1 }] });
  await expect(answers(page).getByText(/^retry 1 of 10: overloaded \(529\), the next after/)).toBeVisible();
  fake.append({ ...retry(true), id: "e1", order: 1 });
  fake.append(entry.text("Got through"));
  await expect(answers(page).getByText("Got through")).toBeVisible();
  await expect(answers(page).getByText(/^retry 1 of 10: overloaded \(529\)$/)).toBeVisible();
});

test("overloaded for long: it says that it tries again, and can be stopped", async ({ page, host }) => {
  const overloaded = { type: "http_error", status: 529, etype: "overloaded_error", message: "busy" };
  await begin(page, host, script([[overloaded]]));
  await expect(doing(page)).toContainText(/Overloaded, retry \d+ of \d+/);
  await expect(answers(page).getByText(/retry \d+ of \d+: overloaded/)).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await idle(page);
});

test("the limit of turns is reached", async ({ page, fake }) => {
  await fake.session({
    entries: [
      entry.user("Look around."),
      entry.turn({ outcome: "maxTurns", isError: true, subtype: "error_max_turns" }),
    ],
  });
  await expect(answers(page).getByText(/reached its limit of turns/)).toBeVisible();
  await expect(answers(page).getByText(/every message may take as many steps again/)).toBeVisible();
  const goOn = answers(page).getByRole("button", { name: "Go on" });
  await goOn.click();
  await expect(page.getByRole("log").getByText("Go on where you stopped.")).toBeVisible();
  await expect(goOn).toBeHidden();
});

test("the budgets of the session and of its CLI are reached, and how to go on", async ({ page, host }) => {
  const look = tool("Bash", { command: "ls" });
  await begin(page, host, script([[look], [say("Never said")]]), {
    budgetUsd: 0.0001,
    flags: ["--max-budget-usd", "0.0001"],
  });
  await expect(
    answers(page).getByText(/The budget of the session is used up.*raised in the settings of the session/),
  ).toBeVisible();
  await expect(answers(page).getByText(/reached its budget/)).toBeVisible();
  await expect(answers(page).getByText(/every further message would end at once/)).toBeVisible();
  await answers(page).getByRole("button", { name: "Go on without this budget" }).click();
  await expect(answers(page).getByText("Go on where you stopped.")).toBeVisible();
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
  process.kill(processOf(host, id), "SIGKILL");
  await expect(alert(page)).toContainText("The conversation is kept.");
  await expect(alert(page)).toContainText("the boiler burst");
  await expect(doing(page)).toContainText("Ended");
  await alert(page).getByRole("button", { name: "Start again" }).click();
  await expect(alert(page)).toBeHidden();
  await send(page, script([[say("Said after")]]));
  await expect(answers(page).getByText("Said after")).toBeVisible();
  await expect(answers(page).getByText("Said before")).toBeVisible();
  expect(await page.evaluate(() => location.hash)).toContain(id);
});
