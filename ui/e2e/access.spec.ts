import { join } from "node:path";
import type { Page } from "@playwright/test";
import { answers, expect, type Host, script, test } from "./host";
import { problemsInEveryLook } from "./looks";
import { writePlan } from "./plans";
import { ask, begin, choose, idle, say, tool } from "./talk";

test("a device without a login sees how to get in", async ({ browser, host }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://${host.address}/`);
  await expect(page.getByText("This device is not signed in.")).toBeVisible();
  expect(await page.evaluate(async () => (await fetch("api/sessions")).status)).toBe(401);
});

test("a link works once", async ({ browser, host }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(host.link);
  await expect(page.getByText(/was used/)).toBeVisible();
});

/** A change that shows every kind of colour on a changed line. */
const edit = (path: string) => ({
  file_path: path,
  old_string: "redirect('/')",
  new_string: "redirect('/home', 42) // a remark",
});

/** Every kind of ask, and what must be on the screen before it is looked at. */
const asks: { name: string; open: (page: Page, host: Host) => Promise<void> }[] = [
  {
    name: "a command, with a text before it",
    open: async (page, host) => {
      const command = tool("Bash", { command: "touch x", description: "make a file" });
      await begin(page, host, script([[say("A *text*"), command]]));
      await expect(ask(page).getByRole("button", { name: "Allow", exact: true })).toBeVisible();
      await ask(page).getByRole("button", { name: "Edit before allowing" }).click();
      await expect(ask(page).getByRole("textbox", { name: "Command" })).toBeVisible();
    },
  },
  {
    name: "an edit, as a diff",
    open: async (page, host) => {
      const path = join(host.project, "src/auth.ts");
      await begin(page, host, script([[tool("Read", { file_path: path })], [tool("Edit", edit(path))]]));
      const diff = ask(page).getByRole("region", { name: /Changes of/ });
      await expect(diff).toContainText("/home");
      await expect(diff.locator(".token").first()).toBeVisible();
    },
  },
  {
    name: "questions",
    open: async (page, host) => {
      const options = [
        { label: "Red", description: "port" },
        { label: "Green", description: "starboard" },
      ];
      const questions = [
        { question: "Which side?", header: "Side", multiSelect: false, options },
        { question: "Which lights?", header: "Lights", multiSelect: true, options },
      ];
      await begin(page, host, script([[tool("AskUserQuestion", { questions })]]));
      await page.getByRole("button", { name: /Red/ }).click();
      await expect(ask(page)).toContainText("Which lights?");
    },
  },
  {
    name: "a plan",
    open: async (page, host) => {
      await writePlan(host, "# The plan\n\n1. Look\n2. Leap");
      await begin(page, host, script([[tool("ExitPlanMode", {})]]), { permissionMode: "plan" });
      await expect(ask(page).getByRole("listitem").first()).toContainText("Look");
    },
  },
  {
    name: "a dialog of the CLI",
    open: async (page, host) => {
      const request = {
        subtype: "request_user_dialog",
        dialog_kind: "goal_proposal",
        payload: { goal: "Paint" },
      };
      const text = JSON.stringify({ type: "control_request", request_id: "dialog-1", request });
      await begin(page, host, script([[{ type: "garbage", text }, say("Asked")]]));
      await expect(ask(page)).toContainText("Paint");
      await idle(page);
    },
  },
  {
    name: "a form of a server",
    open: async (page, host) => {
      const properties = {
        name: { type: "string", title: "Name", description: "as on the papers" },
        rig: { type: "string", title: "Rig", enum: ["sloop", "ketch"] },
        lights: { type: "array", title: "Lights", items: { type: "string", enum: ["red", "green"] } },
        engine: { type: "boolean", title: "Has an engine" },
      };
      const requested_schema = { type: "object", properties, required: ["name"] };
      const elicit = { message: "Who are you?", requested_schema };
      await begin(page, host, script([[tool("mcp__registry__register", {}, { elicit })]]), {
        mcpServers: { mcpServers: { registry: { command: "registry" } } },
        flags: ["--allowed-tools", "mcp__registry__register"],
      });
      await ask(page).getByRole("button", { name: "Answer" }).click();
      await expect(ask(page).getByRole("alert")).toBeVisible();
    },
  },
];

for (const { name, open } of asks) {
  test(`axe finds nothing serious in an ask: ${name}`, async ({ page, host }) => {
    await open(page, host);
    expect(await problemsInEveryLook(page)).toEqual([]);
  });
}

test("axe finds nothing serious in a conversation with opened calls", async ({ page, host }) => {
  // axe looks sixteen times.
  test.setTimeout(150_000);
  const markdown =
    "# Heading\n\nA [link](https://example.com), `code`, and\n\n| a | b |\n|---|---|\n| 1 | 2 |";
  const todos = [{ content: "Paint", status: "in_progress", activeForm: "Painting" }];
  await begin(
    page,
    host,
    script([
      [
        { type: "thinking", thinking: "Deep in thought." },
        tool("Read", { file_path: join(host.project, "src/auth.ts") }),
      ],
      [
        tool(
          "Bash",
          { command: "paint" },
          { stdout: "\u001b[31mred\u001b[0m \u001b[33myellow\u001b[0m plain" },
        ),
      ],
      [tool("TodoWrite", { todos })],
      [tool("Bash", { command: "break-it" }, { stderr: "it broke", exit: 3 })],
      [say(markdown)],
    ]),
    { flags: ["--allowed-tools", "Bash,Read,TodoWrite"] },
  );
  await expect(answers(page).getByRole("heading", { name: "Heading" })).toBeVisible();
  await idle(page);
  expect(await problemsInEveryLook(page)).toEqual([]);
  // What is far out of sight is not drawn, so the calls are opened from the top and looked at one by one.
  await choose(page, "Jump to the last prompt");
  for (const [name, inside] of [
    [/thought/, "Deep in thought."],
    [/Read/, "redirect"],
    [/paint/, "yellow"],
  ] as const) {
    const call = page.getByRole("log").getByRole("button", { name });
    // Rows are measured again after a change of the look, and one may move away under the click.
    await expect(async () => {
      if ((await call.getAttribute("aria-expanded")) === "false") await call.click();
      await expect(answers(page).getByText(inside).first()).toBeVisible({ timeout: 2000 });
    }).toPass();
    expect(await problemsInEveryLook(page)).toEqual([]);
  }
});

test("axe finds nothing serious in the changes of a session, with a comment begun", async ({
  page,
  host,
}) => {
  const path = join(host.project, "src/auth.ts");
  await begin(
    page,
    host,
    script([[tool("Read", { file_path: path })], [tool("Edit", edit(path))], [say("Changed")]]),
    { permissionMode: "acceptEdits" },
  );
  await expect(answers(page).getByText("Changed")).toBeVisible();
  await idle(page);
  await choose(page, "All changes of the session");
  const view = page.getByRole("dialog", { name: /Changes/ });
  const file = view.getByRole("region", { name: "src/auth.ts", exact: true });
  await file.getByRole("button", { name: "Comment on line 4", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(view.getByRole("textbox", { name: "Comment on line 4" })).toBeVisible();
  await expect(file.locator(".token").first()).toBeVisible();
  expect(await problemsInEveryLook(page)).toEqual([]);
});

test("axe finds nothing serious in the question on the side, in finding and in what waits", async ({
  page,
  host,
}) => {
  await begin(page, host, script([[tool("Bash", { command: "touch later" })]]));
  await expect(ask(page)).toBeVisible();
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("the next one");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("the next one");
  await choose(page, "Ask on the side");
  await expect(page.getByRole("region", { name: "Question on the side" })).toBeVisible();
  await choose(page, "Find in session");
  await expect(page.getByRole("searchbox", { name: "Find in session" })).toBeVisible();
  expect(await problemsInEveryLook(page)).toEqual([]);
});

test("axe finds nothing serious at a limit, and while a command prints", async ({ page, host }) => {
  // axe looks eight times, and the CLI tells of a command after some seconds.
  test.setTimeout(150_000);
  const look = tool("Bash", { command: "ls" });
  await begin(page, host, script([[look], [look]]), { maxTurns: 1 });
  await expect(answers(page).getByRole("button", { name: "Go on" })).toBeVisible();
  expect(await problemsInEveryLook(page)).toEqual([]);
  const build = tool("Bash", { command: "build" }, { live: "half way\n", stdout: "there\n", s: 600 });
  await begin(page, host, script([[build]]), { flags: ["--allowed-tools", "Bash"] });
  await expect(page.getByRole("region", { name: "Output so far" })).toContainText("half way");
  expect(await problemsInEveryLook(page)).toEqual([]);
});
