// A session as Markdown, for pasting elsewhere; and as plain words, for finding something in it.

import type { Entry, Json } from "@/api/generated";
import { conversation } from "@/strings";

/** One entry as Markdown; empty for what says nothing outside this page. */
export function markdownOf(entry: Entry): string {
  const { body } = entry;
  switch (body.kind) {
    case "user":
      return quote(body.text.text);
    case "text":
      return body.text;
    case "thinking":
      return (
        body.text &&
        `<details><summary>${conversation.markdown.thinking}</summary>\n\n${body.text}\n\n</details>`
      );
    case "tool": {
      const name = body.tool.server
        ? `${body.tool.server.display} › ${body.tool.display}`
        : body.tool.display;
      const input = fence(
        inputText(body.tool.name, body.changedInput ?? body.input),
        inputLanguage(body.tool.name),
      );
      const result = body.result?.text.text ? `\n\n${fence(body.result.text.text, "")}` : "";
      return `**${name}** (${body.state})\n\n${input}${result}`;
    }
    case "command":
      return `\`/${[body.name, body.args].filter(Boolean).join(" ")}\`\n\n${fence(body.text.text, "")}`;
    case "compaction":
      return `---\n\n*${conversation.markdown.compacted}*`;
    case "apiError":
      return `**${conversation.markdown.error}** ${body.text}`;
    case "interrupted":
      return `*${conversation.markdown.interrupted}*`;
    case "notice":
      return body.level === "warning" || body.level === "error" ? `*${body.text}*` : "";
    default:
      return "";
  }
}

/** The last text of each turn, oldest first. */
export function answersOf(entries: Entry[]): string[] {
  const last = new Map<number, string>();
  for (const { parent, turn, body } of entries)
    if (parent === undefined && turn !== undefined && body.kind === "text" && body.text !== "")
      last.set(turn, body.text);
  return [...last.values()];
}

/** A whole session, with its title. */
export function sessionMarkdown(title: string, entries: Entry[]): string {
  const parts = entries.filter((entry) => entry.parent === undefined).map(markdownOf);
  return [`# ${title}`, ...parts.filter(Boolean)].join("\n\n").concat("\n");
}

const quote = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

/** A fence that is longer than any inside. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((run) => run[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text.replace(/\n$/, "")}\n${marks}`;
}

const inputLanguage = (tool: string): string => (tool === "Bash" ? "sh" : "json");

function inputText(tool: string, input: Json): string {
  if (tool === "Bash" && input && typeof input === "object" && !Array.isArray(input)) {
    if (typeof input.command === "string") return input.command;
  }
  return JSON.stringify(input, null, 2);
}

/** Everything of an entry that can be read, in one text. */
export function wordsOf(entry: Entry): string {
  const { body } = entry;
  switch (body.kind) {
    case "user":
    case "command":
    case "injected":
    case "continued":
      return body.text.text;
    case "text":
    case "thinking":
    case "notice":
    case "apiError":
    case "summary":
      return body.text;
    case "tool":
      return [
        body.tool.display,
        ...strings(body.changedInput ?? body.input),
        body.result?.text.text ?? "",
      ].join("\n");
    case "compaction":
      return [conversation.row.compacted, body.summary?.text ?? ""].join("\n");
    case "turn":
      return [body.text ?? "", ...body.errors].join("\n");
    default:
      return "";
  }
}

/** All texts inside a JSON value. */
function strings(json: Json): string[] {
  if (typeof json === "string") return [json];
  if (json === null || typeof json !== "object") return [];
  return Object.values(json).flatMap(strings);
}

/** Entries that hold a text, in order. */
export function find(entries: Entry[], query: string): Entry[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [];
  return entries.filter((entry) => wordsOf(entry).toLowerCase().includes(wanted));
}
