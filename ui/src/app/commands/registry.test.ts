import { expect, test, vi } from "vitest";
import type { Scope, SessionSummary } from "@/api/generated";

vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { commands, groups, isOffered, menuOf } = await import("./registry");
const { addHandler } = await import("./handlers");
const { conflicts, isFixed, keysOf } = await import("../shortcuts/bindings");
const { slashFor, withCommand, slashCommands } = await import("./slash");
const { withSlashCommands } = await import("./slashList");
const { palette, slashTexts } = await import("@/strings/late");
const { alsoOf, found } = await import("@/features/palette/palette.logic");

const summary = (change: Partial<SessionSummary> = {}) =>
  ({ id: "s1", title: "One", project: "/p", status: "live", archived: false, ...change }) as SessionSummary;

const context = (scope: Scope, change: Partial<SessionSummary> = {}) => ({
  scope,
  session: "s1",
  summary: summary(change),
  open: ["s1"],
  panel: undefined,
  wide: true,
});

const ids = (scope: Scope, change?: Partial<SessionSummary>) =>
  menuOf("session", context(scope, change)).map((section) =>
    section.map(({ id }) => id.split("session.")[1]),
  );

test("no two commands have one id, and no key runs two", () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  expect([...conflicts(commands, {})]).toEqual([]);
  expect(commands.every(({ group }) => groups.includes(group))).toBe(true);
});

test("every command that runs can be bound to a key, rename included", () => {
  const rename = commands.find(({ id }) => id === "session.rename");
  if (!rename) throw new Error("session.rename is missing");
  expect(keysOf(rename, {})).toEqual(["F2"]);
  expect(keysOf(rename, { "session.rename": ["Alt+R"] })).toEqual(["Alt+R"]);
  expect(commands.filter(isFixed).every(({ keys }) => keys.length === 1)).toBe(true);
});

test("a chosen key replaces that of the table, and a conflict is found", () => {
  const [first, second] = commands.filter((command) => !isFixed(command) && command.keys.length > 0);
  if (!first || !second) throw new Error("the table is empty");
  const chosen = { [second.id]: [first.keys[0] ?? ""] };
  expect([...conflicts(commands, chosen).values()]).toEqual([[first.id, second.id]]);
});

test("the menu of a session follows its state", () => {
  expect(ids("control")[1]).toEqual(["park", "restart", "close"]);
  expect(ids("control", { status: "parked" })[1]).toEqual(["wake", "close"]);
  expect(ids("control", { status: "failed" })[1]).toEqual(["wake", "fresh", "close"]);
  expect(ids("control", { status: "closed" })[1]).toEqual(["wake"]);
  expect(ids("control", { archived: true })[3]).toEqual(["unarchive", "remove"]);
  expect(ids("control", { worktree: "/w" })[3]).toEqual(["archive", "remove", "removeWithWorktree"]);
});

test("a device that only views is offered what changes nothing", () => {
  const exports = ["export.markdown", "export.json", "export.raw", "export.archive"];
  expect(ids("view")).toEqual([["copyResume", "copyLink", ...exports]]);
  expect(ids("answer")).toEqual(ids("view"));
  const offered = commands.filter((command) => isOffered(command, context("view"))).map(({ id }) => id);
  expect(offered).toContain("go.inbox");
  expect(offered).not.toContain("session.new");
});

test("the palette has what the session menu has, except what cannot be undone", () => {
  const menuOnly = commands.filter((command) => command.menuOnly).map(({ id }) => id);
  expect(menuOnly).toEqual(["session.removeWithWorktree"]);
});

test("the palette finds commands by other words, and each of these is about a command", () => {
  const ids = new Set(commands.map(({ id }) => id));
  expect(Object.keys(palette.keywords).filter((id) => !ids.has(id))).toEqual([]);
  const items = commands.map((command) => ({
    value: command.id,
    title: command.title,
    also: alsoOf(command),
    run: () => undefined,
  }));
  const foundBy = (typed: string) =>
    found(typed, [{ heading: "", items }]).flatMap((group) => group.items.map(({ value }) => value));
  expect(foundBy("park")).toContain("session.park");
  expect(foundBy("git")).toEqual(expect.arrayContaining(["panel.changes", "panel.files"]));
  expect(foundBy("pair")).toContain("go.devices");
  expect(foundBy("qr")).toEqual(["go.devices"]);
  expect(foundBy("budget")).toEqual(expect.arrayContaining(["go.usage", "go.settings"]));
});

test("a handler serves its own session, and the newest one runs", () => {
  const ran: string[] = [];
  const add = (session: string | undefined, name: string) =>
    addHandler("conversation.find", { session, run: () => ran.push(name) });
  const find = commands.find(({ id }) => id === "conversation.find");
  if (!find) throw new Error("conversation.find is missing");
  const here = context("view");
  expect(isOffered(find, here)).toBe(false);
  const remove = [add("s2", "other"), add("s1", "first"), add("s1", "second")];
  find.run?.(here);
  expect(ran).toEqual(["second"]);
  for (const one of remove) one();
  expect(isOffered(find, here)).toBe(false);
});

test("commands of the terminal run here, those with arguments go to the CLI", () => {
  const none = new Set<string>();
  expect(slashFor("/help", none)?.command.id).toBe("help");
  expect(slashFor("/config ", none)?.command.id).toBe("panel.settings");
  expect(slashFor("/fast", new Set(["fast"]))?.slash.item).toBe("fast");
  expect(slashFor("/export", none)?.command.id).toBe("session.export.markdown");
  expect(slashFor("/model sonnet", none)).toBeUndefined();
  expect(slashFor("/compact", none)).toBeUndefined();
  expect(slashFor("help", none)).toBeUndefined();
});

test("what only prints is sent to a CLI that has it", () => {
  expect(slashFor("/context", new Set(["context"]))).toBeUndefined();
  expect(slashFor("/context", new Set())?.command.id).toBe("panel.context");
});

test("a command of the terminal alone that runs here is offered like any other", () => {
  const listed = (name: string) => ({ name, aliases: [], terminalOnly: true });
  const offered = withSlashCommands([listed("export"), listed("vim")]);
  expect(offered.find(({ name }) => name === "export")?.terminalOnly).toBe(false);
  expect(offered.find(({ name }) => name === "vim")?.terminalOnly).toBe(true);
});

test("common commands come first, internals of the CLI are hidden", () => {
  const listed = ["zoo", "__remote-workflow", "workflow-launch-exec", "init", "compact"];
  const names = withSlashCommands(listed.map((name) => ({ name, aliases: [], terminalOnly: false }))).map(
    ({ name }) => name,
  );
  expect(names[0]).toBe("compact");
  expect(names.indexOf("init")).toBeLessThan(names.indexOf("zoo"));
  expect(names.filter((name) => /^_|^workflow/.test(name))).toEqual([]);
});

test("every command of the terminal that runs here says what it does, and no name means two", () => {
  expect(slashCommands.map(({ slash }) => slash.name).sort()).toEqual(Object.keys(slashTexts).sort());
  const names = slashCommands.flatMap(({ slash }) => [slash.name, ...(slash.aliases ?? [])]);
  expect(new Set(names).size).toBe(names.length);
});

test("other names of a command and what follows it", () => {
  const none = new Set<string>();
  expect(slashFor("/undo", none)?.command.id).toBe("panel.rewind");
  expect(slashFor("/allowed-tools", none)?.slash.item).toBe("rules");
  expect(slashFor("/fork fix the\nlinks", none)).toMatchObject({ text: "fix the\nlinks" });
  expect(slashFor("/export notes.md", none)).toBeUndefined();
  expect(slashFor("/add-dir ../lib", none)?.text).toBe("../lib");
});

test("a command goes to the beginning of the message, in the place of another", () => {
  expect(withCommand("compact", "")).toBe("/compact ");
  expect(withCommand("compact", "keep the names")).toBe("/compact keep the names");
  expect(withCommand("compact", "/review keep the names")).toBe("/compact keep the names");
  expect(withCommand("compact", "/rev")).toBe("/compact ");
});
