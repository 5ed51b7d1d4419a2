// A working day on a fake host: sessions in every state, as one person runs them. Pictures, geometry and
// accessibility tests show all screens with it.

import type {
  Activity,
  FileChange,
  Hunk,
  Project,
  SessionSummary,
  TrustReport,
  Usage,
} from "../../../src/api/generated";
import { HOME } from "./answers";
import { entry, job, question, request, result } from "./builders";
import type { Fake } from "./fake";
import { furnish } from "./furnished";
import type { Parts } from "./sessions";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const project = (name: string) => `${HOME}/src/${name}`;

/** What a row says of a session that is this old, and was started that long ago. */
const row = (name: string, age: number, more: Partial<SessionSummary> = {}): Partial<SessionSummary> => {
  const at = Date.now() - age;
  return { project: project(name), at, createdAt: at - HOUR, ...more };
};

const hunk = (start: number, lines: string[]): Hunk => ({
  oldStart: start,
  oldLines: lines.filter((line) => !line.startsWith("+")).length,
  newStart: start,
  newLines: lines.filter((line) => !line.startsWith("-")).length,
  lines,
});

const change = (path: string, hunks: Hunk[], more: Partial<FileChange> = {}): FileChange => {
  const lines = hunks.flatMap((one) => one.lines);
  return {
    path,
    change: "modified",
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
    hunks,
    exact: true,
    edits: 1,
    entry: "e1",
    at: Date.now(),
    ...more,
  };
};

const changed = (files: number, added: number, removed: number) => ({ changed: { files, added, removed } });

const spent = (total: number, last: number, percentage: number): Partial<Usage> => ({
  totalCostUsd: total,
  turns: 3,
  models: [
    {
      model: "claude-opus-5-5",
      costUsd: total,
      webSearches: 0,
      tokens: { input: 2900, output: 1300, cacheRead: 41_000, cacheWrite: 2000, thinking: 0 },
    },
  ],
  lastTurn: {
    entry: "e1",
    costUsd: last,
    durationMs: 9000,
    tokens: { input: 900, output: 300, cacheRead: 0, cacheWrite: 0, thinking: 0 },
  },
  context: {
    usedTokens: percentage * 2000,
    maxTokens: 200_000,
    percentage,
    reported: true,
    categories: [],
    at: Date.now(),
  },
});

const login = project("shop");

const loginFiles = [
  change(`${login}/src/auth.ts`, [
    hunk(41, [
      " export async function finishLogin(user: User) {",
      "-  return redirect('/')",
      "+  const next = cookies.next",
      "+  return redirect(next)",
      " }",
    ]),
  ]),
  change(`${login}/src/auth.test.ts`, [
    hunk(87, [
      " ",
      '+it("returns to the page", async () => {',
      '+  cookies.next = "/orders/7"',
      "+  const r = await finishLogin(user)",
      '+  expect(r.location).toBe("/orders/7")',
      "+})",
    ]),
  ]),
  change(`${login}/src/paths.ts`, [
    hunk(8, [" export const HOME = '/'", "-export const LEGACY = '/index'", "-export const OLD = '/home'"]),
  ]),
];

/** A request for an edit, with the conversation before it. */
const fixLogin = (): Parts => ({
  id: "login",
  title: "Fix login redirect",
  info: { cwd: login, model: "claude-opus-5-5" },
  files: loginFiles,
  usage: { ...spent(0.42, 0.03, 38), linesAdded: 14, linesRemoved: 3 },
  summary: row("shop", 2 * MINUTE, { branch: "fix-login-redirect", ...changed(3, 14, 3) }),
  entries: [
    entry.user("After login people land on / instead of the page they came from. Fix it and add a test."),
    entry.thinking("The handler redirects to the root.", { durationMs: 6000 }),
    entry.text(
      "The handler ignores the `next` cookie. I'll read it, check that it is a local path, and fall back to `/account`.",
    ),
    ...["auth.ts", "session.ts", "paths.ts", "auth.test.ts"].map((file) =>
      entry.tool("Read", { file_path: `${login}/src/${file}` }, { startedAt: 1000, endedAt: 1500 }),
    ),
    ...["finishLogin", "cookies.next"].map((pattern) =>
      entry.tool("Grep", { pattern }, { startedAt: 1000, endedAt: 1500 }),
    ),
    entry.tool(
      "Bash",
      { command: "npm test -- auth", description: "Run the auth tests" },
      {
        state: "failed",
        startedAt: 1000,
        endedAt: 4200,
        result: result(
          '\u001b[31m✗\u001b[0m redirects to the requested page\n  expected \u001b[32m"/orders/7"\u001b[0m  received \u001b[31m"/"\u001b[0m',
          { isError: true, exitCode: 1 },
        ),
      },
    ),
  ],
  asks: [
    {
      at: Date.now() - 2 * MINUTE,
      ...request.permission(
        "Edit",
        {
          file_path: `${login}/src/auth.ts`,
          old_string: 'export async function finishLogin(user: User) {\n  return redirect("/")\n}',
          new_string:
            'export async function finishLogin(user: User) {\n  const next = safePath(cookies.next)\n  return redirect(next ?? "/account")\n}',
        },
        {
          suggestions: [
            {
              text: "Allow edits in this session",
              place: "this session",
              rules: [],
              directories: [],
              update: { type: "setMode", mode: "acceptEdits", destination: "session" },
              destination: "session",
            },
          ],
        },
      ),
    },
  ],
});

const publish = (): Parts => ({
  id: "publish",
  title: "Publish 2.4.0",
  info: { cwd: project("api") },
  usage: spent(0.18, 0.02, 21),
  summary: row("api", 6 * MINUTE),
  entries: [
    entry.user("Publish 2.4.0."),
    entry.text("The version is set and the changelog is written. Publishing is the last step."),
  ],
  asks: [
    {
      at: Date.now() - 6 * MINUTE,
      ...request.permission("Bash", {
        command: "npm publish --access public",
        description: "Publishes a package",
      }),
    },
  ],
});

const limiter = (): Parts => ({
  id: "limiter",
  title: "Rate limiter",
  info: { cwd: project("api"), model: "claude-opus-5-5" },
  usage: { ...spent(0.07, 0.07, 12), linesAdded: 14, linesRemoved: 3 },
  summary: row("api", 11 * MINUTE, { branch: "main" }),
  entries: [
    entry.user("Add rate limiting to the public API."),
    entry.text("Two decisions change the design, so I would like your answer before I plan."),
  ],
  asks: [
    {
      at: Date.now() - 11 * MINUTE,
      ...request.question(
        question("Storage", "Where should the counters live?", [], {
          options: [
            { label: "Redis", description: "Shared by all instances, already deployed" },
            { label: "In memory", description: "Simple, each instance counts for itself" },
            { label: "Postgres", description: "No new dependency, slower" },
          ],
        }),
        question("Limits", "What is limited?", ["Requests", "Bytes"]),
      ),
    },
  ],
});

const migration = (): Parts => ({
  id: "vite",
  title: "Migrate to Vite 8",
  info: { cwd: project("web"), model: "claude-opus-5-5" },
  files: [
    change(`${project("web")}/vite.config.ts`, [
      hunk(3, ['-const path = require("path")', '+import path from "node:path"']),
    ]),
  ],
  usage: { ...spent(0.61, 0.08, 61), linesAdded: 88, linesRemoved: 140 },
  summary: row("web", MINUTE, { ...changed(4, 88, 140), running: "npm test", lastLine: "✓ 212 passed" }),
  entries: [
    entry.user("Move the build to Vite 8 and keep every test green."),
    entry.text(
      "Vite 8 drops the old CommonJS interop. Three of our configs rely on it, so I'll convert them first.",
    ),
    ...Array.from({ length: 11 }, (_, index) =>
      entry.tool(
        "Read",
        { file_path: `${project("web")}/config/${index}.ts` },
        { startedAt: 1000, endedAt: 3500 },
      ),
    ),
    entry.tool(
      "Edit",
      {
        file_path: `${project("web")}/vite.config.ts`,
        old_string: 'const path = require("path")',
        new_string: 'import path from "node:path"',
      },
      {
        result: result("The file was updated.", {
          structured: {
            structuredPatch: [hunk(3, ['-const path = require("path")', '+import path from "node:path"'])],
          },
        }),
      },
    ),
    entry.tool(
      "Bash",
      { command: "npm test", description: "Run all tests" },
      { state: "running", startedAt: Date.now() - 42_000 },
    ),
  ],
  activity: { state: "tools", entries: ["e15"] },
  tasks: [
    { id: "1", subject: "Convert the configs", status: "completed", blocks: [], blockedBy: [] },
    {
      id: "2",
      subject: "Run the tests",
      activeForm: "Running the tests",
      status: "inProgress",
      blocks: [],
      blockedBy: [],
    },
    { id: "3", subject: "Update the docs", status: "pending", blocks: [], blockedBy: ["2"] },
  ],
});

const runs = (
  id: string,
  title: string,
  name: string,
  age: number,
  activity: Activity,
  more: Partial<SessionSummary>,
): Parts => ({
  id,
  title,
  info: { cwd: project(name) },
  activity,
  entries: [entry.user(title), entry.text("…")],
  summary: row(name, age, more),
});

const tokensFile = change("src/styles/tokens.css", [
  hunk(1, [
    " :root {",
    "-  --bg: #fff;",
    "-  --text: #111;",
    "+  --bg: oklch(0.99 0 0);",
    "+  --text: oklch(0.24 0.01 60);",
    "+  --border: oklch(0.91 0.01 85);",
    " }",
    " ",
    "+[data-theme=dark] {",
    "+  --bg: oklch(0.19 0.012 262);",
    "+  --text: oklch(0.93 0.006 85);",
    "+}",
  ]),
]);

const small = (path: string) =>
  change(path, [hunk(12, [" return (", '-  <div style={{ color: "#111" }}>', "+  <div>", " )"])]);

const ready = (): Parts => ({
  id: "tokens",
  title: "Dark mode tokens",
  info: { cwd: project("shop"), model: "claude-opus-5-5" },
  files: [
    { ...tokensFile, path: `${project("shop")}/src/styles/tokens.css` },
    small(`${project("shop")}/src/styles/theme.ts`),
    ...["Button", "Card", "Table", "Toast"].map((name) =>
      small(`${project("shop")}/src/components/${name}.tsx`),
    ),
  ],
  usage: { ...spent(0.93, 0.31, 44), linesAdded: 212, linesRemoved: 87 },
  summary: row("shop", 18 * MINUTE, {
    readyForReview: true,
    ...changed(9, 212, 87),
    lastLine: "Replaced 64 hard-coded colours by tokens. Tests pass. Two screenshots changed.",
  }),
  entries: [
    entry.user("Replace hard-coded colours by tokens, and add a dark theme."),
    entry.text("Replaced 64 hard-coded colours by tokens. Tests pass. Two screenshots changed."),
    entry.turn({ costUsd: 0.31, durationMs: 184_000 }),
  ],
});

const idle = (
  id: string,
  title: string,
  name: string,
  age: number,
  more: Partial<SessionSummary> = {},
): Parts => ({
  id,
  title,
  info: { cwd: project(name) },
  entries: [entry.user(title), entry.text("Done.")],
  summary: row(name, age, { lastLine: "", ...more }),
});

const sessions = (): Parts[] => [
  fixLogin(),
  publish(),
  limiter(),
  idle("postgres", "Upgrade Postgres driver", "api", 5 * HOUR, {
    turnFailed: true,
    problem: "API overloaded",
    lastLine: "Nothing was changed.",
  }),
  migration(),
  {
    ...runs(
      "upload",
      "Flaky upload test",
      "web",
      4 * MINUTE,
      { state: "background", jobs: 3 },
      {
        lastLine: "Three agents look for the cause.",
        costUsd: 0.34,
      },
    ),
    jobs: ["Read the uploader", "Run the test 20 times", "Compare with main"].map((text, index) =>
      job(`job-${index}`, text, { lastTool: "Read", toolUses: 12, totalTokens: 18_000 }),
    ),
  },
  runs(
    "docs",
    "API docs",
    "docs-site",
    9 * MINUTE,
    { state: "writing", entry: "e2" },
    {
      lastLine: "The /v2/orders endpoint accepts a cursor …",
      costUsd: 0.12,
      ...changed(2, 301, 0),
    },
  ),
  ready(),
  idle("moment", "Remove moment.js", "web", HOUR, {
    readyForReview: true,
    ...changed(14, 41, 310),
    lastLine: "moment is gone; 14 files use Intl. Bundle 68 kB smaller.",
  }),
  idle("retry", "Explain the retry queue", "shop", 3 * HOUR),
  idle("ci", "Speed up CI", "infra", 26 * HOUR, { status: "parked", lastLine: "CI takes 8 minutes now." }),
  idle("seo", "Write the release notes", "docs-site", 30 * HOUR, { status: "closed" }),
];

const projects: Project[] = ["shop", "api", "infra", "docs-site", "web"].map((name, index) => ({
  path: project(name),
  name,
  sessions: 3,
  usedAt: Date.now() - index * HOUR,
  isGit: true,
  branch: "main",
  trust: "trusted",
}));

/** Adds the sessions of the day. Sessions are told apart by their id: `login`, `publish`, `limiter`, `vite`, `tokens` … */
export function fillDay(fake: Fake): void {
  furnish(fake);
  fake.api("GET", "projects", projects);
  for (const parts of sessions()) fake.add(parts);
}

/** The settings of a project that can run programs. */
export const runsPrograms: TrustReport = {
  path: project("shop"),
  directory: project("shop"),
  added: [],
  state: "untrusted",
  items: [
    {
      file: ".claude/settings.json",
      what: "hook",
      name: "PreToolUse Bash",
      text: "scripts/check.sh",
      state: "new",
    },
    { file: ".mcp.json", what: "mcpServer", name: "github", text: "npx -y @acme/mcp", state: "new" },
    {
      file: ".claude/settings.json",
      what: "allowRule",
      name: "permissions.allow",
      text: "Bash(npm test:*), Edit",
      state: "new",
    },
  ],
  fingerprint: "1",
  cliTrusts: false,
};
