// What a reader sees while text streams: nothing that is already there is drawn again, and nothing moves.

import type { Page } from "@playwright/test";
import { catchCopies } from "./copies";
import { answers, expect, script, send, startSession, test } from "./host";

const prose = (name: string) =>
  `${name} paragraph with *some* words that are long enough to fill a line or two.`;

const text = [
  prose("The first"),
  "1. one\n2. two\n3. three",
  "```ts\nconst answer: number = 42;\nexport default answer;\n```",
  prose("The second"),
  "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
  "## A heading",
  prose("The last"),
].join("\n\n");

interface Watch {
  again: string[];
  colored: number;
}

/** Counts changes inside blocks of the newest answer that another block follows. */
async function watchBlocks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: Watch = { again: [], colored: 0 };
    const done = new Set<Element>();
    // Of the newest answer only: rows that scroll out of sight are taken down, as they should be.
    const blocksOf = () => {
      const article = [...document.querySelectorAll('article[data-kind="text"]')].at(-1);
      const box = article?.querySelector("p, ol, figure, table, h3")?.parentElement;
      return article?.textContent?.includes("The first") && box ? [...box.children] : [];
    };
    const observer = new MutationObserver((records) => {
      for (const record of records) {
        const node = record.target instanceof Element ? record.target : record.target.parentElement;
        const block = [...done].find((one) => one === node || (node !== null && one.contains(node)));
        if (!block) continue;
        // Colours arrive once a block of code is whole.
        if (node?.closest("[data-code-block]")) watch.colored += 1;
        else watch.again.push(`${record.type} in ${block.textContent?.slice(0, 40)}`);
      }
      const blocks = blocksOf();
      for (const block of blocks.slice(0, -1)) done.add(block);
      for (const block of done)
        if (!block.isConnected) watch.again.push(`removed: ${block.textContent?.slice(0, 40)}`);
    });
    observer.observe(document.querySelector('[role="log"]') ?? document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ["class", "style"],
    });
    Object.assign(window, { watch, done });
  });
}

test("no block that is shown is drawn again while text streams", async ({ page, host }) => {
  await startSession(page, host, "hello");
  await expect(page.getByRole("status").first()).toContainText("idle");
  await watchBlocks(page);
  await send(page, script([[{ type: "text", text, chunks: 120, delay: 0.02 }]]));
  await expect(answers(page).getByText("The last paragraph")).toBeVisible();
  await expect(page.getByRole("status").first()).toContainText("idle");
  await expect(answers(page).locator("figure .token").first()).toBeVisible();
  const seen = await page.evaluate(() => {
    const { watch, done } = window as unknown as { watch: Watch; done: Set<Element> };
    return { again: watch.again, blocks: done.size };
  });
  expect(seen.blocks).toBeGreaterThan(5);
  expect(seen.again).toEqual([]);
});

const scroller = (page: Page) => page.getByRole("log").locator("> div");

test("a reader who scrolled up is not moved while text streams", async ({ page, host }) => {
  const long = Array.from({ length: 40 }, (_, index) => prose(`Number ${index}`)).join("\n\n");
  await startSession(page, host, script([[{ type: "text", text: long }]]));
  await expect(answers(page).getByText("Number 39")).toBeVisible();
  await expect(page.getByRole("status").first()).toContainText("idle");
  const slow = Array.from({ length: 20 }, (_, index) => prose(`Later ${index}`)).join("\n\n");
  await send(page, script([[{ type: "text", text: slow, chunks: 300, delay: 0.02 }]]));
  await expect(answers(page).getByText("Later 1 paragraph")).toBeAttached();
  await scroller(page).hover();
  await page.mouse.wheel(0, -900);
  // The wheel moves smoothly: it has come to rest when two frames show the same place.
  const rest = () =>
    scroller(page).evaluate(
      (element) =>
        new Promise<boolean>((resolve) => {
          const before = element.scrollTop;
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(element.scrollTop === before)));
        }),
    );
  await expect.poll(rest).toBe(true);
  // Which row that is depends on how much was said by then, so it is whatever the reader has before them.
  const mark = await scroller(page).evaluateHandle((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at?.closest("article") ?? at;
  });
  const place = () => mark.evaluate((element) => element?.getBoundingClientRect().top);
  const before = await place();
  expect(before).toBeDefined();
  await expect(page.getByRole("status").first()).toContainText("idle");
  expect(await mark.evaluate((element) => element?.isConnected)).toBe(true);
  expect(Math.abs(((await place()) ?? 0) - (before ?? 0))).toBeLessThan(1);
  await expect(page.getByRole("button", { name: "Jump to the end" })).toBeVisible();
  await page.getByRole("button", { name: "Jump to the end" }).click();
  await expect(answers(page).getByText("Later 19")).toBeInViewport();
});

test("a reader at the end stays at the end", async ({ page, host }) => {
  const slow = Array.from({ length: 30 }, (_, index) => prose(`Number ${index}`)).join("\n\n");
  await startSession(page, host, script([[{ type: "text", text: slow, chunks: 100, delay: 0.01 }]]));
  await expect(answers(page).getByText("Number 29")).toBeInViewport();
  const gap = () =>
    scroller(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(gap).toBeLessThan(2);
});

test("Markdown: code, tables, formulas, diagrams, pictures, and nothing that runs", async ({
  page,
  host,
}) => {
  const sample = [
    "```ts\nconst answer: number = 42;\n```",
    "| a | b |\n|---|---|\n| cell | 2 |",
    "$$ E = mc^2 $$",
    "As \\(a^2 + b^2\\) is not `\\(code\\)`, so\n\\[\nc\n= \\sqrt{2}\n\\]",
    "```mermaid\ngraph TD\n  A[Login] --> B[Home]\n```",
    "![from elsewhere](https://example.com/a.png)",
    "<script>window.ran = true</script> [run](javascript:alert(1))",
  ].join("\n\n");
  await startSession(page, host, script([[{ type: "text", text: sample }]]));
  const answer = answers(page);
  const looksAsItShould = async () => {
    await expect(answer.locator("figure .token").first()).toBeVisible();
    await expect(answer.getByRole("cell", { name: "cell" })).toBeVisible();
    await expect(answer.locator(".katex")).toHaveCount(3);
    await expect(answer.locator(".katex-display")).toHaveCount(1);
    await expect(answer.locator("code").filter({ hasText: "\\(code\\)" })).toBeVisible();
    await expect(answer.getByRole("img", { name: /Diagram/ })).toBeVisible();
    await expect(answer.getByRole("link", { name: /picture: from elsewhere, example.com/ })).toBeVisible();
    await expect(answer.getByText("<script>window.ran = true</script>")).toBeVisible();
    expect(await answer.locator("a[href^=javascript]").count()).toBe(0);
    expect(await page.evaluate(() => (window as { ran?: boolean }).ran)).toBeUndefined();
  };
  await looksAsItShould();
  // A text that is there from the start is read in another way than one that comes bit by bit.
  await page.reload();
  await looksAsItShould();
});

test("code is copied as it is", async ({ page, host }) => {
  const copied = await catchCopies(page);
  await startSession(page, host, script([[{ type: "text", text: "```sh\necho one\necho two\n```" }]]));
  const block = answers(page).locator("figure");
  await block.getByRole("button", { name: "Copy code" }).click();
  await expect(block.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await copied()).toBe("echo one\necho two");
});
