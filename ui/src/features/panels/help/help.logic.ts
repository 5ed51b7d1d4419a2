// What the CLI can do, sorted for reading and finding.

import type { Command, SessionInfo } from "@/api/generated";

export interface HelpItem {
  name: string;
  text: string;
  note?: string;
  /** The name of the command that can be begun from here. */
  command?: string;
}

export interface HelpGroup {
  title: string;
  items: HelpItem[];
}

/** Tools by the MCP server they come from; the CLI's own under the empty name. */
export function toolsByServer(tools: string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>([["", []]]);
  for (const tool of tools) {
    const parts = /^mcp__(.+?)__(.+)$/.exec(tool);
    const server = parts?.[1] ?? "";
    groups.set(server, [...(groups.get(server) ?? []), parts?.[2] ?? tool]);
  }
  return groups;
}

/** `/name arguments`. */
export const usage = (command: Command): string =>
  command.argumentHint ? `/${command.name} ${command.argumentHint}` : `/${command.name}`;

/** Keeps what holds every word of the query in its name or text. */
export function matching(items: HelpItem[], query: string): HelpItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = `${item.name} ${item.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The first sentence or so: descriptions of skills can be pages long. */
export function brief(text: string | undefined, longest = 160): string {
  const line = (text ?? "").split("\n")[0]?.trim() ?? "";
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest - 20))}…`;
}

export const hasAnything = (info: SessionInfo): boolean =>
  info.commands.length + info.tools.length + info.agents.length + info.skills.length > 0;
