// MCP servers of a session, and the form to add one.

import type { Json } from "@/api/generated";
import type { Tone } from "@/components/ui/status";
import type { CliServer } from "../api";

export const toneOf = (status: string): Tone =>
  (({ connected: "done", failed: "fail", pending: "work", "needs-auth": "wait" }) as Record<string, Tone>)[
    status
  ] ?? "idle";

/** Servers the host may take away again: those it added itself. */
export const isOwn = (server: CliServer): boolean =>
  server.source === "dynamic" || server.scope === "dynamic";

export interface NewServer {
  name: string;
  kind: "stdio" | "http" | "sse";
  /** The command line, or the address. */
  target: string;
  /** `NAME=value` or `Name: value` lines. */
  extra: string;
}

/** The configuration as `.mcp.json` has it. */
export function configOf(server: NewServer): Record<string, Json> {
  if (server.kind === "stdio") {
    const [command = "", ...args] = words(server.target);
    const env = pairs(server.extra, "=");
    return { type: "stdio", command, args, ...(Object.keys(env).length > 0 ? { env } : {}) };
  }
  const headers = pairs(server.extra, ":");
  return {
    type: server.kind,
    url: server.target.trim(),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

/** Splits a command line at spaces; quotes keep words together. Nothing else of a shell is understood. */
export function words(line: string): string[] {
  const found = line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g);
  return [...found].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, "$1") ?? single ?? bare ?? "",
  );
}

function pairs(text: string, separator: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(separator);
    if (at > 0) found[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return found;
}

/** The servers to send so that the host's own are these: the CLI replaces the whole set. */
export function ownServers(servers: CliServer[]): Record<string, Json> {
  return Object.fromEntries(
    servers
      .filter((server) => isOwn(server) && server.config)
      .map((server) => [server.name, server.config as Json]),
  );
}
