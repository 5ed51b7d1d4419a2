import { MessagesSquare, UsersRound, Workflow as WorkflowIcon } from "lucide-react";
import { Markdown } from "@/components/Markdown";
import { rareTools as words } from "@/strings/late";
import { child, text } from "./input";
import { JobLine } from "./JobLine";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A message to an agent or another session. */
export const sendMessage: ToolRenderer = {
  icon: MessagesSquare,
  title: () => words.messageTo,
  summary: ({ input }) => [text(input, "to"), text(input, "summary")].filter(Boolean).join(" · "),
  details: ({ session, entry, call, input }) => {
    const said = text(input, "message");
    const structured = child(input, "message");
    return (
      <div className="space-y-2">
        {said ? (
          <Markdown>{said}</Markdown>
        ) : (
          structured && <pre className="overflow-x-auto text-xs">{JSON.stringify(structured, null, 2)}</pre>
        )}
        <Result session={session} entry={entry.id} result={call.result} />
      </div>
    );
  },
};

/** Agents that can receive messages. */
export const listAgents: ToolRenderer = {
  icon: UsersRound,
  title: () => words.agents,
  summary: ({ input }) => text(input, "q"),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};

/** A script that runs agents. */
export const workflow: ToolRenderer = {
  icon: WorkflowIcon,
  title: () => words.workflow,
  summary: ({ input, call }) =>
    text(call.result?.structured, "workflowName") ?? text(input, "name") ?? text(input, "scriptPath"),
  details: ({ session, entry, call, input }) => {
    const { structured } = call.result ?? {};
    const script = text(input, "script");
    return (
      <div className="space-y-2">
        {call.links.job && <JobLine session={session} job={call.links.job} />}
        {text(structured, "summary") && <Markdown>{text(structured, "summary") ?? ""}</Markdown>}
        {text(structured, "warning") && <p className="text-sm text-wait">{text(structured, "warning")}</p>}
        {script && (
          <details>
            <summary className="cursor-pointer text-sm text-soft">{words.script}</summary>
            <pre className="max-h-64 overflow-auto rounded-md bg-panel p-2 font-mono text-xs">{script}</pre>
          </details>
        )}
        {call.result?.isError && <Result session={session} entry={entry.id} result={call.result} />}
      </div>
    );
  },
};
