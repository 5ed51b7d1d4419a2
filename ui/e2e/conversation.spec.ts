// The main paths. They run with the simulator, and with the real CLI where PILOTHOUSE_REAL_CLI names one.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  answers,
  ask,
  begin,
  call,
  doing,
  expect,
  idle,
  message,
  moreChoice,
  pressOn,
  say,
  script,
  send,
  startSession,
  test,
  tool,
} from "./support";

test("send and stream", { tag: ["@quick", "@both"] }, async ({ page, host }) => {
  await startSession(
    page,
    host,
    script([[{ type: "text", text: "Hello from the model", chunks: 8, delay: 0.02 }]]),
  );
  await expect(answers(page).getByText("Hello from the model")).toBeVisible();
  await expect(page.getByRole("status")).toContainText("Idle");
  await send(page, "And once more");
  await expect(answers(page).getByText("And once more")).toBeVisible();
});

test("allow runs the command", { tag: ["@quick", "@both"] }, async ({ page, host }) => {
  const command = tool("Bash", { command: "touch made-here", description: "make a file" });
  await begin(page, host, script([[command], [say("The file is there")]]));
  const dialog = page.getByRole("dialog", { name: /Bash/ });
  await expect(dialog).toContainText("touch made-here");
  await dialog.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(answers(page).getByText("The file is there")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("deny tells the model why", async ({ page, host }) => {
  const write = tool("Write", { file_path: join(host.project, "no.txt"), content: "x" });
  await begin(page, host, script([[write], [say("Understood")]]));
  const dialog = page.getByRole("dialog", { name: /Write/ });
  await (await moreChoice(dialog, "Deny and say why")).click();
  await dialog.getByRole("textbox", { name: "Why not" }).fill("not this file");
  await dialog.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(answers(page).getByText("Understood")).toBeVisible();
  expect(existsSync(join(host.project, "no.txt"))).toBe(false);
});

test("a question is answered by its number", { tag: "@quick" }, async ({ page, host }) => {
  const options = ["Red", "Blue"].map((label) => ({ label, description: `paint it ${label}` }));
  const question = { question: "Which colour?", header: "Colour", multiSelect: false, options };
  await begin(page, host, script([[tool("AskUserQuestion", { questions: [question] })], [say("Painted")]]));
  const dialog = page.getByRole("dialog", { name: /Which colour/ });
  await expect(dialog).toBeVisible();
  await pressOn(dialog, "2", "Enter");
  await expect(answers(page).getByText("Painted")).toBeVisible();
  await expect(answers(page).getByText("Blue").first()).toBeVisible();
});

test("stop interrupts and the session goes on", { tag: "@quick" }, async ({ page, host }) => {
  const endless = { type: "text", text: "slow words ".repeat(400), chunks: 2000, delay: 0.05 };
  await begin(page, host, script([[endless]]));
  await expect(answers(page).getByText("slow words").first()).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(answers(page).getByText("interrupted", { exact: true })).toBeVisible();
  await send(page, "still there?");
  await expect(answers(page).getByText("still there?")).toBeVisible();
});

test("reload in the middle of a stream loses nothing", { tag: "@quick" }, async ({ page, host }) => {
  await begin(
    page,
    host,
    script([[{ type: "text", text: "alpha two three four five six END", chunks: 30, delay: 0.1 }]]),
  );
  await expect(answers(page).getByText("alpha")).toBeVisible();
  await page.reload();
  await expect(answers(page).getByText("alpha two three four five six END")).toBeVisible();
});

test("the server is killed and the page goes on", async ({ page, ownHost: host }) => {
  await begin(
    page,
    host,
    script([[{ type: "text", text: "before and after THE END", chunks: 60, delay: 0.05 }]]),
  );
  await expect(answers(page).getByText("before")).toBeVisible();
  const port = new URL(host.link).port;
  await host.kill();
  await expect(page.getByText("Connection lost")).toBeVisible();
  await host.serve(port);
  await expect(answers(page).getByText("before and after THE END")).toBeVisible();
  await expect(page.getByText("Connection lost")).toBeHidden();
});

test("a message waits while a turn runs, and is sent after it", { tag: "@quick" }, async ({ page, host }) => {
  // The turn runs for as long as its question is open.
  const command = tool("Bash", { command: "touch later", description: "later" });
  await begin(page, host, script([[command], [say("first answer")]]));
  await expect(ask(page)).toBeVisible();
  await message(page).fill("the second one");
  await message(page).press("Alt+Enter");
  await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("the second one");
  await ask(page).getByRole("button", { name: "Allow", exact: true }).click();
  await expect(answers(page).getByText("first answer")).toBeVisible();
  await expect(answers(page).getByText("the second one")).toBeVisible();
  await expect(page.getByRole("list", { name: "Queued messages" })).toBeHidden();
});

test("a session whose process is gone is resumed by a message", async ({ page, host }) => {
  const id = await begin(page, host, script([[say("Said before")]]));
  await expect(answers(page).getByText("Said before")).toBeVisible();
  await idle(page);
  await call(page, "POST", `api/sessions/${id}/lifecycle`, { action: "park" });
  await expect(doing(page)).toContainText("Asleep");
  await send(page, script([[say("Said after")]]));
  await expect(answers(page).getByText("Said after")).toBeVisible();
  await expect(answers(page).getByText("Said before")).toBeVisible();
});
