// A fake host on which something has happened: what panels and pages show has rows.

import type {
  AuditPage,
  DoctorReport,
  FileNode,
  Rule,
  UsageReport,
  WirePage,
  WireRecord,
} from "../../../src/api/generated";
import { PROJECT } from "./answers";
import type { Fake } from "./fake";

const now = Date.now();

const wireRecord = (seq: number, kind: string, name: string, text: string): WireRecord => ({
  seq,
  at: now,
  epoch: 1,
  kind,
  name,
  unknown: false,
  size: text.length,
  text,
});

/** The protocol log of a session that has just started. */
export const wire: WirePage = {
  records: [
    wireRecord(1, "spawn", "", '{"pid":42,"argv":["claude"]}'),
    wireRecord(
      2,
      "in",
      "control_request/initialize",
      '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}',
    ),
    wireRecord(3, "out", "system/init", '{"type":"system","subtype":"init"}'),
  ],
};

const files: FileNode[] = [
  { name: "src", path: "src", directory: true, size: 0 },
  { name: "README.md", path: "README.md", directory: false, size: 120, git: "M" },
];

const tokens = { inputTokens: 1000, outputTokens: 200, cacheReadTokens: 0, cacheWriteTokens: 0 };

const usage: UsageReport = {
  rows: ["claude-opus-5-5", "claude-sonnet-5-5"].map((model) => ({
    day: new Date(now).toISOString().slice(0, 10),
    project: PROJECT,
    model,
    costUsd: 0.25,
    turns: 2,
    ...tokens,
  })),
  todayUsd: 0.5,
  dayBudgetUsd: 2,
};

const audit: AuditPage = {
  entries: [
    {
      id: "decision-1",
      at: now,
      session: "s1",
      title: "A session",
      project: PROJECT,
      tool: "Bash",
      summary: "npm run lint",
      decision: "allowed",
      by: "person",
      device: "Chrome on Linux",
      remembered: [],
    },
  ],
};

const rule: Rule = {
  id: "rule-1",
  behavior: "deny",
  rule: "Bash(curl:*)",
  scope: { kind: "host" },
  createdAt: now,
  by: "Chrome on Linux",
};

const doctor: DoctorReport = {
  path: "/usr/bin/claude",
  version: "2.1.325",
  verdict: "verified",
  verified: ["2.1.325"],
  checks: [
    { name: "version", outcome: "ok", text: "2.1.325 is a version that this host is tested with." },
    { name: "sign-in", outcome: "error", text: "Nobody is signed in.", fix: "Run claude and sign in." },
  ],
};

const server = {
  name: "weather",
  status: "connected",
  scope: "project",
  transport: "stdio",
  tools: [{ name: "today", description: "The weather of today" }],
};

const hook = { event: "PreToolUse", matcher: "Write", source: "projectSettings", commandText: "true" };

/** Gives pages and panels something to show. */
export function furnish(fake: Fake): void {
  fake.api("GET", /\/wire/, wire);
  fake.api("GET", /\/files\?/, files);
  fake.api("GET", "usage", usage);
  fake.api("GET", "audit", audit);
  fake.api("GET", "rules", [rule]);
  fake.api("GET", "doctor", doctor);
  const resets_at = new Date(now + 3_600_000).toISOString();
  fake.control("get_usage", { rate_limits: { five_hour: { utilization: 40, resets_at } } });
  fake.control("mcp_status", { mcpServers: [server] });
  fake.control("get_hooks_listing", { hooks: [hook], eventCatalog: [] });
  const rules = [{ behavior: "deny", source: "projectSettings", rule: "Bash(rm:*)" }];
  fake.control("list_permission_rules", { state: { rules, workspaceDirectories: [] } });
}
