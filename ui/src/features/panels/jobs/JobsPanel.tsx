import { Square } from "lucide-react";
import { useMemo } from "react";
import { useView } from "@/api/hooks";
import { Allowed } from "@/api/scope";
import { select } from "@/api/selectors";
import { Button } from "@/components/ui/button";
import { PanelBody } from "@/components/ui/section";
import { Empty } from "@/components/ui/states";
import { AwaitView } from "@/features/panels/AwaitView";
import { panelStrings } from "@/strings/late";
import { stopAllAgents } from "../../session/actions";
import { JobRow } from "./JobRow";
import { isAgent, type JobNode, jobTree } from "./jobs.logic";

const strings = panelStrings.jobs;

/** What runs beside the conversation: subagents, shells, monitors, and what they started themselves. */
export function JobsPanel({ session, item }: { session: string; item?: string | undefined }) {
  const jobs = useView(session, select.jobs);
  const tree = useMemo(() => jobTree(jobs ?? []), [jobs]);
  if (!jobs) return <AwaitView session={session} />;
  if (jobs.length === 0)
    return (
      <PanelBody>
        <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
      </PanelBody>
    );
  return (
    <PanelBody>
      {jobs.some(isAgent) && (
        <Allowed to="manageSessions">
          <div className="space-y-1">
            <Button look="danger" onClick={() => stopAllAgents(session)}>
              <Square size={11} fill="currentColor" aria-hidden /> {strings.stopAll}
            </Button>
            <p className="text-xs text-soft">{strings.stopAllNote}</p>
          </div>
        </Allowed>
      )}
      <ul aria-label={strings.tree} className="space-y-2">
        {tree.map((node) => (
          <Branch key={node.job.id} session={session} node={node} opened={item} />
        ))}
      </ul>
    </PanelBody>
  );
}

function Branch({ session, node, opened }: { session: string; node: JobNode; opened: string | undefined }) {
  return (
    <li className="space-y-2">
      <JobRow session={session} job={node.job} opened={node.job.id === opened} />
      {node.children.length > 0 && (
        <ul className="ml-3 space-y-2 border-l border-line pl-3">
          {node.children.map((child) => (
            <Branch key={child.job.id} session={session} node={child} opened={opened} />
          ))}
        </ul>
      )}
    </li>
  );
}
