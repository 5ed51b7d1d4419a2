// Who is let in, and what axe finds in a conversation.

import type { Page } from "@playwright/test";
import {
  accessProblems,
  answers,
  ask,
  choose,
  content,
  entry,
  expect,
  job,
  queued,
  recorded,
  result,
  test,
} from "./support";
import { type ToolCase, turnOf } from "./support/recordings/tools";

test("a device without a login sees how to get in, and a link works once", async ({ browser, host }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await test.step("without a login", async () => {
    await page.goto(`http://${host.address}/`);
    await expect(page.getByText("This device is not signed in.")).toBeVisible();
    expect(await page.evaluate(async () => (await fetch("api/sessions")).status)).toBe(401);
  });
  await test.step("with a link that was used", async () => {
    await page.goto("about:blank");
    await page.goto(host.link);
    await expect(page.getByText(/was used/)).toBeVisible();
  });
  await context.close();
});

/** Every kind of request as it was recorded, and what must be on the screen before axe runs. */
const requests: Record<string, (page: Page) => Promise<void>> = {
  "ask-command": async (page) => {
    await ask(page).getByRole("button", { name: "Edit first" }).click();
    await expect(ask(page).getByRole("textbox", { name: "Command" })).toBeVisible();
  },
  "ask-edit": async (page) => {
    const diff = ask(page).getByRole("region", { name: /Changes of/ });
    await expect(diff).toContainText("/home");
    await expect(diff.locator(".token").first()).toBeVisible();
  },
  "ask-questions": async (page) => {
    await page.getByRole("button", { name: /Apple/ }).click();
    await expect(ask(page)).toContainText("Which fruits?");
  },
  "ask-plan": (page) => expect(ask(page).getByRole("listitem").first()).toContainText("Look"),
  "ask-dialog": (page) => expect(ask(page)).toContainText("Paint"),
  "ask-form": async (page) => {
    await ask(page).getByRole("button", { name: "Answer" }).click();
    await expect(ask(page).getByRole("alert")).toBeVisible();
  },
};

for (const [name, prepare] of Object.entries(requests)) {
  test(`axe finds nothing serious in a request: ${name}`, async ({ page, fake }) => {
    const source = "export function login() {\n  redirect('/');\n}\n";
    fake.api("GET", /\/files\/content\?/, content(source));
    await fake.session({ view: recorded(name) });
    await prepare(page);
    expect(await accessProblems(page)).toEqual([]);
  });
}

test("axe finds nothing serious in a conversation with opened calls", async ({ page, fake }) => {
  const cases: ToolCase[] = ["Read of code", "Bash with colors", "TodoWrite", "Bash that fails"];
  const turns = cases.map(turnOf);
  const view = recorded("tools");
  const isShown = ({ turn = 0, body }: (typeof view.entries)[number]) =>
    turns.includes(turn) && body.kind === "tool";
  await fake.session({ view: { ...view, entries: view.entries.filter(isShown) } });
  fake.append(entry.thinking("Deep in thought."));
  fake.append(
    entry.text("# Heading\n\nA [link](https://example.com), `code`, and\n\n| a | b |\n|---|---|\n| 1 | 2 |"),
  );
  await expect(answers(page).getByRole("heading", { name: "Heading" })).toBeVisible();
  // The failed command is open without a click.
  await expect(answers(page).getByText("it broke").first()).toBeVisible();
  for (const [name, inside] of [
    [/Thought/, "Deep in thought."],
    [/Read/, "export const two"],
    [/paint/, "red words"],
  ] as const) {
    await page.getByRole("log").getByRole("button", { name, expanded: false }).click();
    await expect(answers(page).getByText(inside).first()).toBeVisible();
  }
  expect(await accessProblems(page)).toEqual([]);
});

test("axe finds nothing serious beside a side question, a search and a queue", async ({ page, fake }) => {
  await fake.session({ view: recorded("ask-command"), queue: [queued("the next one")] });
  await expect(ask(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("the next one");
  await choose(page, "Ask on the side");
  await expect(page.getByRole("region", { name: "Question on the side" })).toBeVisible();
  await choose(page, "Find in session");
  await expect(page.getByRole("searchbox", { name: "Find in session" })).toBeVisible();
  expect(await accessProblems(page)).toEqual([]);
});

test("axe finds nothing serious at a limit, and while a command prints", async ({ page, fake }) => {
  fake.control("get_task_output", { output: "half way\n", truncated: false });
  const input = { command: "build", run_in_background: true };
  await fake.session({
    entries: [
      entry.user("Build it."),
      entry.tool("Bash", input, { links: { job: "job-1" }, result: result("It runs in the background.") }),
      entry.turn({ outcome: "maxTurns", isError: true, subtype: "error_max_turns" }),
    ],
    jobs: [job("job-1", "build", { job: "shell" })],
  });
  await expect(answers(page).getByRole("button", { name: "Go on" })).toBeVisible();
  const call = page.locator("article[data-kind=tool]");
  await call.locator("button[aria-expanded]").first().click();
  await expect(call.getByRole("region", { name: "Output so far" })).toContainText("half way");
  expect(await accessProblems(page)).toEqual([]);
});
