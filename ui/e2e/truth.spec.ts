// What the page shows is so: states of calls, suggestions, modes, agents, dialogs.

import type { Activity, AnswerAsk, ModelInfo } from "../src/api/generated";
import {
  ask,
  content,
  entry,
  expect,
  type Fake,
  message,
  moreChoice,
  queued,
  request,
  result,
  test,
} from "./support";

const model: ModelInfo = {
  value: "opus",
  displayName: "Opus",
  effortLevels: ["low", "high"],
  supportsFastMode: false,
  supportsAutoMode: true,
  supportsThinkingOff: false,
};

const answer = (fake: Fake) => fake.received<AnswerAsk>("POST", /\/asks\//);

/** Tells the page what the session is and has. */
const inform = (fake: Fake, info: Partial<Fake["view"]["info"]>) =>
  fake.change({ kind: "infoSet", info: { ...fake.view.info, ...info } });

test("a call that waits for its turn has no clock @both", async ({ page, fake }) => {
  const since = Date.now() - 65_000;
  await fake.session({
    entries: [
      entry.tool("Bash", { command: "npm test" }, { state: "running", startedAt: since }),
      entry.tool("Bash", { command: "git push" }, { state: "waiting" }),
    ],
  });
  const row = (text: string) => page.locator("article[data-kind=tool]", { hasText: text });
  await expect(row("npm test").getByRole("img", { name: "running" })).toBeVisible();
  await expect(row("npm test")).toContainText(/1 min \d+ s/);
  await expect(row("git push").getByRole("img", { name: "waiting", exact: true })).toBeVisible();
  await expect(row("git push")).not.toContainText(/\d m?s/);
});

test("the suggested prompt is taken by Tab or by a click @both", async ({ page, fake }) => {
  await fake.session();
  inform(fake, { promptSuggestion: "run the tests" });
  const use = page.getByRole("button", { name: "Use suggestion: run the tests" });
  await expect(use).toBeVisible();
  await message(page).press("Tab");
  await expect(message(page)).toHaveValue("run the tests");
  await expect(use).toBeHidden();
  await message(page).fill("");
  await use.click();
  await expect(message(page)).toHaveValue("run the tests");
  await expect(message(page)).toBeFocused();
});

test("auto is in the cycle, in the picker and in the plan dialog where the CLI offers it", async ({
  page,
  fake,
}) => {
  await fake.session();
  const mode = page.getByRole("button", { name: /^Permission mode/ });
  const auto = page.getByRole("menuitemradio", { name: "Auto" });
  inform(fake, { models: [{ ...model, supportsAutoMode: false }], model: "opus" });
  await mode.click();
  await expect(page.getByRole("menuitemradio", { name: "Plan" })).toBeVisible();
  await expect(auto).toHaveCount(0);
  await page.keyboard.press("Escape");
  inform(fake, { models: [model], model: "opus", permissionMode: "plan", effort: "high" });
  await expect(page.getByRole("button", { name: /^Effort/ })).toHaveText("High");
  await mode.click();
  await expect(auto).toBeVisible();
  await page.keyboard.press("Escape");
  await message(page).press("Shift+Tab");
  expect(await fake.received("PATCH", /^api\/sessions\/s1$/)).toEqual({ permissionMode: "auto" });
  fake.ask(request.plan("# The plan\n\n1. Look"));
  await expect(ask(page)).toContainText("Look");
  await (await moreChoice(ask(page), "Allow and switch to auto mode")).click();
  expect(await answer(fake)).toEqual({ kind: "approvePlan", mode: "auto" });
});

test("a permission is given together with auto mode", async ({ page, fake }) => {
  await fake.session();
  inform(fake, { models: [model], model: "opus" });
  fake.ask(request.permission("Bash", { command: "make" }));
  await (await moreChoice(ask(page), "Allow and switch to auto mode")).click();
  expect(await answer(fake)).toEqual({
    kind: "allow",
    remember: [{ type: "setMode", mode: "auto", destination: "session" }],
  });
});

test("what an agent says stands in its card, once", async ({ page, fake }) => {
  const said = { status: "completed", content: [{ type: "text", text: "Found it." }] };
  const card = entry.tool(
    "Agent",
    { description: "Look for x", prompt: "Look", subagent_type: "Explore" },
    {
      result: {
        text: { text: "Found it.", truncated: false, fullSize: 9 },
        isError: false,
        invalidCall: false,
        attachments: [],
        structured: said,
        structuredCut: false,
        seq: 1,
      },
    },
  );
  await fake.session({
    entries: [
      { ...card, id: "agent" },
      { ...entry.text("Looking."), parent: "agent" },
      { ...entry.text("Found it."), parent: "agent" },
      entry.notice("Agent finished: Look for x · 3 tools · 12 s", { source: "task" }),
    ],
  });
  await page.locator("article[data-entry=agent] button[aria-expanded]").first().click();
  const agent = page.locator("article[data-entry=agent]");
  await expect(agent.getByText("Looking.")).toBeVisible();
  await expect(agent.getByText("Found it.")).toHaveCount(1);
  await expect(page.getByText("Agent finished: Look for x · 3 tools · 12 s")).toBeVisible();
});

test("a dialog of the CLI is answered by one of its choices @both", async ({ page, fake }) => {
  await fake.session();
  fake.ask(
    request.dialog(
      "refusal_fallback_prompt",
      { originalModel: "A", fallbackModel: "B" },
      { title: "A declined to answer", choices: [{ value: "retry_fallback", label: "Retry with B" }] },
    ),
  );
  await expect(ask(page).getByRole("heading")).toHaveText("A declined to answer");
  await ask(page).getByRole("button", { name: "Retry with B" }).click();
  expect(await answer(fake)).toEqual({
    kind: "dialog",
    payload: { behavior: "completed", result: "retry_fallback" },
  });
});

test("from Send to the first word the message and a line with a clock stand where the answer will be @both", async ({
  page,
  fake,
}) => {
  const log = page.getByRole("log");
  const line = page.locator("[data-awaited]");
  const live = (activity: Activity, ago = 0) =>
    fake.change({
      kind: "livenessSet",
      liveness: { ...fake.view.liveness, activity, since: Date.now() - ago },
    });
  await fake.session({ activity: { state: "parked" } });
  const [first, second] = [queued("the first message"), queued("the second one")];
  fake.change({ kind: "queueSet", queue: [first, second] });
  await expect(log.getByText("the first message")).toBeVisible();
  await expect(line).toHaveText("Starting Claude…");
  const waiting = page.getByRole("list", { name: "Queued messages" });
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await expect(waiting).toContainText("the second one");
  live({ state: "starting" }, 20_000);
  await expect(line).toHaveText(/^Starting Claude… 2\d s$/);
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  fake.append(entry.user("the first message", { delivery: { state: "running" } }));
  fake.change({ kind: "queueSet", queue: [] });
  live({ state: "requesting" }, 60_000);
  await expect(line).toHaveText(/^Waiting for the model… 1 min/);
  await expect(log.getByText("the first message")).toHaveCount(1);
  const written = fake.append(entry.text("An answer"));
  live({ state: "writing", entry: written.id });
  await expect(line).toHaveCount(0);
});

test("a message that waits for a decision stays in the queue", async ({ page, fake }) => {
  await fake.session({
    activity: { state: "parked" },
    queue: [queued("wait for it")],
    summary: { problem: "It does not start." },
  });
  await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("wait for it");
  await expect(page.locator("[data-awaited]")).toHaveCount(0);
});

test("files and addresses that a text names are links, and a file opens at its line", async ({
  page,
  fake,
}) => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1} of it`);
  fake.api("GET", /\/files\/content/, content(lines.join("\n")));
  await fake.session({
    entries: [
      entry.text("It fails in src/cart.ts:150, as `src/cart.ts` says; see https://example.com/why."),
      entry.tool(
        "Bash",
        { command: "npm test" },
        { state: "failed", result: result("at test/cart.test.ts:7:3", { isError: true }) },
      ),
    ],
  });
  const log = page.getByRole("log");
  await expect(log.getByRole("link", { name: "https://example.com/why" })).toBeVisible();
  await expect(log.getByRole("button", { name: "src/cart.ts", exact: true })).toBeVisible();
  await expect(log.getByRole("button", { name: "test/cart.test.ts:7:3" })).toBeVisible();
  await log.getByRole("button", { name: "src/cart.ts:150" }).click();
  const panel = page.getByRole("complementary", { name: "Files" });
  const marked = panel.locator("[aria-current=location]");
  await expect(marked).toContainText("line 150 of it");
  await expect(marked).toBeInViewport();
});
