// What panels ask of a session, and the shapes of the CLI's answers as far as they are shown.

import { queryOptions } from "@tanstack/react-query";
import { sendControl } from "@/api/commands";
import type { Json } from "@/api/generated";
import { sessionKey } from "@/api/queries";
import { panelStrings as strings } from "@/strings/late";

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
  const answer = sendControl(session, { subtype, request });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(strings.silence(subtype))),
      SLOW.has(subtype) ? SLOW_MS : PATIENCE_MS,
    );
  });
  return Promise.race([answer as Promise<T>, silence]).finally(() => clearTimeout(timer));
}

/** The CLI's answer to a request that changes nothing. Another process (`epoch`) may answer differently. */
export const controlQuery = <T>(
  session: string,
  epoch: number,
  subtype: string,
  request: Record<string, Json> = {},
) =>
  queryOptions({
    queryKey: [...sessionKey(session, "control", subtype), epoch, request],
    queryFn: () => control<T>(session, subtype, request),
  });

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
