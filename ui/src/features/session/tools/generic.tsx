import type { Json } from "@/api/generated";
import { JsonTree } from "@/components/JsonTree";
import { object } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** Any other tool: what went in and what came out, as trees. */
export const generic: ToolRenderer = {
  summary: ({ input }) => brief(input),
  details: ({ session, entry, call, input }) => (
    <div className="space-y-2">
      <JsonTree value={input} />
      {call.result?.structured !== undefined && object(call.result.structured) && !call.result.isError ? (
        <JsonTree value={call.result.structured} />
      ) : null}
      <Result session={session} entry={entry.id} result={call.result} />
    </div>
  ),
};

/** The first plain values of an input. */
function brief(input: Json): string {
  const values = Object.values(object(input) ?? {});
  const plain = values.filter((value) => typeof value === "string" || typeof value === "number");
  return plain.slice(0, 2).map(String).join(" ").replaceAll("\n", " ").slice(0, 120);
}
