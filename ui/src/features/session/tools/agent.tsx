import { Markdown } from "@/components/Markdown";
import { count } from "@/lib/format";
import { number, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A subagent: what it was told, and the thread of what it did. */
export const agent: ToolRenderer = {
  summary: ({ input }) =>
    [text(input, "subagent_type"), text(input, "description")].filter(Boolean).join(" · "),
  aside: ({ call, inside }) => {
    const tokens = number(call.result?.structured, "totalTokens");
    return (
      <>
        {inside.length > 0 && `${inside.length} steps`}
        {tokens !== undefined && ` · ${count(tokens)} tokens`}
      </>
    );
  },
  opens: ({ inside, call }) => inside.length > 0 && call.state === "running",
  details: ({ session, entry, call, input, inside, renderInside }) => (
    <div className="space-y-2 border-l-2 border-line pl-3">
      <details>
        <summary className="cursor-pointer text-sm text-soft">what it was told</summary>
        <Markdown>{text(input, "prompt") ?? ""}</Markdown>
      </details>
      {inside.map(renderInside)}
      <Result session={session} entry={entry.id} result={call.result} />
    </div>
  ),
};
