import { ListChecks } from "lucide-react";
import type { Json } from "@/api/generated";
import { Markdown } from "@/components/Markdown";
import { FileLink } from "@/components/Places";
import { Tag } from "@/components/ui/status";
import { formatPlace } from "@/lib/places";
import { rareTools as words } from "@/strings/late";
import { list, number, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** Findings of a review, each with its file and line. */
export const findings: ToolRenderer = {
  icon: ListChecks,
  title: () => words.findings,
  summary: ({ input }) => text(input, "level"),
  aside: ({ input }) => words.findingCount(list(input, "findings").length),
  opens: ({ call }) => call.state === "done",
  details: ({ session, entry, call, input }) => (
    <div className="space-y-3">
      <ul className="space-y-3">
        {list(input, "findings").map((one) => (
          <Finding
            key={`${text(one, "file")}:${number(one, "line")} ${text(one, "summary")}`}
            one={one}
            session={session}
          />
        ))}
      </ul>
      {call.result?.isError && <Result session={session} entry={entry.id} result={call.result} />}
    </div>
  ),
};

function Finding({ session, one }: { session: string; one: Json }) {
  const line = number(one, "line");
  const place = { path: text(one, "file") ?? "", ...(line === undefined ? {} : { line }) };
  const verdict = text(one, "verdict");
  const outcome = text(one, "outcome");
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-mono text-xs">
          <FileLink session={session} place={place}>
            {formatPlace(place)}
          </FileLink>
        </span>
        {text(one, "category") && <span className="text-xs text-faint">{text(one, "category")}</span>}
        {verdict && (
          <Tag tone={verdict === "CONFIRMED" ? "fail" : "wait"}>{words.verdicts[verdict] ?? verdict}</Tag>
        )}
        {outcome && (
          <Tag tone={outcome === "fixed" ? "done" : "plain"}>{words.findingOutcomes[outcome] ?? outcome}</Tag>
        )}
      </p>
      <Markdown>{text(one, "summary") ?? ""}</Markdown>
      {text(one, "failure_scenario") && <p className="text-soft">{text(one, "failure_scenario")}</p>}
    </li>
  );
}
