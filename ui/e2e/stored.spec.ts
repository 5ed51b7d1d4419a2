import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answers, expect, type Host, send, test } from "./host";
import { ask, visit } from "./list";

const ID = "5f0c6a52-3c39-4c0e-9f0e-0d3f5a7d1c11";

/** Writes a conversation as the CLI stores it after a talk in a terminal. */
async function store(host: Host): Promise<void> {
  const directory = join(host.data, "config", "projects", host.project.replaceAll(/[^A-Za-z0-9]/g, "-"));
  await mkdir(directory, { recursive: true });
  const common = {
    sessionId: ID,
    cwd: host.project,
    version: "2.1.325",
    isSidechain: false,
    userType: "external",
  };
  const [first, second] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
  const lines = [
    {
      ...common,
      type: "user",
      uuid: first,
      parentUuid: null,
      timestamp: "2026-11-15T10:00:00.000Z",
      message: { role: "user", content: "What is in the cellar?" },
    },
    {
      ...common,
      type: "assistant",
      uuid: second,
      parentUuid: first,
      timestamp: "2026-11-15T10:00:05.000Z",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-opus-5-5",
        content: [{ type: "text", text: "Forty jars of honey" }],
        stop_reason: "end_turn",
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    },
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  await writeFile(join(directory, `${ID}.jsonl`), `${text}\n`);
}

test("a conversation of the CLI is listed and read without being changed", async ({ page, host }) => {
  await store(host);
  await visit(page, host, "#/stored");
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "What is in the cellar?" });
  await expect(row).toContainText("2 messages");
  await row.getByRole("button", { name: "Read" }).click();
  await expect(answers(page).getByText("Forty jars of honey")).toBeVisible();
  await expect(page.getByText("Read-only:")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveCount(0);
});

test("a conversation of the CLI is resumed", async ({ page, host }) => {
  await store(host);
  await visit(page, host, "#/stored");
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "What is in the cellar?" });
  await row.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await send(page, "and the attic?");
  await expect(answers(page).getByText("and the attic?")).toBeVisible();
  const { sessions } = await ask<{ sessions: { cliSessionId: string }[] }>(page, "GET", "api/sessions");
  expect(sessions.map(({ cliSessionId }) => cliSessionId)).toEqual([ID]);
});

test("a conversation of the CLI is forked", async ({ page, host }) => {
  await store(host);
  await visit(page, host, "#/stored");
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "What is in the cellar?" });
  await row.getByRole("button", { name: "Fork" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await send(page, "another way");
  await expect(answers(page).getByText("another way")).toBeVisible();
  const { sessions } = await ask<{ sessions: { cliSessionId: string }[] }>(page, "GET", "api/sessions");
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.cliSessionId).not.toBe(ID);
});

test("a new session continues a conversation of the CLI", async ({ page, host }) => {
  await store(host);
  await visit(page, host, "#/");
  await page.getByRole("button", { name: "New session", exact: true }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("Project directory").fill(host.project);
  await form.getByLabel("Conversation").selectOption(ID);
  await form.getByLabel("First message").fill("and the attic?");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(answers(page).getByText("and the attic?")).toBeVisible();
  const { sessions } = await ask<{ sessions: { cliSessionId: string }[] }>(page, "GET", "api/sessions");
  expect(sessions.map(({ cliSessionId }) => cliSessionId)).toEqual([ID]);
});
