import { Bot } from "lucide-react";
import { Markdown } from "@/components/Markdown";
import { count } from "@/lib/format";
import { toolStrings as words } from "@/strings";
import { list, number, text } from "./input";
import { JobLine } from "./JobLine";
import { Result } from "./Output";
import type { ToolProps, ToolRenderer } from "./registry";

/** A subagent: what it was told, and the thread of what it did. */
export const agent: ToolRenderer = {
  icon: Bot,
  summary: ({ input }) =>
    [text(input, "subagent_type"), text(input, "description")].filter(Boolean).join(" · "),
  aside: ({ call, inside }) => {
    const tokens = number(call.result?.structured, "totalTokens");
    return (
      <>
        {inside.length > 0 && <span>{words.steps(inside.length)}</span>}
        {tokens !== undefined && <span>{words.tokens(count(tokens))}</span>}
      </>
    );
  },
  opens: ({ inside, call }) => inside.length > 0 && call.state === "running",
  details: (props) => (
    <div className="space-y-2 border-l-2 border-line pl-3">
      {props.call.links.job && <JobLine session={props.session} job={props.call.links.job} />}
      <details>
        <summary className="cursor-pointer text-sm text-soft">{words.told}</summary>
        <Markdown>{text(props.input, "prompt") ?? ""}</Markdown>
      </details>
      {props.inside.map(props.renderInside)}
      <Report {...props} />
    </div>
  ),
};

/** What it reported, as the text it is, unless that stands above already. */
function Report({ session, entry, call, inside }: ToolProps) {
  // What became of an agent in the background is on its own line.
  if (text(call.result?.structured, "status") === "async_launched") return null;
  const said = list(call.result?.structured, "content")
    .map((block) => text(block, "text"))
    .filter(Boolean)
    .join("\n\n");
  const last = inside.findLast((child) => child.body.kind === "text")?.body;
  if (said && last?.kind === "text" && last.text.trim() === said.trim()) return null;
  if (said && !call.result?.isError) return <Markdown>{said}</Markdown>;
  return <Result session={session} entry={entry.id} result={call.result} />;
}
