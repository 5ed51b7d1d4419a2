// Reading a conversation: thinking, jumps, copies, links, finding, older pages, what is new.

import { catchCopies } from "./copies";
import { answers, expect, script, send, test } from "./host";
import { ask, begin, call, choose, doing, idle, message, say, scroller, show, tool } from "./talk";

test("thinking is one line with its duration until it is opened", async ({ page, host }) => {
  const thought = { type: "thinking", thinking: "Deep in thought.", chunks: 4, delay: 0.4 };
  await begin(page, host, script([[thought, say("Done thinking")]]));
  await expect(answers(page).getByText("Done thinking")).toBeVisible();
  const line = page.getByRole("button", { name: /thought for [\d.]+ (s|ms)/ });
  await expect(line).toBeVisible();
  await expect(answers(page).getByText("Deep in thought.")).toBeHidden();
  await line.click();
  await expect(answers(page).getByText("Deep in thought.")).toBeVisible();
});

test("a message and a session are copied as Markdown", async ({ page, host }) => {
  const copied = await catchCopies(page);
  await begin(page, host, script([[say("**Bold** answer")]]));
  const answer = page.locator("article[data-kind=text]").first();
  await expect(answer).toContainText("Bold answer");
  await idle(page);
  await answer.focus();
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  expect(await copied()).toBe("**Bold** answer");
  await choose(page, "Copy session as Markdown");
  await expect(page.getByText("The session is copied as Markdown.")).toBeVisible();
  expect(await copied()).toMatch(/^# .*\n\n> SCRIPT[\s\S]*\*\*Bold\*\* answer\n$/);
  // On a phone the note lies over the head of the page for a moment.
  await expect(page.getByText("The session is copied as Markdown.")).toBeHidden();
  await choose(page, "goes on in a terminal");
  expect(await copied()).toMatch(/^cd .*demo && claude --resume [0-9a-f-]{36}$/);
});

test("a link to a message opens at it, also where older pages must be loaded", async ({ page, host }) => {
  const many = Array.from({ length: 300 }, (_, index) => ({ ...say(`Entry number ${index}.`), chunks: 1 }));
  const id = await begin(page, host, script([many]));
  await expect(answers(page).getByText("Entry number 299.")).toBeVisible();
  await idle(page);
  await page.reload();
  await expect(answers(page).getByText("Entry number 299.")).toBeVisible();
  const older = await call<{ entries: { id: string; body: { text?: string } }[] }>(
    page,
    "GET",
    `api/sessions/${id}/entries?limit=200`,
  );
  const first = older.entries[0]?.id;
  const oldest = await call<{ entries: { id: string; body: { text?: string } }[] }>(
    page,
    "GET",
    `api/sessions/${id}/entries?limit=200&before=${first}`,
  );
  const wanted = oldest.entries.find((entry) => entry.body.text === "Entry number 20.");
  await show(page, id, wanted?.id);
  await expect(answers(page).getByText("Entry number 20.", { exact: true })).toBeInViewport();
});

test("older pages come when scrolling up, and nothing jumps", async ({ page, host }) => {
  const many = Array.from({ length: 450 }, (_, index) => ({ ...say(`Entry number ${index}.`), chunks: 1 }));
  await begin(page, host, script([many]));
  await expect(answers(page).getByText("Entry number 449.")).toBeVisible();
  await idle(page);
  await page.reload();
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
    element.dispatchEvent(new WheelEvent("wheel", { deltaY: -10, bubbles: true }));
    let worst = 0;
    let still = 0;
    while (still < 60) {
      const before = places();
      const top = element.scrollTop;
      element.scrollTop -= 150;
      await frame();
      await frame();
      for (const [entry, place] of places()) {
        const was = before.get(entry);
        if (was !== undefined) worst = Math.max(worst, Math.abs(place - was) - 150);
      }
      still = top === 0 && element.scrollTop === 0 ? still + 1 : 0;
    }
    return worst;
  });
  await expect(answers(page).getByText("Entry number 0.", { exact: true })).toBeAttached();
  expect(worst).toBeLessThan(2);
});

test("finding in a session counts, leads there, and reaches what is not loaded", async ({ page, host }) => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...say(index % 100 === 5 ? `Here is the needle ${index}.` : `Plain entry ${index}.`),
    chunks: 1,
  }));
  await begin(page, host, script([many]));
  await expect(answers(page).getByText("Plain entry 299.")).toBeVisible();
  await idle(page);
  await page.reload();
  await expect(answers(page).getByText("Plain entry 299.")).toBeVisible();
  await message(page).press("Control+f");
  const field = page.getByRole("searchbox", { name: "Find in session" });
  await field.fill("the needle");
  // The prompt holds the script and so the words, too.
  await expect(page.getByRole("search").locator("output")).toHaveText("4");
  await field.press("Enter");
  await expect(page.getByRole("search").locator("output")).toHaveText("4 of 4");
  await expect(answers(page).getByText("Here is the needle 205.")).toBeInViewport();
  await field.press("Enter");
  await field.press("Enter");
  await expect(page.getByRole("search").locator("output")).toHaveText("2 of 4");
  await expect(answers(page).getByText("Here is the needle 5.", { exact: true })).toBeInViewport();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("search").locator("output")).toHaveText("3 of 4");
  await field.press("Escape");
  await expect(field).toBeHidden();
});

test("jumps to the last prompt and to what waits", async ({ page, host }) => {
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join("\n\n");
  await begin(page, host, "First words of the first prompt");
  await idle(page);
  await send(page, `Second prompt ${script([[say(long), tool("Bash", { command: "touch x" })]])}`);
  await expect(ask(page)).toBeVisible();
  await choose(page, "Jump to the last prompt");
  await expect(page.locator("article[data-kind=user]").getByText("Second prompt")).toBeInViewport();
  await choose(page, "Jump to the last prompt");
  await expect(page.locator("article[data-kind=user]").getByText("First words")).toBeInViewport();
  await choose(page, "Jump to what waits for you");
  await expect(ask(page)).toBeFocused();
});

test("what came since the last visit is marked", async ({ page, host }) => {
  const id = await begin(page, host, "hello");
  await idle(page);
  await page.evaluate(() => {
    location.hash = "#/";
  });
  await expect(page.getByRole("log")).toBeHidden();
  const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.`).join("\n\n");
  await call(page, "POST", `api/sessions/${id}/messages`, {
    uuid: crypto.randomUUID(),
    text: script([[say("News for you"), say(paragraphs)]]),
  });
  await expect
    .poll(
      async () =>
        (await call<{ liveness: { turn: number } }>(page, "GET", `api/sessions/${id}`)).liveness.turn,
    )
    .toBe(2);
  await show(page, id);
  await idle(page);
  await page.getByRole("button", { name: "New since your last visit" }).click();
  await expect(page.locator("article").getByText("New since your last visit")).toBeInViewport();
});

test("compaction says that earlier details may be gone", async ({ page, host }) => {
  await begin(page, host, "something to remember");
  await idle(page);
  await send(page, "/compact");
  const line = page.getByRole("button", { name: /Context compacted.*earlier details may be gone/ });
  await expect(line).toContainText(/\d+ to \d+ tokens|a summary was kept/);
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

test("it says what it is doing and for how long", async ({ page, host }) => {
  await begin(
    page,
    host,
    script([[tool("Bash", { command: "sleep-a-while" }, { stdout: "x", s: 3 })], [say("Woken")]]),
    { flags: ["--allowed-tools", "Bash"] },
  );
  await expect(doing(page)).toContainText(/running sleep-a-while, [\d.]+ m?s/);
  await expect(answers(page).getByText("Woken")).toBeVisible();
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
