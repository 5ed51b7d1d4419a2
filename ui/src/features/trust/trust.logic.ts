// What a trust report shows: the items that ask, a row each, allow rules together.

import type { TrustItem, TrustReport } from "@/api/generated";
import { trustQuestion as words } from "@/strings/late";

export interface TrustRow {
  key: string;
  kind: "run" | "server" | "rule" | "other";
  label: string;
  /** What would run. */
  text: string;
  /** The files that declare it. */
  file: string;
}

const kinds: Record<string, TrustRow["kind"]> = {
  hook: "run",
  program: "run",
  workflow: "run",
  mcpServer: "server",
  plugin: "server",
  schedule: "run",
  allowRule: "rule",
  directory: "rule",
};

/** The rows of a report. Items that were accepted before are not among them. */
export function trustRows(report: TrustReport): TrustRow[] {
  const asking = report.items.filter((item) => item.state !== "accepted");
  const rules = asking.filter((item) => item.what === "allowRule");
  const rows = asking.filter((item) => item.what !== "allowRule").map(row);
  if (rules.length > 0) {
    rows.push({
      key: "rules",
      kind: "rule",
      label: words.allowRules(rules.length),
      text: rules.map((item) => item.text).join(", "),
      file: [...new Set(rules.map((item) => item.file))].join(", "),
    });
  }
  return rows;
}

function row(item: TrustItem, index: number): TrustRow {
  const text = item.what === "environment" ? "" : item.text;
  return { key: `${index}`, kind: kinds[item.what] ?? "other", label: label(item), text, file: item.file };
}

function label({ what, name }: TrustItem): string {
  if (what === "hook") {
    const [event = "", ...matcher] = name.split(" ");
    return words.hook(event, matcher.join(" "));
  }
  return words.kinds[what]?.(name) ?? name;
}

/** A path with the home directory as `~`. */
export const shortPath = (path: string, home: string | undefined): string =>
  home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
