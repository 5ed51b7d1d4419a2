// The rest of the checklist of custom components: what stands in the conversation itself.
// Each test changes something and reads it back from the CLI or from the disk.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  answers,
  begin,
  control,
  expect,
  idle,
  moreChoice,
  pressOn,
  ready,
  say,
  send,
  sessionOf,
  test,
  turn,
} from "./support";
import {
  argumentsOf,
  cliSessionOf,
  isAlive,
  processOf,
  prompts,
  received,
  rows,
  storedSessions,
  transcript,
} from "./support/disk";

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
  await ask.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(answers(page).getByText("Edited")).toBeVisible();
  // A short diff is open from the start.
  await expect(page.getByRole("log").getByRole("row", { name: /two/ }).first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("one\n2\nthree\n");
});

test("Escape key handler: what was typed, then what is asked, then what runs", async ({ page, host }) => {
  const never = join(host.project, "never.txt");
  const call = { type: "tool_use", name: "Write", input: { file_path: never, content: "at once\n" } };
  const slow = { type: "text", text: "slow words ".repeat(40), chunks: 200, delay: 0.05 };
  const id = await begin(page, host, turn("Make a file, and tell me at length.", [call], [slow]));
  const ask = page.getByRole("dialog", { name: /Write/ });
  await expect(ask).toBeVisible();
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("half a thought");
  await message.press("Escape");
  await expect(message).toHaveValue("");
  await expect(ask).toBeVisible();
  await ready(ask);
  await message.press("Escape");
  await expect(ask).toBeHidden();
  await expect(answers(page).getByText("slow words").first()).toBeVisible();
  await message.press("Escape");
  await expect(
    answers(page)
      .getByText(/interrupted/i)
      .first(),
  ).toBeVisible();
  expect(existsSync(never)).toBe(false);
  // The CLI was told to leave the file alone, and then to stop; the draft it never saw.
  interface Told {
    response?: { response?: { behavior?: string } };
    request?: { subtype: string };
  }
  const told = received<Told>(host, id).flatMap(
    ({ response, request }) =>
      response?.response?.behavior ?? (request?.subtype === "interrupt" ? "interrupt" : []),
  );
  expect(told).toEqual(["deny", "interrupt"]);
  expect(prompts(host, id).join("\n")).not.toContain("half a thought");
});

test("Slash command autocomplete: offered from the CLI's list, run by Enter", async ({ page, host }) => {
  const id = await begin(page, host, turn("Hello! Are you ready to begin?", [say("Ready when you are.")]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("/com");
  const options = page.getByRole("listbox", { name: "Completions" });
  await expect(options.getByRole("option", { name: /\/compact/ })).toBeVisible();
  await message.press("Tab");
  await expect(message).toHaveValue("/compact ");
  await message.press("Enter");
  await expect(
    page
      .getByRole("log")
      .getByText(/compact/i)
      .last(),
  ).toBeVisible();
  // The line that the CLI got is the command that was chosen, and it has done it.
  interface Told {
    type: string;
    message?: { content: string | { text: string }[] };
  }
  const told = received<Told>(host, id).filter(({ type }) => type === "user");
  expect(JSON.stringify(told.at(-1)?.message?.content)).toMatch(/"\/compact ?"/);
  interface Stored {
    subtype?: string;
    compactMetadata?: { trigger: string };
  }
  const kept = () =>
    transcript<Stored>(host, id).find(({ subtype }) => subtype === "compact_boundary")?.compactMetadata;
  await expect.poll(kept).toMatchObject({ trigger: "manual" });
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
  // The first suggestion: what it would remember stands on its item, which only the focus reaches.
  await ready(ask);
  await (await moreChoice(ask, /npm run/)).press("Enter");
  await expect(answers(page).getByText("Built")).toBeVisible();
  interface Rules {
    state: { rules: { behavior: string; rule: string }[] };
  }
  const { state } = await control<Rules>(page, "list_permission_rules");
  const allowed = state.rules.flatMap(({ behavior, rule }) => (behavior === "allow" ? rule : []));
  expect(allowed).toEqual([expect.stringMatching(/^Bash\(npm run/)]);
  // It has written the rule where it reads it from the next time.
  const settings = readFileSync(join(host.project, ".claude/settings.local.json"), "utf8");
  expect(JSON.parse(settings).permissions.allow).toEqual(allowed);
});

test("Question form: the answer reaches the model", async ({ page, host }) => {
  const options = ["Red", "Blue"].map((label) => ({ label, description: `paint it ${label}` }));
  const question = { question: "Which colour?", header: "Colour", multiSelect: false, options };
  const call = { type: "tool_use", name: "AskUserQuestion", input: { questions: [question] } };
  const id = await begin(page, host, turn("Paint the button.", [call], [say("Painted.")]));
  const ask = page.getByRole("dialog", { name: /Which colour/ });
  await expect(ask).toBeVisible();
  await pressOn(ask, "2", "Enter");
  await expect(answers(page).getByText("Painted")).toBeVisible();
  // The CLI got the answer, and has kept it as what the tool gave.
  interface Told {
    response?: { response?: { updatedInput?: { answers?: unknown } } };
  }
  const told = received<Told>(host, id).flatMap(
    ({ response }) => response?.response?.updatedInput?.answers ?? [],
  );
  expect(told).toEqual([{ "Which colour?": "Blue" }]);
  interface Stored {
    toolUseResult?: { answers?: unknown };
  }
  const kept = () =>
    transcript<Stored>(host, id).flatMap(({ toolUseResult }) => toolUseResult?.answers ?? []);
  await expect.poll(kept).toEqual([{ "Which colour?": "Blue" }]);
});

test("Session management: new, parked and resumed with its history, forked, listed", async ({
  page,
  host,
}) => {
  const manage = async (item: string) => {
    await page.getByRole("button", { name: "Session actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const first = turn("What is in this project?", [say("First life: a parser and its tests.")]);
  const id = await begin(page, host, first);
  await expect(answers(page).getByText("First life")).toBeVisible();
  await idle(page);
  const original = cliSessionOf(host, id);
  const before = processOf(host, id);
  await manage("Put to sleep");
  await expect.poll(() => isAlive(before)).toBe(false);
  // A process of its own begins at the first turn again.
  await send(page, "Say it once more.");
  await expect(answers(page).getByText("First life")).toHaveCount(2);
  await idle(page);
  expect(argumentsOf(processOf(host, id))).toContain(`--resume=${original}`);
  expect(cliSessionOf(host, id)).toBe(original);
  const both = ["What is in this project?", "Say it once more."];
  await expect.poll(() => prompts(host, id)).toEqual(both);

  await manage("Fork");
  await expect.poll(() => sessionOf(page)).not.toBe(id);
  await expect(answers(page).getByText("First life")).toHaveCount(2);
  await send(page, "And which part is the largest?");
  await expect(answers(page).getByText("First life")).toHaveCount(3);
  const fork = sessionOf(page);
  // The CLI has the fork as a conversation of its own, and the first one as it was.
  await expect.poll(() => prompts(host, fork)).toEqual([...both, "And which part is the largest?"]);
  expect(prompts(host, id)).toEqual(both);

  const third = await begin(
    page,
    host,
    turn("Mend the failing test.", [say("Another one is mended: the parser skips empty lines.")]),
  );
  await expect(answers(page).getByText("Another one")).toBeVisible();
  const own = [id, fork, third].map((session) => cliSessionOf(host, session));
  expect(storedSessions(host).sort()).toEqual(own.sort());
  const sql = "select id from sessions where project = ? order by id";
  const listed = rows<{ id: string }>(host, sql, host.project).map(({ id }) => id);
  expect(listed).toEqual([id, fork, third].sort());
});
