// What panels ask of a session, and the shapes of the CLI's answers as far as they are shown.

import type { Json } from "@/api/generated";
import { call } from "@/api/http";
import { panelStrings as strings } from "@/strings/panels";

/** An older CLI passes over what it does not know and never answers. */
const PATIENCE_MS = 20_000;

/** These wait for a server that may take its time to start. */
const SLOW = new Set(["mcp_set_servers", "mcp_reconnect", "mcp_authenticate", "mcp_toggle"]);
const SLOW_MS = 70_000;

/** Passes a control request to the CLI and returns what it answered. */
export function control<T = Json>(
  session: string,
  subtype: string,
  request: Record<string, Json> = {},
): Promise<T> {
  const answer = call("POST /api/sessions/{id}/control", {
    path: { id: session },
    body: { subtype, request },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(strings.silence(subtype))),
      SLOW.has(subtype) ? SLOW_MS : PATIENCE_MS,
    );
  });
  return Promise.race([answer as Promise<T>, silence]).finally(() => clearTimeout(timer));
}

export const stopTask = (id: string, task: string) =>
  call("POST /api/sessions/{id}/tasks/{task}/stop", { path: { id, task } });

export const rewind = (id: string, message: string, dryRun: boolean) =>
  call("POST /api/sessions/{id}/rewind", { path: { id }, body: { message, dryRun } });

export const listFiles = (id: string, path: string) =>
  call("GET /api/sessions/{id}/files", { path: { id }, query: { path } });

export const workingDiff = (id: string) => call("GET /api/sessions/{id}/diff", { path: { id } });

/** Answer to `get_settings`. */
export interface CliSettings {
  effective: Record<string, Json>;
  sources: { source: string; settings: Record<string, Json> }[];
  applied?: { model?: string; effort?: string | null };
}

/** Answer to `list_permission_rules`. */
export interface CliRules {
  state: {
    rules: CliRule[];
    workspaceDirectories: { path: string; source: string }[];
    originalCwd?: string;
    managedOnly?: boolean;
  };
}

export interface CliRule {
  behavior: "allow" | "deny" | "ask";
  source: string;
  rule: string;
  notInEffect?: boolean;
}

/** Answer to `get_hooks_listing`. */
export interface CliHooks {
  hooks: CliHook[];
  eventCatalog?: { name: string; summary: string }[];
  policy?: { allDisabled?: boolean; disabledByPolicy?: boolean; managedOnly?: boolean };
}

export interface CliHook {
  event: string;
  matcher?: string;
  source?: string;
  sourceLabel?: string;
  type?: string;
  displayText?: string;
  commandText?: string;
  timeout?: number;
  disabled?: boolean;
}

/** Answer to `mcp_status`. */
export interface CliServers {
  mcpServers: CliServer[];
}

export interface CliServer {
  name: string;
  /** `connected`, `failed`, `pending`, `disabled`, `needs-auth`. */
  status: string;
  error?: string;
  scope?: string;
  source?: string;
  transport?: string;
  serverInfo?: { name?: string; version?: string };
  config?: Record<string, Json>;
  tools?: {
    name: string;
    description?: string;
    annotations?: { readOnly?: boolean; destructive?: boolean };
  }[];
}

/** Answer to `mcp_authenticate`. */
export interface McpAuthentication {
  authUrl?: string;
  requiresUserAction?: boolean;
}

/** Answer to `get_task_output`. */
export interface TaskOutput {
  output: string;
  total_bytes: number;
  truncated: boolean;
}
