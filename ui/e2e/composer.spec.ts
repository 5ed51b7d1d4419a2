// Writing: history, drafts, completion, attachments, the queue, keys, a question on the side.

import type { FileSuggestion, McpServer, Upload } from "../src/api/generated";
import {
  answers,
  ask,
  begin,
  choose,
  doing,
  entry,
  expect,
  idle,
  message,
  problem,
  say,
  script,
  send,
  show,
  test,
  tool,
} from "./support";
import type { Sent } from "./support/fake/fake";

test("Up brings earlier prompts back, and drafts are kept by session", async ({ page, fake }) => {
  const other = fake.add({ title: "Another" });
  const first = await fake.session({
    entries: [entry.user("the first prompt"), entry.user("the second prompt")],
  });
  await expect(page.getByRole("log").getByText("the second prompt")).toBeVisible();
  await message(page).fill("half a thought");
  await message(page).press("Home");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("the second prompt");
  await message(page).press("Home");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("the first prompt");
  await message(page).fill("half a thought");
  await show(page, other);
  await expect(message(page)).toHaveValue("");
  await show(page, first);
  await expect(message(page)).toHaveValue("half a thought");
  await page.reload();
  await expect(message(page)).toHaveValue("half a thought");
});

test("Shift+Enter makes a line, Escape clears what was typed, Up brings it back", async ({ page, fake }) => {
  await fake.session({ entries: [entry.user("hello")] });
  await expect(page.getByRole("log").getByText("hello")).toBeVisible();
  await message(page).fill("one");
  await message(page).press("Shift+Enter");
  await message(page).pressSequentially("two");
  await expect(message(page)).toHaveValue("one\ntwo");
  await message(page).press("Escape");
  await expect(message(page)).toHaveValue("");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("one\ntwo");
  await message(page).press("Home");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("hello");
});

test("what Escape cleared is restored by Ctrl+Z and by its button, also after a reload", {
  tag: "@both",
}, async ({ page, fake }) => {
  await fake.session({ entries: [entry.user("hello")] });
  await expect(page.getByRole("log").getByText("hello")).toBeVisible();
  const restore = page.getByRole("button", { name: "Restore draft" });
  await message(page).fill("half a thought");
  await expect(restore).toBeHidden();
  await message(page).press("Escape");
  await expect(message(page)).toHaveValue("");
  await expect(restore).toBeVisible();
  await message(page).press("Control+z");
  await expect(message(page)).toHaveValue("half a thought");
  await expect(restore).toBeHidden();
  await message(page).press("Escape");
  await page.reload();
  await expect(message(page)).toHaveValue("");
  await restore.click();
  await expect(message(page)).toHaveValue("half a thought");
  await expect(message(page)).toBeFocused();
  await message(page).press("Escape");
  await page.reload();
  await message(page).press("Control+z");
  await expect(message(page)).toHaveValue("half a thought");
  await message(page).press("Escape");
  await page.reload();
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("half a thought");
});

test("two tabs keep the drafts of each other", async ({ page, fake, context }) => {
  const other = fake.add({ title: "Another" });
  await fake.session();
  const second = await context.newPage();
  await second.goto(`http://${fake.address}/#/s/${other}`);
  await message(second).fill("written in the second tab");
  await message(page).fill("written in the first tab");
  await message(second).pressSequentially(", and more");
  await page.reload();
  await expect(message(page)).toHaveValue("written in the first tab");
  await second.reload();
  await expect(message(second)).toHaveValue("written in the second tab, and more");
});

test("text typed while a message is on its way stays", async ({ page, fake }) => {
  let arrived = () => {};
  await fake.session();
  fake.api("POST", /\/messages$/, async () => {
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return { uuid: "u1", queued: false, seq: 2 };
  });
  await message(page).fill("the first");
  await message(page).press("Enter");
  await fake.received("POST", "/messages");
  await message(page).pressSequentially(" and a second");
  arrived();
  await expect(message(page)).toHaveValue("and a second");
});

test("a message entered while another is on its way is sent after it", async ({ page, fake }) => {
  const taken: unknown[] = [];
  let arrived = () => {};
  await fake.session();
  fake.api("POST", /\/messages$/, async (request: Sent) => {
    taken.push(request.body);
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return { uuid: "u1", queued: false, seq: 2 };
  });
  await message(page).fill("the first");
  await message(page).press("Enter");
  await expect.poll(() => taken.length).toBe(1);
  await message(page).pressSequentially(" and a second");
  await message(page).press("Alt+Enter");
  arrived();
  await expect.poll(() => taken.length).toBe(2);
  expect(taken[1]).toMatchObject({ text: "and a second", when: "queue" });
  arrived();
  await expect(message(page)).toHaveValue("");
});

test("slash commands are completed with what they do, files and servers after @", async ({ page, fake }) => {
  const weather: McpServer = { name: "weather", status: "connected", tools: [] };
  fake.api("GET", /\/files\/suggest\?query=auth/, [{ path: "src/auth.ts" }] satisfies FileSuggestion[]);
  await fake.session({ info: { mcpServers: [weather] } });
  await message(page).pressSequentially("/comp");
  const option = page.getByRole("option", { name: /\/compact/ });
  await expect(option).toBeVisible();
  await expect(option).toContainText(/[a-z]{4,} [a-z]/);
  await message(page).press("Tab");
  await expect(message(page)).toHaveValue("/compact ");
  // What it takes is said where it is typed.
  await expect(page.getByText(/^[<[].*[>\]]$/)).toBeVisible();
  await message(page).fill("");
  await message(page).pressSequentially("look at @auth");
  await expect(page.getByRole("option", { name: /src\/auth\.ts/ })).toBeVisible();
  await message(page).press("Enter");
  await expect(message(page)).toHaveValue("look at @src/auth.ts ");
  await message(page).fill("");
  await message(page).pressSequentially("ask @weath");
  await expect(page.getByRole("option", { name: /@weather:/ })).toBeVisible();
  await message(page).press("Tab");
  await expect(message(page)).toHaveValue("ask @weather:");
});

test("pictures and files are attached with previews", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach a file" }).click();
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await (await choosing).setFiles([
    { name: "pixel.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("some notes") },
  ]);
  const list = page.getByRole("list", { name: "Attachments" });
  await expect(list.locator("img")).toBeVisible();
  await expect(list).toContainText("notes.txt");
  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await expect(list).not.toContainText("notes.txt");
  await send(page, "with a picture");
  const said = page.locator("article[data-kind=user]").filter({ hasText: "with a picture" });
  await expect(said.getByRole("img")).toBeVisible();
});

test("files are pasted and dropped", async ({ page, fake }) => {
  fake.api("POST", "uploads", ({ path }: { path: string }): Upload => {
    const name = new URL(path, `http://${fake.address}`).searchParams.get("name") ?? "";
    return { id: name, name, mediaType: "text/plain", size: 10 };
  });
  await fake.session();
  const give = (event: "paste" | "drop", name: string, type: string) =>
    message(page).evaluate(
      (area, { event, name, type }) => {
        const data = new DataTransfer();
        data.items.add(new File(["some words"], name, { type }));
        const init = { bubbles: true, cancelable: true };
        area.dispatchEvent(
          event === "paste"
            ? new ClipboardEvent("paste", { ...init, clipboardData: data })
            : new DragEvent("drop", { ...init, dataTransfer: data }),
        );
      },
      { event, name, type },
    );
  const list = page.getByRole("list", { name: "Attachments" });
  await give("paste", "pasted.png", "image/png");
  await expect(list.locator("img")).toHaveCount(1);
  await give("drop", "dropped.txt", "text/plain");
  await expect(list).toContainText("pasted.png");
  await expect(list).toContainText("dropped.txt");
  // Like the words of a draft they are still there after a look at something else.
  const here = await page.evaluate(() => location.hash);
  await page.evaluate(() => {
    location.hash = "#/inbox";
  });
  await expect(message(page)).toBeHidden();
  await page.evaluate((hash) => {
    location.hash = hash;
  }, here);
  await expect(list.locator("img")).toHaveCount(1);
  await expect(list).toContainText("dropped.txt");
  // The server has them: a reload and a failed send lose none.
  await page.reload();
  await expect(list).toContainText("pasted.png");
  fake.api("POST", /\/messages$/, problem(500, "The disk is full."));
  await send(page, "with files");
  await expect(page.getByText("The disk is full.")).toBeVisible();
  await expect(message(page)).toHaveValue("with files");
  await expect(list).toContainText("dropped.txt");
  await page.reload();
  await expect(message(page)).toHaveValue("with files");
  await page.getByRole("button", { name: "Remove pasted.png" }).click();
  await expect(list).not.toContainText("pasted.png");
  await page.reload();
  await expect(list).toContainText("dropped.txt");
  await expect(list).not.toContainText("pasted.png");
});

test("a file that did not reach the server stays and can be tried again", async ({ page, fake }) => {
  const upload: Upload = { id: "a1", name: "notes.txt", mediaType: "text/plain", size: 10 };
  fake.api("POST", "uploads", upload);
  await fake.session();
  await page.route("**/uploads?*", (route) => route.abort(), { times: 1 });
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach a file" }).click();
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("some notes") };
  await (await choosing).setFiles([file]);
  const list = page.getByRole("list", { name: "Attachments" });
  await expect(list).toContainText("not uploaded");
  // A message does not go without it.
  await send(page, "with notes");
  await expect(page.getByText("Retry or remove it first")).toBeVisible();
  expect(fake.sent.filter(({ path }) => path.endsWith("/messages"))).toEqual([]);
  await list.getByRole("button", { name: "Retry" }).click();
  await expect(list).not.toContainText("not uploaded");
  await page.getByRole("button", { name: "Send" }).click();
  expect(await fake.received("POST", "/messages")).toMatchObject({ text: "with notes", uploads: ["a1"] });
});

test("a message whose answer was lost is there once", async ({ page, fake }) => {
  await fake.session();
  // The server gets it and answers, and the answer does not come through.
  await page.route(
    "**/messages",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send(page, "only once");
  const said = page.locator("article[data-kind=user]").filter({ hasText: "only once" });
  await expect(said).toBeVisible();
  // What arrived is not left in the field to be sent again.
  await expect(message(page)).toHaveValue("");
  await expect(said).toHaveCount(1);
});

test("the queue: edit, reorder, withdraw, steer, and send now", async ({ page, host }) => {
  // The turn runs for as long as its question is open.
  await begin(page, host, script([[tool("Bash", { command: "touch later" })], [say("Went on")]]));
  await expect(ask(page)).toBeVisible();
  const queue = page.getByRole("list", { name: "Queued messages" });
  for (const text of ["queued one", "queued two", "queued three"]) {
    await message(page).fill(text);
    await message(page).press("Alt+Enter");
    await expect(queue).toContainText(text);
  }
  const row = (text: string) => queue.getByRole("listitem").filter({ hasText: text });
  await row("queued one").getByRole("button", { name: "Edit" }).click();
  await queue.getByRole("textbox", { name: "Queued message" }).fill("queued one, edited");
  await queue.getByRole("button", { name: "Save" }).click();
  await expect(queue).toContainText("queued one, edited");
  await row("queued three").getByRole("button", { name: "Move up" }).click();
  await expect(queue.getByRole("listitem").nth(1)).toContainText("queued three");
  await row("queued two").getByRole("button", { name: "Withdraw" }).click();
  await expect(queue).not.toContainText("queued two");
  const said = page.locator("article[data-kind=user]");
  await row("queued one, edited").getByRole("button", { name: "Steer" }).click();
  await expect(said.filter({ hasText: "queued one, edited" })).toBeVisible();
  await expect(queue).not.toContainText("queued one, edited");
  await row("queued three").getByRole("button", { name: "Send now" }).click();
  await expect(said.filter({ hasText: "queued three" })).toBeVisible();
  await expect(queue).toBeHidden();
});

test("Shift+Tab goes through the modes, and each choice has a key", async ({ page, fake }) => {
  await fake.session();
  const mode = page.getByRole("button", { name: /^Permission mode/ });
  await expect(mode).toHaveText("Ask first");
  await message(page).press("Shift+Tab");
  expect(await fake.received("PATCH", /^api\/sessions\/s1$/)).toEqual({ permissionMode: "acceptEdits" });
  fake.change({ kind: "infoSet", info: { ...fake.view.info, permissionMode: "acceptEdits" } });
  await expect(mode).toHaveText("Accept edits");
  for (const [key, name] of [
    ["Alt+m", "Model"],
    ["Alt+y", "Permission mode"],
    ["Alt+e", "Effort"],
  ] as const) {
    await message(page).focus();
    await message(page).press(key);
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: new RegExp(`^${name}: `) })).toBeFocused();
  }
});

test("a question on the side is answered while a turn runs", async ({ page, host }) => {
  const endless = { type: "text", text: "busy ".repeat(400), chunks: 2000, delay: 0.05 };
  await begin(page, host, script([[endless]]));
  await expect(doing(page)).toContainText("Writing");
  await choose(page, "Ask on the side");
  const panel = page.getByRole("region", { name: "Question on the side" });
  await panel.getByRole("textbox").fill("what is going on?");
  await panel.getByRole("button", { name: "Ask" }).click();
  await expect(panel).toContainText(/what is going on\?[\s\S]*what is going on/);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await expect(answers(page).getByText("busy").first()).toBeVisible();
});
