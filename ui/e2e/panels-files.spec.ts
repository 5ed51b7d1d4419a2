// Files: the tree and the viewer, the working tree, rewinding, notebooks, and the wire.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  answers,
  begin,
  call,
  catchCopies,
  expect,
  idle,
  message,
  openPanel,
  type Page,
  panelRole,
  pick,
  recorded,
  say,
  send,
  sessionOf,
  test,
  turn,
} from "./support";
import { records } from "./support/disk";

/** A plot as a notebook would hold it: bars, as a picture in base64. */
const plotted = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 140 });
    const brush = canvas.getContext("2d") as CanvasRenderingContext2D;
    brush.fillStyle = "white";
    brush.fillRect(0, 0, 320, 140);
    brush.fillStyle = "steelblue";
    for (const [place, height] of [40, 70, 55, 90, 120, 80, 60].entries())
      brush.fillRect(12 + place * 44, 140 - height, 32, height);
    return canvas.toDataURL("image/png").replace(/^.*,/, "");
  });

test("Files: the tree opens, a file is shown, git tells what changed", async ({ page, host }) => {
  writeFileSync(join(host.project, "notes.md"), "# Notes\n\nA *list* of things\n");
  writeFileSync(join(host.project, ".gitignore"), "secret.log\n");
  writeFileSync(join(host.project, "secret.log"), "not to be seen\n");
  const summary = { file_path: join(host.project, "summary.txt"), content: "In short: things.\n" };
  const write = { type: "tool_use", name: "Write", input: summary };
  await begin(page, host, turn("I have written some notes. Sum them up.", [write], [say("Ready to read.")]), {
    permissionMode: "acceptEdits",
  });
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const panel = await openPanel(page, "files", "Files");
  await expect(panel.getByRole("button", { name: /summary\.txt/ })).toBeVisible();
  await expect(panel.getByRole("button", { name: /secret\.log/ })).toHaveCount(0);
  await panel.getByRole("button", { name: /notes\.md/ }).click();
  await expect(panel.getByRole("heading", { name: "Notes", exact: true })).toBeVisible();
  await panel.getByRole("radio", { name: "Source" }).click();
  await expect(panel.getByText("A *list* of things")).toBeVisible();
  await panel.getByRole("button", { name: "Back to the files" }).click();
  const changes = await openPanel(page, "changes", "Changes");
  const listed = changes.getByRole("navigation", { name: "Changed files" }).getByRole("button");
  await expect(listed).toHaveText([/summary\.txt/]);
  await pick(changes.getByRole("button", { name: "Which changes" }), "Working tree");
  await expect(listed.filter({ hasText: "notes.md" })).toBeVisible();
  await listed.filter({ hasText: "summary.txt" }).click();
  const own = changes.getByRole("region", { name: "summary.txt", exact: true });
  await expect(own).toContainText("this session");
  await expect(own).toContainText("In short: things.");
  expect(readFileSync(summary.file_path, "utf8")).toBe(summary.content);
});

test("Rewind: a preview of what would change, then the file is as it was", async ({ page, host }) => {
  const file = join(host.project, "rewound.txt");
  writeFileSync(file, "before\n");
  const read = { type: "tool_use", name: "Read", input: { file_path: file } };
  const edit = {
    type: "tool_use",
    name: "Edit",
    input: { file_path: file, old_string: "before", new_string: "after" },
  };
  await begin(page, host, turn("Put it behind us.", [read], [edit], [say("Edited it.")]), {
    permissionMode: "acceptEdits",
  });
  await expect(answers(page).getByText("Edited it")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("after\n");
  await idle(page);
  const panel = await openPanel(page, "rewind", "Rewind");
  await panel.getByRole("list", { name: "Checkpoints" }).getByRole("button").first().click();
  await expect(panel.getByText("1 file would change")).toBeVisible();
  await expect(panel.getByText(/rewound\.txt/).last()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("after\n");
  await panel.getByRole("button", { name: "Restore 1 file" }).click();
  await expect(panel.getByText("1 file was restored.")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("before\n");
});

test("Notebook cell viewer: cells, outputs and a picture", async ({ page, host }) => {
  const picture = await plotted(page);
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: "python" } },
    cells: [
      { cell_type: "markdown", id: "a", source: ["# Report\n", "Some *words*"] },
      {
        cell_type: "code",
        id: "b",
        execution_count: 3,
        source: ["print('hello')\n", "plot(tides)"],
        outputs: [
          { output_type: "stream", name: "stdout", text: ["hello\n"] },
          { output_type: "display_data", data: { "image/png": picture, "text/plain": "<Figure>" } },
          {
            output_type: "display_data",
            data: { "text/html": "<script>window.ran = 1</script><b>bold</b>" },
          },
        ],
      },
    ],
  };
  const path = join(host.project, "report.ipynb");
  writeFileSync(path, JSON.stringify(notebook));
  const read = { type: "tool_use", name: "Read", input: { file_path: path } };
  const edit = {
    type: "tool_use",
    name: "NotebookEdit",
    input: { notebook_path: path, cell_id: "b", new_source: "print('changed')" },
  };
  await begin(
    page,
    host,
    [
      turn("There is a report in the notebook.", [say("Look at it beside us.")]),
      turn("Print something else.", [read], [edit], [say("Cell changed")]),
    ],
    { permissionMode: "acceptEdits" },
  );
  await expect(answers(page).getByText("Look")).toBeVisible();
  const panel = await openPanel(page, "files", "Files");
  await panel.getByRole("button", { name: /report\.ipynb/ }).click();
  await expect(panel.getByRole("heading", { name: "Report", exact: true })).toBeVisible();
  const image = panel.getByRole("img", { name: "<Figure>" });
  await expect(image).toBeVisible();
  expect(await image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await expect(panel.getByRole("article", { name: "In [3]" })).toContainText("hello");
  await expect(panel.getByText("bold", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined();
  await call(page, "POST", `api/sessions/${sessionOf(page)}/messages`, {
    text: "Print something else.",
  });
  await expect(panel.getByText("print('changed')").first()).toBeVisible();
  expect(readFileSync(path, "utf8")).toContain("print('changed')");
});

test("Wire inspector: both directions, find, one frame whole, download", async ({ page, host }) => {
  const news = { type: "garbage", text: JSON.stringify({ type: "tidings", of: "a newer CLI" }) };
  const id = await begin(page, host, turn("Say something.", [news, say("On the wire, as you see.")]));
  await expect(answers(page).getByText("On the wire")).toBeVisible();
  await idle(page);
  const panel = await openPanel(page, "wire", "Protocol log");
  await expect(panel.getByRole("button", { name: /system\/init/ })).toBeVisible();
  await panel.getByRole("searchbox").fill("initialize");
  await panel.getByRole("button", { name: /to the CLI.*control_request\/initialize/ }).click();
  await expect(panel.getByText("subtype:").first()).toBeVisible();
  const copied = await catchCopies(page);
  await panel.getByRole("button", { name: "Copy the line" }).click();
  await expect.poll(copied).toContain('"subtype":"initialize"');
  await panel.getByRole("button", { name: "Back to the records" }).click();
  await panel.getByRole("searchbox").fill("");
  const from = panel.getByRole("button", { name: "from the CLI", exact: true });
  await from.click();
  await expect(panel.getByRole("button", { name: /system\/init/ })).toHaveCount(0);
  await expect(panel.getByRole("button", { name: /control_request\/initialize/ })).toBeVisible();
  await from.click();
  await expect(panel.getByRole("button", { name: /system\/init/ })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("button", { name: "Download the recording" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  const frames = lines.map((line) => JSON.parse(line) as { t: number; dir: string; line: { type: string } });
  expect(frames.some(({ dir, line }) => dir === "in" && line.type === "user")).toBe(true);
  expect(frames.some(({ dir, line }) => dir === "out" && line.type === "result")).toBe(true);
  // It is what stands in the log, line by line.
  const logged = records(host, id).filter(({ kind }) => kind === "in" || kind === "out");
  // Settings of the CLI may hold keys: they are withheld from a recording.
  const isOpen = ({ line }: { line: unknown }) => !JSON.stringify(line).includes('"applied":{');
  const recorded = frames.map(({ dir, line }) => ({ dir, line }));
  const expected = logged
    .slice(0, frames.length)
    .map(({ kind, text }) => ({ dir: kind, line: JSON.parse(text) as unknown }));
  expect(recorded.filter(isOpen)).toEqual(expected.filter(isOpen));
  // What nobody here knows is marked, and found by that.
  await panel.getByRole("button", { name: "Unknown to this version" }).click();
  await expect(panel.getByRole("button", { name: /system\/init/ })).toHaveCount(0);
  await expect(panel.getByRole("button", { name: /tidings.*unknown/ })).toBeVisible();
});

test("Terminal-only commands open their panel instead of being sent", async ({ page, fake }) => {
  await fake.session({ view: recorded("plain") });
  for (const [command, title] of [
    ["/help", "Help"],
    ["/config", "Settings"],
    ["/fast", "Settings"],
    ["/keybindings-help", "Keys"],
    ["/mcp", "MCP"],
    ["/hooks", "Settings"],
  ] as const) {
    await send(page, command);
    const panel = page.getByRole(panelRole(page), { name: title, exact: true });
    await expect(panel).toBeVisible();
    // The part that the command is about is in sight.
    if (command === "/fast") await expect(panel.getByRole("switch", { name: "Fast mode" })).toBeInViewport();
    if (command === "/hooks") await expect(panel.getByText("No hooks.")).toBeInViewport();
    await panel.getByRole("button", { name: "Close panel", exact: true }).first().click();
    await expect(message(page)).toHaveValue("");
  }
  expect(fake.sent.filter(({ path }) => path.endsWith("/messages"))).toEqual([]);
});

test("Ctrl+K says what /clear does, and sends it", async ({ page, fake }) => {
  await fake.session({ view: recorded("plain") });
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Clear the conversation?" });
  await expect(dialog).toContainText("/clear");
  await dialog.getByRole("button", { name: "Clear", exact: true }).click();
  expect(await fake.received("POST", "/messages")).toMatchObject({ text: "/clear" });
});
