// The rest of the checklist of custom components: what stands in the conversation itself.
// Each test changes something and reads it back from the CLI or from the disk.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answers, expect, send, test } from "./host";
import { api, begin, control, idle, say, sessionOf, shot, turn } from "./panels";

test("Diff viewer: an edit is shown as a patch and stands on the disk", async ({ page, host }) => {
  const file = join(host.project, "greeting.txt");
  writeFileSync(file, "one\ntwo\nthree\n");
  const read = { type: "tool_use", name: "Read", input: { file_path: file } };
  const edit = {
    type: "tool_use",
    name: "Edit",
    input: { file_path: file, old_string: "two", new_string: "2" },
  };
  await begin(
    page,
    host,
    turn("Write the second line as a digit.", [read], [edit], [say("Edited, as you wished.")]),
  );
  const ask = page.getByRole("dialog", { name: /Edit/ });
  await expect(ask.getByRole("row", { name: /two/ }).first()).toBeVisible();
  await shot(page, "diff");
  await ask.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(answers(page).getByText("Edited")).toBeVisible();
  await page
    .getByRole("log")
    .getByRole("button", { name: /Edit.*greeting/ })
    .first()
    .click();
  await expect(page.getByRole("log").getByRole("row", { name: /two/ }).first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
});

test("Escape key handler: what was typed, then what is asked, then what runs", async ({ page, host }) => {
  const call = {
    type: "tool_use",
    name: "Bash",
    input: { command: "touch never", description: "make a file" },
  };
  const slow = { type: "text", text: "slow words ".repeat(40), chunks: 200, delay: 0.05 };
  await begin(page, host, turn("Make a file, and tell me at length.", [call], [slow]));
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeVisible();
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("half a thought");
  await message.press("Escape");
  await expect(message).toHaveValue("");
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeVisible();
  await message.press("Escape");
  await expect(page.getByRole("dialog", { name: /Bash/ })).toBeHidden();
  await expect(answers(page).getByText("slow words").first()).toBeVisible();
  await message.press("Escape");
  await expect(
    answers(page)
      .getByText(/interrupted/i)
      .first(),
  ).toBeVisible();
  expect(existsSync(join(host.project, "never"))).toBe(false);
  await shot(page, "escape");
});

test("Slash command autocomplete: offered from the CLI's list, run by Enter", async ({ page, host }) => {
  await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("/com");
  const options = page.getByRole("listbox", { name: "Completions" });
  await expect(options.getByRole("option", { name: /\/compact/ })).toBeVisible();
  await shot(page, "slash");
  await message.press("Tab");
  await expect(message).toHaveValue("/compact ");
  await message.press("Enter");
  await expect(
    page
      .getByRole("log")
      .getByText(/compact/i)
      .last(),
  ).toBeVisible();
  interface View {
    entries: { body: { kind: string } }[];
  }
  await expect
    .poll(async () => {
      const view = await api<View>(page, "GET", `api/sessions/${sessionOf(page)}/view`);
      return view.entries.some(({ body }) => body.kind === "compaction" || body.kind === "command");
    })
    .toBe(true);
});

test("Permission dialog: tool, input and suggestions; what is remembered is the CLI's rule", async ({
  page,
  host,
}) => {
  const call = {
    type: "tool_use",
    name: "Bash",
    input: { command: "npm run build", description: "build it" },
  };
  await begin(page, host, turn("Build it, please.", [call], [say("Built without a warning.")]));
  const ask = page.getByRole("dialog", { name: /Bash/ });
  await expect(ask).toContainText("npm run build");
  await shot(page, "permission");
  // The first suggestion: what it would remember stands on its button.
  await ask.press("Shift+Enter");
  await expect(answers(page).getByText("Built")).toBeVisible();
  interface Rules {
    state: { rules: { behavior: string; rule: string }[] };
  }
  const { state } = await control<Rules>(page, "list_permission_rules");
  expect(
    state.rules.some(({ behavior, rule }) => behavior === "allow" && rule.startsWith("Bash(npm run")),
  ).toBe(true);
});

test("Question form: the answer reaches the model", async ({ page, host }) => {
  const options = ["Red", "Blue"].map((label) => ({ label, description: `paint it ${label}` }));
  const question = { question: "Which colour?", header: "Colour", multiSelect: false, options };
  const call = { type: "tool_use", name: "AskUserQuestion", input: { questions: [question] } };
  await begin(page, host, turn("Paint the button.", [call], [say("Painted.")]));
  const ask = page.getByRole("dialog", { name: /Colour/ });
  await expect(ask).toBeVisible();
  await shot(page, "question");
  await ask.press("2");
  await ask.press("Enter");
  await expect(answers(page).getByText("Painted")).toBeVisible();
  interface View {
    entries: { body: { kind: string; result?: { text: { text: string } } } }[];
  }
  const view = await api<View>(page, "GET", `api/sessions/${sessionOf(page)}/view`);
  const result = view.entries.find(({ body }) => body.kind === "tool")?.body.result?.text.text;
  expect(result).toContain("Blue");
});

test("Session management: new, parked and resumed with its history, forked, listed", async ({
  page,
  host,
}) => {
  const first = turn("What is in this project?", [say("First life: a parser and its tests.")]);
  const id = await begin(page, host, first);
  await expect(answers(page).getByText("First life")).toBeVisible();
  await idle(page);
  interface Summary {
    status: string;
    cliSessionId: string;
  }
  const before = await api<Summary>(page, "GET", `api/sessions/${id}`);
  await api(page, "POST", `api/sessions/${id}/lifecycle`, { action: "park" });
  await expect
    .poll(async () => (await api<Summary>(page, "GET", `api/sessions/${id}`)).status)
    .toBe("parked");
  // A process of its own begins at the first turn again.
  await send(page, "Say it once more.");
  await expect(answers(page).getByText("First life")).toHaveCount(2);
  const after = await api<Summary>(page, "GET", `api/sessions/${id}`);
  expect(after).toMatchObject({ status: "live", cliSessionId: before.cliSessionId });
  await idle(page);
  await page.getByRole("button", { name: "Manage session" }).click();
  await page.getByRole("menuitem", { name: "Fork" }).click();
  await expect.poll(() => sessionOf(page)).not.toBe(id);
  await expect(answers(page).getByText("First life")).toHaveCount(2);
  await send(page, "And which part is the largest?");
  await expect(answers(page).getByText("First life")).toHaveCount(3);
  const fork = await api<Summary>(page, "GET", `api/sessions/${sessionOf(page)}`);
  expect(fork.cliSessionId).not.toBe(before.cliSessionId);
  await begin(
    page,
    host,
    turn("Mend the failing test.", [say("Another one is mended: the parser skips empty lines.")]),
  );
  await expect(answers(page).getByText("Another one")).toBeVisible();
  await shot(page, "sessions");
  const { sessions } = await api<{ sessions: unknown[] }>(page, "GET", "api/sessions");
  expect(sessions).toHaveLength(3);
});
