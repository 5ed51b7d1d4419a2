// What was cut, whole: from the record of the log that holds it.

import type { Json, ToolCall } from "@/api/generated";
import { listRecords, readEntry } from "@/api/reads";
import { child, list, text } from "./tools/input";

/** Longer lines than this stay cut. */
const LONGEST = 16_000_000;

/** The whole output of a call. */
export async function wholeOutput(session: string, entry: string): Promise<string | undefined> {
  const full = await readEntry(session, entry);
  if (full.body.kind !== "tool" || !full.body.result) return undefined;
  const { result } = full.body;
  if (!result.text.truncated) return result.text.text;
  const page = await listRecords(session, result.seq - 1, 1, LONGEST);
  const line = page.records.find((record) => record.seq === result.seq)?.text;
  return (line && outputIn(line, full.body)) ?? result.text.text;
}

/** What a tool returned, in a line of the CLI. */
export function outputIn(line: string, call: Pick<ToolCall, "toolUseId">): string | undefined {
  let message: Json;
  try {
    message = JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
  const block = list(child(message, "message"), "content").find(
    (one) => text(one, "type") === "tool_result" && text(one, "tool_use_id") === call.toolUseId,
  );
  if (block === undefined) return undefined;
  // The structured outcome is what was printed; the model may have been told less.
  const printed = text(child(message, "tool_use_result"), "stdout");
  if (printed) return printed;
  const content = child(block, "content");
  if (typeof content === "string") return content;
  return list(block, "content")
    .map((part) => text(part, "text") ?? "")
    .join("\n");
}
