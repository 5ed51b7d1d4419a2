// Writing: history, drafts, completion, attachments, the queue, keys, a question on the side.

import { answers, expect, script, send, test } from "./host";
import { ask, begin, choose, doing, idle, message, say, tool } from "./talk";

const slow = (text: string) => ({ type: "text", text, chunks: 200, delay: 0.05 });

test("Up brings earlier prompts back, and drafts are kept by session", async ({ page, host }) => {
  const first = await begin(page, host, "the first prompt");
  await idle(page);
  await send(page, "the second prompt");
  await idle(page);
  await message(page).fill("half a thought");
  await message(page).press("Home");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("the second prompt");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("the first prompt");
  await message(page).fill("half a thought");
  await begin(page, host, "another session");
  await expect(message(page)).toHaveValue("");
  await page.evaluate((id) => {
    location.hash = `#/s/${id}`;
  }, first);
  await expect(message(page)).toHaveValue("half a thought");
  await page.reload();
  await expect(message(page)).toHaveValue("half a thought");
});

test("Shift+Enter makes a line, Escape clears what was typed, Up brings it back", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  await message(page).fill("one");
  await message(page).press("Shift+Enter");
  await message(page).pressSequentially("two");
  await expect(message(page)).toHaveValue("one\ntwo");
  await message(page).press("Escape");
  await expect(message(page)).toHaveValue("");
  await message(page).press("ArrowUp");
  await message(page).press("ArrowUp");
  await expect(message(page)).toHaveValue("one\ntwo");
});

test("slash commands are completed with what they do, files and servers after @", async ({ page, host }) => {
  await begin(page, host, "hello", { mcpServers: { mcpServers: { weather: { command: "weather" } } } });
  await idle(page);
  await message(page).fill("");
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
  await expect(message(page)).toHaveValue(/look at @src\/auth(\.test)?\.ts /);
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

test("files are pasted and dropped", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
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
});

test("a message whose answer was lost is there once", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  // The host gets it and answers, and the answer does not come through.
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
  await idle(page);
  await expect(said).toHaveCount(1);
});

test("the queue: edit, reorder, withdraw, steer, and send now", async ({ page, host }) => {
  // The turn runs for as long as its question is open.
  await begin(page, host, script([[tool("Bash", { command: "touch later" })], [say("Went on")]]));
  await expect(ask(page)).toBeVisible();
  const queue = page.getByRole("list", { name: "Queued messages" });
  for (const text of ["queued one", "queued two", "queued three"]) {
    await message(page).fill(text);
    await message(page).press("Enter");
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

test("Shift+Tab goes through the modes, and each choice has a key", async ({ page, host }) => {
  await begin(page, host, "hello");
  await idle(page);
  const mode = page.getByRole("combobox", { name: "Permission mode" });
  await expect(mode).toHaveValue("default");
  await message(page).press("Shift+Tab");
  await expect(mode).toHaveValue("acceptEdits");
  for (const [key, name] of [
    ["Alt+m", "Model"],
    ["Alt+y", "Permission mode"],
    ["Alt+e", "Effort"],
  ] as const) {
    await message(page).focus();
    await message(page).press(key);
    await expect(page.getByRole("combobox", { name })).toBeFocused();
  }
});

test("Escape stops the turn when nothing is typed", async ({ page, host }) => {
  await begin(page, host, script([[slow("endless ".repeat(100))]]));
  await expect(doing(page)).toContainText("writing");
  await message(page).press("Escape");
  await expect(answers(page).getByText("interrupted", { exact: true })).toBeVisible();
  await idle(page);
});

test("a question on the side is answered while a turn runs", async ({ page, host }) => {
  await begin(page, host, script([[slow("busy ".repeat(150))]]));
  await expect(doing(page)).toContainText("writing");
  await choose(page, "Ask on the side");
  const panel = page.getByRole("region", { name: "Question on the side" });
  await panel.getByRole("textbox").fill("what is going on?");
  await panel.getByRole("button", { name: "Ask" }).click();
  await expect(panel).toContainText(/what is going on\?[\s\S]*what is going on/);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
});
