// What is being typed: a slash command at the beginning, or a mention of a file or of a server's resource.

import type { Command, Entry, Json, McpResource, McpServer } from "@/api/generated";
import { fuzzy } from "@/lib/fuzzy";
import { composerStrings as words } from "@/strings";

export type Typing = { kind: "command"; query: string } | { kind: "mention"; query: string; start: number };

/** Looks at the text before the cursor. */
export function typingAt(text: string, cursor: number): Typing | undefined {
  const before = text.slice(0, cursor);
  const command = /^\/([\w:-]*)$/.exec(before);
  if (command) return { kind: "command", query: command[1] ?? "" };
  const mention = /(?:^|\s)@("[^"]*|[^\s@"]*)$/.exec(before);
  if (!mention) return undefined;
  const typed = mention[1] ?? "";
  return { kind: "mention", query: typed.replace(/^"/, ""), start: before.length - typed.length - 1 };
}

/** A mention in the CLI's syntax: a path with spaces is quoted. */
export const mentionOf = (path: string): string => (/\s/.test(path) ? `@"${path}"` : `@${path}`);

/** The items whose names fit, the best first. */
export const ranked = <T>(items: T[], query: string, nameOf: (item: T) => string, most = 8): T[] =>
  fuzzy(query, items, nameOf)
    .slice(0, most)
    .map(({ item }) => item);

/** The command whose arguments are about to be typed, when it says what it takes. */
export function argumentHint(text: string, commands: Command[]): string | undefined {
  const name = /^\/([\w:-]+) $/.exec(text)?.[1];
  const command = commands.find((one) => one.name === name || one.aliases.includes(name ?? ""));
  return command?.argumentHint || undefined;
}

export interface Resource {
  /** What is typed after the `@`: `server:uri`. */
  mention: string;
  name: string;
}

/**
 * Servers, and the resources that sessions of the project have seen: the CLI lists them nowhere else.
 * What this conversation has listed just now may not be among those the host knows.
 */
export function resourcesOf(servers: McpServer[], entries: Entry[], seen: McpResource[] = []): Resource[] {
  const found = new Map<string, Resource>(
    seen.map(({ server, uri, name }) => [
      `${server}:${uri}`,
      { mention: `${server}:${uri}`, name: name ?? "" },
    ]),
  );
  for (const entry of entries) {
    if (entry.body.kind !== "tool" || !/^ListMcpResources/.test(entry.body.tool.name)) continue;
    const listed = entry.body.result?.structured;
    for (const item of Array.isArray(listed) ? listed : []) {
      const [server, uri, name] = [field(item, "server"), field(item, "uri"), field(item, "name")];
      if (server && uri) found.set(`${server}:${uri}`, { mention: `${server}:${uri}`, name: name ?? "" });
    }
  }
  const connected = servers.filter((server) => server.status === "connected");
  return [
    ...found.values(),
    ...connected.map((server) => ({
      mention: `${server.name}:`,
      name: words.resource,
    })),
  ];
}

function field(json: Json, key: string): string | undefined {
  if (json === null || typeof json !== "object" || Array.isArray(json)) return undefined;
  const value = json[key];
  return typeof value === "string" ? value : undefined;
}
