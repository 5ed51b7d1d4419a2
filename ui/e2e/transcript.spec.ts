// Reading a conversation: thinking, jumps, copies, links, finding, older pages, new entries.

import type { Entry, EntryPage, SearchPage } from "../src/api/generated";
import {
  answers,
  ask,
  begin,
  call,
  catchCopies,
  choose,
  doing,
  entry,
  expect,
  type Fake,
  idle,
  list,
  makeSession,
  message,
  type NewEntry,
  openPanel,
  request,
  row,
  say,
  script,
  scroller,
  send,
  show,
  test,
  tool,
  whole,
} from "./support";

/** How many entries a page of a session holds. */
const PAGE = 200;

const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index}.`).join("\n\n");

/** Opens a session with these texts. The page gets the newest ones; the others are on older pages. */
const openLong = (fake: Fake, texts: string[]): Promise<string> =>
  openEntries(
    fake,
    texts.map((text) => entry.text(text)),
  );

async function openEntries(fake: Fake, entries: NewEntry[]): Promise<string> {
  const all = entries.map((one, index): Entry => {
    const order = index + 1;
    return { id: `e${order}`, order, at: Date.now(), epoch: 1, turn: 1, ...one };
  });
  fake.api("GET", /\/entries\?before=/, ({ path }: { path: string }): EntryPage => {
    const query = new URL(path, `http://${fake.address}`).searchParams;
    const end = all.findIndex(({ id }) => id === query.get("before"));
    const start = Math.max(0, end - Number(query.get("limit")));
    return { entries: all.slice(start, end), hasOlder: start > 0 };
  });
  return fake.session({ entries: all.slice(-PAGE), hasOlder: true });
}

test("thinking is one line with its duration until it is opened", async ({ page, fake }) => {
  await fake.session({ entries: [entry.thinking("Deep in thought.", { durationMs: 1600 })] });
  const line = page.getByRole("button", { name: "Thought for 1.6 s" });
  await expect(line).toBeVisible();
  await expect(answers(page).getByText("Deep in thought.")).toBeHidden();
  await line.click();
  await expect(answers(page).getByText("Deep in thought.")).toBeVisible();
});

test("a message, a session and the command for a terminal are copied", async ({ page, fake }) => {
  await fake.session({
    title: "Letters",
    entries: [entry.user("Be bold."), entry.text("**Bold** answer")],
    summary: { cliSessionId: "5f0c6a52-3c39-4c0e-9f0e-0d3f5a7d1c11" },
  });
  const copied = await catchCopies(page);
  const answer = page.locator("article[data-kind=text]");
  await expect(answer).toContainText("Bold answer");
  await answer.focus();
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  expect(await copied()).toBe("**Bold** answer");
  await choose(page, "Copy session as Markdown");
  await expect(page.getByText("The session is copied as Markdown.")).toBeVisible();
  expect(await copied()).toBe("# Letters\n\n> Be bold.\n\n**Bold** answer\n");
  await choose(page, "Copy resume command");
  await expect(page.getByText(/^Copied\./)).toBeVisible();
  expect(await copied()).toMatch(/^cd \/home\/ann\/demo && claude --resume [0-9a-f-]{36}$/);
});

test("a link to a message opens at it, also where older pages must be loaded", async ({ page, host }) => {
  const many = Array.from({ length: 300 }, (_, index) => ({ ...say(`Entry number ${index}.`), chunks: 1 }));
  const id = await makeSession(page, host, "Long", [many]);
  await expect(row(await list(page), "Long")).toContainText("Entry number 299.");
  const entries = (before?: string) =>
    call<EntryPage>(
      page,
      "GET",
      `api/sessions/${id}/entries?limit=${PAGE}${before ? `&before=${before}` : ""}`,
    );
  const newest = await entries();
  const older = await entries(newest.entries[0]?.id);
  const wanted = older.entries.find(({ body }) => body.kind === "text" && body.text === "Entry number 20.");
  expect(wanted).toBeDefined();
  await show(page, id, wanted?.id);
  await expect(answers(page).getByText("Entry number 20.", { exact: true })).toBeInViewport();
});

test("older pages come when scrolling up, and nothing jumps", async ({ page, fake }) => {
  await openLong(
    fake,
    Array.from({ length: 450 }, (_, index) => `Entry number ${index}.`),
  );
  await expect(answers(page).getByText("Entry number 449.")).toBeVisible();
  // Step by step, as a person does: between two frames the rows in sight may move by the step and no further.
  const worst = await scroller(page).evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Rows that begin above the window may grow upwards; nobody sees where they begin.
    const { top: edge } = element.getBoundingClientRect();
    const places = () =>
      new Map(
        [...element.querySelectorAll("[data-entry]")]
          .map((row) => [row.getAttribute("data-entry"), row.getBoundingClientRect().top] as const)
          .filter(([, top]) => top >= edge),
      );
    const isAtStart = () => element.scrollTop === 0 && element.querySelector("[data-entry=e1]") !== null;
    element.dispatchEvent(new WheelEvent("wheel", { deltaY: -10, bubbles: true }));
    let worst = 0;
    while (!isAtStart()) {
      const before = places();
      element.scrollTop -= 150;
      await frame();
      await frame();
      for (const [entry, place] of places()) {
        const was = before.get(entry);
        if (was !== undefined) worst = Math.max(worst, Math.abs(place - was) - 150);
      }
    }
    return worst;
  });
  await expect(answers(page).getByText("Entry number 0.", { exact: true })).toBeInViewport();
  expect(worst).toBeLessThan(2);
});

test("finding in a session counts, leads there, and reaches what is not loaded", async ({ page, fake }) => {
  const hits = [5, 105, 205];
  const texts = Array.from({ length: 300 }, (_, index) =>
    hits.includes(index) ? `Here is the needle ${index}.` : `Plain entry ${index}.`,
  );
  const session = await openLong(fake, texts);
  fake.api("GET", "search", {
    hits: hits.map((at) => ({ session, title: "A session", entry: `e${at + 1}`, at, snippet: "the needle" })),
  } satisfies SearchPage);
  await expect(answers(page).getByText("Plain entry 299.")).toBeVisible();
  await message(page).press("Control+f");
  const field = page.getByRole("searchbox", { name: "Find in session" });
  const count = page.getByRole("search").locator("output");
  await field.fill("the needle");
  await expect(count).toHaveText("3 of 3");
  await expect(answers(page).getByText("Here is the needle 205.")).toBeInViewport();
  await expect(field).toBeFocused();
  await field.press("Enter");
  await field.press("Enter");
  await expect(count).toHaveText("1 of 3");
  await expect(answers(page).getByText("Here is the needle 5.", { exact: true })).toBeInViewport();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(count).toHaveText("2 of 3");
  await field.press("Escape");
  await expect(field).toBeHidden();
});

test("the outline has every prompt by day, and leads to those that are not loaded", { tag: "@both" }, async ({
  page,
  fake,
}) => {
  const yesterday = Date.now() - 24 * 60 * 60 * 1000;
  const entries = Array.from({ length: 450 }, (_, index): NewEntry => {
    const at = index < 300 ? yesterday : Date.now();
    return index % 150 === 0
      ? { ...entry.user(`Prompt of turn ${index / 150 + 1}`), at, turn: index / 150 + 1 }
      : { ...entry.text(`Entry number ${index}.`), at };
  });
  await openEntries(fake, entries);
  await expect(answers(page).getByText("Entry number 449.")).toBeVisible();
  const panel = await openPanel(page, "outline", "Outline");
  await expect(panel.getByRole("list")).toHaveCount(2);
  await expect(panel.getByRole("listitem")).toHaveText([
    /Prompt of turn 1/,
    /Prompt of turn 2/,
    /Prompt of turn 3/,
  ]);
  await panel.getByRole("searchbox").fill(new Date(yesterday).toLocaleDateString("en-CA"));
  await expect(panel.getByRole("listitem")).toHaveText([/Prompt of turn 1/, /Prompt of turn 2/]);
  await panel.getByRole("searchbox").fill("#1");
  await panel.getByRole("button", { name: /Prompt of turn 1/ }).click();
  await expect(page.getByRole("log").getByText("Prompt of turn 1")).toBeInViewport();
});

test("Ctrl+Home leads to the start of everything, Ctrl+End back", async ({ page, fake }) => {
  await openLong(
    fake,
    Array.from({ length: 450 }, (_, index) => `Entry number ${index}.`),
  );
  await expect(answers(page).getByText("Entry number 449.")).toBeVisible();
  await scroller(page).focus();
  await page.keyboard.press("Control+Home");
  await expect(answers(page).getByText("Entry number 0.", { exact: true })).toBeInViewport();
  await page.keyboard.press("Control+End");
  await expect(answers(page).getByText("Entry number 449.")).toBeInViewport();
});

test("jumps to the last prompt and to what waits", async ({ page, fake }) => {
  const long = paragraphs(60);
  await fake.session({
    entries: [
      entry.user("First words"),
      entry.text(long),
      entry.user("Second prompt"),
      entry.text(`${long}\n\nThe end.`),
    ],
    asks: [request.permission("Bash", { command: "touch x" })],
  });
  await expect(answers(page).getByText("The end.")).toBeInViewport();
  const prompt = page.locator("article[data-kind=user]");
  await choose(page, "Jump to the last prompt");
  await expect(prompt.getByText("Second prompt")).toBeInViewport();
  await choose(page, "Jump to the last prompt");
  await expect(prompt.getByText("First words")).toBeInViewport();
  await choose(page, "Jump to the next request");
  await expect(ask(page)).toBeFocused();
});

test("what came since the last visit is marked", async ({ page, fake }) => {
  const id = await fake.session({ entries: [entry.user("Hello"), entry.text("Old news")] });
  await expect(answers(page).getByText("Old news")).toBeVisible();
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await expect(page.getByRole("log")).toBeHidden();
  fake.append(entry.text("News for you"));
  fake.append(entry.text(paragraphs(40)));
  await show(page, id);
  await page.getByRole("button", { name: "New since your last visit" }).click();
  await expect(page.locator("article").getByText("New since your last visit")).toBeInViewport();
});

test("compaction says that earlier details may be gone", async ({ page, fake }) => {
  const summary = whole("They talked about boats.");
  const compaction = { kind: "compaction", state: "done", tokensBefore: 900, tokensAfter: 80 } as const;
  await fake.session({ entries: [entry.of({ ...compaction, summary })] });
  const line = page.getByRole("button", { name: /Context compacted, 900 to 80 tokens/ });
  await expect(line).toContainText("a summary was kept, earlier details may be gone");
  await line.click();
  await expect(answers(page).getByText("They talked about boats.")).toBeVisible();
});

test("long output is folded, and opens whole", async ({ page, host }) => {
  const lines = Array.from({ length: 1200 }, (_, index) => `output line ${index}`).join("\n");
  await begin(
    page,
    host,
    script([[tool("Bash", { command: "seq 1200" }, { stdout: lines })], [say("Counted")]]),
    { flags: ["--allowed-tools", "Bash"] },
  );
  await expect(answers(page).getByText("Counted")).toBeVisible();
  const row = page.locator("article[data-kind=tool]").first();
  await row.getByRole("button", { name: /Bash/ }).click();
  await expect(row.getByText("output line 0")).toBeVisible();
  await expect(row.getByText("output line 600\n")).toHaveCount(0);
  await row
    .getByRole("button", { name: /Open full/ })
    .first()
    .click();
  await expect(row.locator("pre").last()).toContainText("output line 600");
});

test("it says what it is doing and for how long", async ({ page, fake }) => {
  const running = entry.tool("Bash", { command: "sleep-a-while" }, { state: "running" });
  await fake.session({ entries: [{ ...running, id: "e1" }] });
  fake.change({
    kind: "livenessSet",
    liveness: {
      ...fake.view.liveness,
      activity: { state: "tools", entries: ["e1"] },
      since: Date.now() - 12_000,
    },
  });
  await expect(doing(page)).toContainText(/Running sleep-a-while, \d+ s/);
  fake.finish();
  await idle(page);
});

test("a session is forked from a message", async ({ page, host }) => {
  const id = await begin(page, host, script([[say("The first answer")]]));
  await idle(page);
  await send(page, script([[say("The second answer")]]));
  await expect(answers(page).getByText("The second answer")).toBeVisible();
  await idle(page);
  const second = page.locator("article[data-kind=user]").nth(1);
  await second.focus();
  await second.getByRole("button", { name: "Fork from here" }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain(id);
  await expect(answers(page).getByText("The first answer")).toBeVisible();
  // An answer is a message, too.
  await show(page, id);
  const first = page.locator("article[data-kind=text]").filter({ hasText: "The first answer" });
  await first.focus();
  await first.getByRole("button", { name: "Fork from here" }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain(id);
  await expect(answers(page).getByText("The first answer")).toBeVisible();
  await expect(answers(page).getByText("The second answer")).toHaveCount(0);
  await send(page, script([[say("Another way")]]));
  await expect(answers(page).getByText("Another way")).toBeVisible();
});
