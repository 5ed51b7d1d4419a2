// What a reader sees while text streams: nothing that is already there is drawn again, and nothing moves.

import { answers, catchCopies, entry, expect, type Fake, idle, type Page, scroller, test } from "./support";

/** Begins an answer that the test writes piece by piece, each in a frame of its own. */
function answering(page: Page, fake: Fake) {
  const { id } = fake.append(entry.text("", { streaming: true }));
  const activity = { state: "writing", entry: id } as const;
  fake.change({ kind: "livenessSet", liveness: { ...fake.view.liveness, activity } });
  return {
    write: async (text: string, length: number) => {
      for (let at = 0; at < text.length; at += length) {
        fake.change({ kind: "appended", id, text: text.slice(at, at + length) });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      }
    },
    end: () => {
      fake.change({ kind: "draftKept", id });
      fake.finish();
    },
  };
}

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

test("no block that is shown is drawn again while text streams", async ({ page, fake }) => {
  await fake.session();
  await watchBlocks(page);
  const answer = answering(page, fake);
  await answer.write(text, 4);
  answer.end();
  await expect(answers(page).getByText("The last paragraph")).toBeVisible();
  await idle(page);
  await expect(answers(page).locator("figure .token").first()).toBeVisible();
  const seen = await page.evaluate(() => {
    const { watch, done } = window as unknown as { watch: Watch; done: Set<Element> };
    return { again: watch.again, blocks: done.size };
  });
  expect(seen.blocks).toBeGreaterThan(5);
  expect(seen.again).toEqual([]);
});

const paragraphs = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => prose(`${name} ${index}`)).join("\n\n");

test("a reader who scrolled up is not moved while text streams", async ({ page, fake }) => {
  await fake.session({ entries: [entry.text(paragraphs("Number", 40))] });
  await expect(answers(page).getByText("Number 39")).toBeInViewport();
  const answer = answering(page, fake);
  await answer.write(paragraphs("Later", 3), 30);
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
  await expect(page.getByRole("button", { name: "Jump to the end" })).toBeVisible();
  await expect.poll(rest).toBe(true);
  const mark = await scroller(page).evaluateHandle((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return at?.closest("article") ?? at;
  });
  const place = () => mark.evaluate((element) => element?.getBoundingClientRect().top);
  const before = await place();
  expect(before).toBeDefined();
  await answer.write(`\n\n${paragraphs("Even later", 16)}`, 30);
  answer.end();
  await idle(page);
  expect(await mark.evaluate((element) => element?.isConnected)).toBe(true);
  expect(Math.abs(((await place()) ?? 0) - (before ?? 0))).toBeLessThan(1);
  await page.getByRole("button", { name: "Jump to the end" }).click();
  await expect(answers(page).getByText("Even later 15")).toBeInViewport();
});

test("a reader at the end stays at the end", async ({ page, fake }) => {
  await fake.session();
  const answer = answering(page, fake);
  await answer.write(paragraphs("Number", 30), 60);
  answer.end();
  await expect(answers(page).getByText("Number 29")).toBeInViewport();
  const gap = () =>
    scroller(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
  await expect.poll(gap).toBeLessThan(2);
});

test("Markdown: code, tables, formulas, diagrams, pictures, and nothing that runs", async ({
  page,
  fake,
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
  await fake.session();
  const writing = answering(page, fake);
  await writing.write(sample, 20);
  writing.end();
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

test("code is copied as it is", async ({ page, fake }) => {
  await fake.session({ entries: [entry.text("```sh\necho one\necho two\n```")] });
  const copied = await catchCopies(page);
  const block = answers(page).locator("figure");
  await block.getByRole("button", { name: "Copy code" }).click();
  await expect(block.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await copied()).toBe("echo one\necho two");
});
