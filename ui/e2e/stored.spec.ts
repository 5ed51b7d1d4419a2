import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answers, call, expect, type Host, message, send, test, visit } from "./support";

/** Writes a conversation as the CLI stores it after a talk in a terminal. */
async function store(host: Host, id: string): Promise<void> {
  const directory = join(host.data, "config", "projects", host.project.replaceAll(/[^A-Za-z0-9]/g, "-"));
  await mkdir(directory, { recursive: true });
  const common = {
    sessionId: id,
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
  await writeFile(join(directory, `${id}.jsonl`), `${text}\n`);
}

test("a conversation of the CLI is listed, read, forked and resumed", async ({ page, host }) => {
  const id = crypto.randomUUID();
  await store(host, id);
  // The server is shared, and so is the store of the CLI.
  const address = `#/stored?project=${encodeURIComponent(host.project)}`;
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "What is in the cellar?" });
  const sessions = async () => {
    const found = await call<{ sessions: { cliSessionId: string }[] }>(page, "GET", "api/sessions");
    return found.sessions.map(({ cliSessionId }) => cliSessionId);
  };
  await test.step("listed, and read without being changed", async () => {
    await visit(page, host, address);
    await expect(row).toContainText("2 messages");
    await row.getByRole("button", { name: "Read" }).click();
    await expect(answers(page).getByText("Forty jars of honey")).toBeVisible();
    await expect(page.getByText("Read-only:")).toBeVisible();
    await expect(message(page)).toHaveCount(0);
    expect(await sessions()).toEqual([]);
  });
  await test.step("forked", async () => {
    await visit(page, host, address);
    await row.getByRole("button", { name: "Fork" }).click();
    await expect(message(page)).toBeVisible();
    await send(page, "another way");
    await expect(answers(page).getByText("another way")).toBeVisible();
    const [fork, ...others] = await sessions();
    expect(others).toEqual([]);
    expect(fork).not.toBe(id);
  });
  await test.step("resumed", async () => {
    await visit(page, host, address);
    await row.getByRole("button", { name: "Resume" }).click();
    await expect(message(page)).toBeVisible();
    await send(page, "and the attic?");
    await expect(answers(page).getByText("and the attic?")).toBeVisible();
    expect(await sessions()).toContain(id);
    expect(await sessions()).toHaveLength(2);
  });
});
