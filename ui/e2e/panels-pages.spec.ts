// The pages of the host: usage, settings, audit, devices, doctor, replay; and that all are fit for everyone.

import { chmodSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import jsQR from "jsqr";
import { emptyView } from "../src/api/applyChange";
import type { ChangeSet, Replay } from "../src/api/generated";
import {
  accessProblems,
  answers,
  begin,
  call,
  entry,
  expect,
  furnish,
  type Host,
  idle,
  openPanel,
  type Page,
  pick,
  program,
  recordedTurn,
  say,
  test,
  turn,
  visit,
} from "./support";
import { lines, records, rows } from "./support/disk";

async function openPage(page: Page, host: Pick<Host, "address">, id: string, title: string): Promise<void> {
  await visit(page, host, `#/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

test("Usage page: cost by day and model, with a plot", async ({ page, host }) => {
  const id = await begin(page, host, turn("What does an answer cost?", [say("It costs little.")]));
  await expect(answers(page).getByText("It costs")).toBeVisible();
  await idle(page);
  // The store has what the CLI said that the turn has cost.
  const { total_cost_usd } = lines<{ type: string; total_cost_usd: number }>(host, id).findLast(
    ({ type }) => type === "result",
  ) ?? { total_cost_usd: Number.NaN };
  const sql = "select project, model, cost_usd as cost, turns from usage where session = ?";
  await expect
    .poll(() => rows(host, sql, id))
    .toEqual([{ project: host.project, model: "claude-opus-5-5", cost: total_cost_usd, turns: 1 }]);
  await openPage(page, host, "usage", "Usage");
  await expect(page.getByRole("rowheader", { name: "claude-opus-5-5" })).toBeVisible();
  await expect(page.locator("canvas")).toBeVisible();
  await page.getByRole("radio", { name: "Project" }).click();
  await expect(page.getByRole("rowheader", { name: host.project.replace(host.data, "~") })).toBeVisible();
});

test("Host settings: what is saved is what the host keeps", async ({ page, ownHost: host }) => {
  await openPage(page, host, "settings", "Settings");
  const section = (name: string) =>
    page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name }).click();
  await section("Budget");
  await page.getByLabel("Day budget").fill("12.5");
  await pick(page.getByRole("button", { name: /^When used up/ }), "Pause sessions");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const [kept] = rows<{ value: string }>(host, "select value from settings where name = 'host'");
  expect(JSON.parse(kept?.value ?? "{}")).toMatchObject({ dayBudgetUsd: 12.5, budgetAction: "pause" });
  await section("Appearance");
  await pick(page.getByRole("button", { name: /^Dates and numbers/ }), "Deutsch (Deutschland)");
  await expect(page.getByText(/1234,50/)).toBeVisible();
  await pick(page.getByRole("button", { name: /^Theme/ }), "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await openPage(page, host, "usage", "Usage");
  await expect(page.getByText("of $12,50 today")).toBeVisible();
});

test("Audit page: a decision, who made it and from where", async ({ page, host }) => {
  const call = {
    type: "tool_use",
    name: "Bash",
    input: { command: "touch audited", description: "make a file" },
  };
  const id = await begin(page, host, turn("Make a file.", [call], [say("Done so.")]));
  await page
    .getByRole("dialog", { name: /Bash/ })
    .getByRole("button", { name: "Allow", exact: true })
    .click();
  await expect(answers(page).getByText("Done so")).toBeVisible();
  // In the store stands who decided; in the log, that the CLI got this answer from there.
  const [device] = rows<{ id: string; name: string }>(host, "select id, name from devices");
  await expect
    .poll(() =>
      rows(
        host,
        "select session, tool, summary, decision, by, device, device_id from audit where session = ?",
        id,
      ),
    )
    .toEqual([
      {
        session: id,
        tool: "Bash",
        summary: "touch audited",
        decision: "allowed",
        by: "person",
        device: device?.name,
        device_id: device?.id,
      },
    ]);
  const answer = records(host, id).find(
    ({ kind, text }) => kind === "in" && text.includes('"behavior":"allow"'),
  );
  expect(answer?.who).toBe(`${device?.name}\u001f${device?.id}`);
  await openPage(page, host, "audit", "Audit");
  const row = page.getByRole("list", { name: "Decisions" }).getByRole("listitem").first();
  await expect(row).toContainText("touch audited");
  await expect(row).toContainText("Allowed");
  await expect(row).toContainText("a person");
});

test("Devices page: the QR code lets a second browser in, and it can be revoked", async ({
  page,
  browser,
  ownHost: host,
}) => {
  await openPage(page, host, "devices", "Devices");
  await expect(page.getByText(/install the app.*notifications.*over TLS/)).toBeVisible();
  await pick(page.getByRole("button", { name: /^Access/ }).first(), "View only");
  await page.getByRole("button", { name: "Create code" }).click();
  const code = page.getByRole("img", { name: "QR code of the pairing link" });
  await expect(code).toBeVisible();
  const link = await decode(page);
  expect(link).toBe(await page.getByLabel("Pairing link", { exact: true }).inputValue());
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("navigation", { name: "Sessions" })).toBeVisible();
  await other.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  expect((await call<{ scope: string }>(other, "GET", "api/host")).scope).toBe("view");
  const scopes = () =>
    rows<{ scope: string }>(host, "select scope from devices order by created_at").map(({ scope }) => scope);
  expect(scopes()).toEqual(["admin", "view"]);
  const row = page.getByRole("listitem").filter({ hasText: "View only ·" });
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(row).toBeHidden();
  expect(scopes()).toEqual(["admin"]);
  await expect(call(other, "GET", "api/host")).rejects.toThrow(/401/);
});

/** Reads the code as a camera would: from pixels. */
async function decode(page: Page): Promise<string> {
  const { width, height, data } = await page.evaluate(async () => {
    const svg = document.querySelector("svg[aria-label='QR code of the pairing link']") as SVGElement;
    const copy = svg.cloneNode(true) as SVGElement;
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", "225");
    copy.setAttribute("height", "225");
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 225;
    canvas.height = 225;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0, 225, 225);
    const pixels = context.getImageData(0, 0, 225, 225);
    return { width: pixels.width, height: pixels.height, data: [...pixels.data] };
  });
  const found = jsQR(new Uint8ClampedArray(data), width, height);
  if (!found) throw new Error("no QR code was found");
  return found.data;
}

/** A program that says a version of its own and is the simulator otherwise, without telling that it is. */
async function otherCli(): Promise<{ directory: string; path: string; become: (version: string) => void }> {
  const directory = await mkdtemp(join(tmpdir(), "pilothouse-cli-"));
  const path = join(directory, "claude");
  const become = (version: string) => writeFileSync(join(directory, "version"), `${version} (Claude Code)\n`);
  const answers = [
    `[ "$1" = --version ] && exec cat '${directory}/version'`,
    `[ "$1" = --help ] && { '${program}' sim --help | grep -v -e --sim-; printf '  %s\\n' --verbose --strict-mcp-config; exit; }`,
    `exec '${program}' sim "$@"`,
  ];
  writeFileSync(path, `#!/bin/sh\n${answers.join("\n")}\n`);
  chmodSync(path, 0o755);
  return { directory, path, become };
}

const other = test.extend<{ cli: Awaited<ReturnType<typeof otherCli>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  cli: async ({}, use) => {
    const cli = await otherCli();
    cli.become("2.1.325");
    await use(cli);
    await rm(cli.directory, { recursive: true, force: true });
  },
  serverArguments: ({ cli }, use) => use(["--claude", cli.path]),
});

other(
  "Doctor page: what is found about the CLI, and again when it has changed",
  async ({ page, ownHost, cli }) => {
    await openPage(page, ownHost, "doctor", "Doctor");
    const checks = page.getByRole("list", { name: "Checks" });
    const version = checks.getByRole("listitem").filter({ hasText: /^version/ });
    await expect(version).toContainText("2.1.325 is a version that this host is tested with.");
    for (const name of ["program", "flags", "messages", "start", "sign-in"])
      await expect(checks.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) })).toBeVisible();
    // Somebody updates the CLI, and asks again.
    cli.become("9.8.7");
    await page.getByRole("button", { name: "Run again" }).click();
    await expect(version).toContainText("9.8.7 is newer than 2.1.325");
    await expect(version).toContainText("Warning");
    // And then breaks it.
    chmodSync(cli.path, 0o644);
    await page.getByRole("button", { name: "Run again" }).click();
    await expect(checks.getByText("Error").first()).toBeVisible();
  },
);

test("Replay: the recording of a session ends as the session does, and other files are rejected", async ({
  page,
  host,
}) => {
  const write = {
    type: "tool_use",
    name: "Write",
    input: { file_path: join(host.project, "replayed.txt"), content: "once\n" },
  };
  await begin(page, host, turn("Write it once.", [write], [say("Written, once and for all.")]), {
    permissionMode: "acceptEdits",
  });
  await expect(answers(page).getByText("Written, once")).toBeVisible();
  await idle(page);
  // That a process was started is known to the host alone; a recording has what went over the wire.
  const told = async () => (await answers(page).allInnerTexts()).filter((text) => text !== "session started");
  const shown = await told();
  const panel = await openPanel(page, "wire", "Protocol log");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Download the recording" }).click(),
  ]);
  await openPage(page, host, "replay", "Replay");
  const file = page.getByLabel("Choose a recording");
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a recording") };
  await file.setInputFiles(notes);
  await expect(page.getByText(/is not a line of a recording/)).toBeVisible();
  await file.setInputFiles(await download.path());
  const slider = page.getByRole("slider", { name: "Time" });
  await slider.press("Home");
  await expect(answers(page).getByText("Written, once")).toBeHidden();
  await slider.press("End");
  await expect(answers(page).getByText("Written, once")).toBeVisible();
  await expect.poll(told).toEqual(shown);
});

test("Replay: sessions are offered, and clocks show the time of the recording", async ({ page, fake }) => {
  const session = fake.add({ title: "Once upon a time" });
  const call = entry.tool("Bash", { command: "sleep" }, { state: "running", startedAt: 1000 });
  const sets: ChangeSet[] = [
    { seq: 1, at: 0, changes: [] },
    {
      seq: 2,
      at: 6000,
      changes: [{ kind: "entrySet", entry: { id: "e2", order: 2, at: 1000, epoch: 1, turn: 1, ...call } }],
    },
  ];
  fake.api("POST", /api\/replay/, { view: emptyView, sets } satisfies Replay);
  fake.api("GET", /\/wire/, { records: [], total: 0 });
  await fake.open("#/replay");
  await page
    .getByRole("list", { name: "Play a session" })
    .getByRole("link", { name: /Once upon/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`session=${session}`));
  await expect(page.locator("article[data-kind=tool]")).toContainText("5 s");
});

test("Replay: a recording is moved through with a slider", async ({ page, fake }) => {
  const answer = (order: number, at: number, text: string): ChangeSet => ({
    seq: order,
    at,
    changes: [
      { kind: "entrySet", entry: { id: `e${order}`, order, at, epoch: 1, turn: 1, ...entry.text(text) } },
    ],
  });
  const sets = [
    { seq: 1, at: 0, changes: [] },
    answer(2, 900, "The first answer"),
    answer(3, 4000, "The second answer"),
  ];
  fake.api("POST", /api\/replay/, { view: emptyView, sets } satisfies Replay);
  await fake.open("#/replay");
  const file = { name: "short.ndjson", mimeType: "text/plain", buffer: Buffer.from("{}") };
  await page.getByLabel("Choose a recording").setInputFiles(file);
  const slider = page.getByRole("slider", { name: "Time" });
  await slider.fill("3");
  await expect(page.getByRole("log").getByText("The second answer")).toBeVisible();
  await slider.fill("2");
  await expect(page.getByRole("log").getByText("The second answer")).toBeHidden();
  await expect(page.getByRole("log").getByText("The first answer")).toBeVisible();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("log").getByText("The second answer")).toBeVisible();
});

// The inbox, the search and the history of the CLI are checked in pages.spec.ts.
test("axe finds nothing serious on any page", async ({ page, fake }) => {
  furnish(fake);
  for (const [id, title] of [
    ["usage", "Usage"],
    ["settings", "Settings"],
    ["audit", "Audit"],
    ["devices", "Devices"],
    ["doctor", "Doctor"],
    ["replay", "Replay"],
  ] as const) {
    await openPage(page, fake, id, title);
    const loading = page.locator("main").getByRole("status");
    await expect(loading.filter({ hasText: /^Loading|^Looking/ })).toHaveCount(0);
    expect(await accessProblems(page), id).toEqual([]);
  }
});

test("axe finds nothing serious in any panel", async ({ page, fake }) => {
  furnish(fake);
  // The lists of the whole session, and a short conversation: axe checks all of the page each time.
  await fake.session({ view: recordedTurn("tools", 1) });
  for (const [id, title] of [
    ["files", "Files"],
    ["tasks", "Tasks"],
    ["jobs", "Agents"],
    ["mcp", "MCP"],
    ["context", "Context"],
    ["cost", "Usage"],
    ["rewind", "Rewind"],
    ["wire", "Protocol log"],
    ["settings", "Settings"],
    ["help", "Help"],
    ["keys", "Keys"],
  ] as const) {
    const panel = await openPanel(page, id, title);
    await expect(panel.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
    // Rows of the wire are measured before they are shown.
    if (id === "wire") await expect(panel.getByRole("button", { name: /spawn/ }).first()).toBeVisible();
    expect(await accessProblems(page), id).toEqual([]);
  }
});
