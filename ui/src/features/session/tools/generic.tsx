import type { Json, ToolResult } from "@/api/generated";
import { JsonTree } from "@/components/JsonTree";
import { toolStrings as words } from "@/strings";
import { child, object } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** Any other tool: what went in and what came out, as trees, with pictures. */
export const generic: ToolRenderer = {
  summary: ({ input }) => brief(input),
  details: ({ session, entry, call, input }) => {
    const tree = call.result && treeOf(call.result);
    return (
      <div className="space-y-2">
        {!isEmpty(input) && (
          <section aria-label={words.input} className="rounded-md border border-line p-2">
            <JsonTree value={input} />
          </section>
        )}
        {tree !== undefined && (
          <section aria-label={words.result} className="rounded-md bg-panel p-2">
            <JsonTree value={tree} />
          </section>
        )}
        {call.result && (tree === undefined || call.result.attachments.length > 0) && (
          <Result
            session={session}
            entry={entry.id}
            result={
              tree === undefined ? call.result : { ...call.result, text: { ...call.result.text, text: "" } }
            }
          />
        )}
      </div>
    );
  },
};

const isEmpty = (input: Json): boolean =>
  input === null || Object.keys(object(input) ?? { one: 1 }).length === 0;

/** The result as a tree: what the server itself gave in a structure, or text that is JSON. */
export function treeOf(result: ToolResult): Json | undefined {
  if (result.isError) return undefined;
  const given = child(result.structured, "structuredContent");
  if (given !== undefined && given !== null) return given;
  const text = result.text.text.trim();
  if (result.text.truncated || !/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The first plain values of an input. */
function brief(input: Json): string {
  const values = Object.values(object(input) ?? {});
  const plain = values.filter((value) => typeof value === "string" || typeof value === "number");
  return plain.slice(0, 2).map(String).join(" ").replaceAll("\n", " ").slice(0, 120);
}
