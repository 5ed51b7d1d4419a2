import { expect, test } from "vitest";
import type { TrustItem, TrustReport } from "@/api/generated";
import { shortPath, trustRows } from "./trust.logic";

const item = (what: string, name: string, text: string, state: TrustItem["state"] = "new"): TrustItem => ({
  file: ".claude/settings.json",
  what,
  name,
  text,
  state,
});

const report = (...items: TrustItem[]): TrustReport => ({
  path: "/p",
  directory: "/p",
  added: [],
  state: "untrusted",
  items,
  fingerprint: "f",
  cliTrusts: false,
});

test("items that ask are rows, and allow rules are one row", () => {
  const rows = trustRows(
    report(
      item("hook", "PreToolUse Bash", "scripts/check.sh"),
      item("allowRule", "Edit", "Edit"),
      item("mcpServer", "github", "npx -y @acme/mcp"),
      item("mcpServer", "old", "old-server", "accepted"),
      item("allowRule", "Bash(npm test:*)", "Bash(npm test:*)"),
      item("environment", "PATH", "PATH"),
      item("somethingNew", "thing", "value"),
    ),
  );
  expect(rows.map(({ label, text }) => [label, text])).toEqual([
    ["Hook before each tool call (Bash)", "scripts/check.sh"],
    ['MCP server "github"', "npx -y @acme/mcp"],
    ["Environment variable PATH", ""],
    ["thing", "value"],
    ["2 allow rules", "Edit, Bash(npm test:*)"],
  ]);
});

test("a path in the home directory is shortened", () => {
  expect(shortPath("/home/ann/demo", "/home/ann")).toBe("~/demo");
  expect(shortPath("/home/anna", "/home/ann")).toBe("/home/anna");
  expect(shortPath("/srv", undefined)).toBe("/srv");
});
