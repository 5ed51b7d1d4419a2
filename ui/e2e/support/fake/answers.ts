// The answers of a server on which nothing has happened yet.

import type {
  Answer,
  AnswerAsk,
  AuditPage,
  Device,
  DoctorReport,
  EntryPage,
  HostInfo,
  HostSettings,
  Project,
  SearchPage,
  StoredPage,
  TrustReport,
  UsageReport,
  WirePage,
  WorkingDiff,
} from "../../../src/api/generated";

export const HOME = "/home/ann";
export const PROJECT = `${HOME}/demo`;

export const hostInfo: HostInfo = {
  version: "0.1.0",
  build: "fake",
  viewVersion: 1,
  cli: { path: "/usr/bin/claude", version: "2.1.325", verdict: "verified" },
  demo: false,
  limits: { uploadBytes: 33_554_432, messageBytes: 16_777_216, liveSessions: 20 },
  scope: "admin",
  device: "device-1",
  hostname: "harbor",
  home: HOME,
};

const settings: HostSettings = {
  liveSessions: 20,
  parkAfterSeconds: 1800,
  keepEverything: false,
  budgetAction: "warn",
  notify: [],
};

const now = Date.now();

const device: Device = {
  id: "device-1",
  name: "Chrome on Linux",
  scope: "admin",
  token: false,
  createdAt: now,
  seenAt: now,
  current: true,
};

const project: Project = {
  path: PROJECT,
  name: "demo",
  sessions: 1,
  usedAt: now,
  isGit: true,
  branch: "main",
  trust: "trusted",
};

const doctor: DoctorReport = {
  path: "/usr/bin/claude",
  version: "2.1.325",
  verdict: "verified",
  verified: ["2.1.325"],
  checks: [],
};

/** Answers to `GET`, by path below `api/`. */
export const readAnswers: Record<string, unknown> = {
  host: hostInfo,
  settings,
  devices: [device],
  projects: [project],
  "projects/trust": {
    path: PROJECT,
    directory: PROJECT,
    added: [],
    state: "trusted",
    items: [],
    fingerprint: "0",
    cliTrusts: false,
  } satisfies TrustReport,
  rules: [],
  doctor,
  usage: { rows: [], todayUsd: 0 } satisfies UsageReport,
  audit: { entries: [] } satisfies AuditPage,
  stored: { sessions: [] } satisfies StoredPage,
  search: { hits: [] } satisfies SearchPage,
};

/** Answers to `GET`, by path below `api/sessions/{id}/`. */
export const sessionAnswers: Record<string, unknown> = {
  entries: { entries: [], hasOlder: false } satisfies EntryPage,
  resources: [],
  files: [],
  "files/suggest": [],
  diff: { branch: "main", files: [], patch: "", truncated: false } satisfies WorkingDiff,
  wire: { records: [] } satisfies WirePage,
};

/** Answers to control requests of a CLI without rules, hooks and servers, by subtype. */
export const controlAnswers: Record<string, unknown> = {
  get_settings: { effective: {}, sources: [], applied: { model: "claude-opus-5-5", effort: null } },
  list_permission_rules: { state: { rules: [], workspaceDirectories: [], originalCwd: PROJECT } },
  get_hooks_listing: { hooks: [], eventCatalog: [] },
  mcp_status: { mcpServers: [] },
  get_usage: { rate_limits: null },
};

/** How the view tells of an answer that the page sent. */
export function settled(answer: AnswerAsk): Answer {
  switch (answer.kind) {
    case "allow":
      return {
        kind: "allow",
        remembered: [],
        ...(answer.input === undefined ? {} : { changedInput: answer.input }),
      };
    case "deny":
      return { kind: "deny", message: answer.message ?? "", interrupt: answer.interrupt ?? false };
    case "answers":
      return { kind: "answers", answers: JSON.parse(JSON.stringify(answer.answers)) };
    case "approvePlan":
      return { kind: "planApproved", edited: answer.plan !== undefined };
    case "elicit":
      return {
        kind: "elicited",
        action: answer.action,
        ...(answer.content === undefined ? {} : { content: answer.content }),
      };
    case "dialog":
      return { kind: "other", answer: answer.payload };
  }
}
