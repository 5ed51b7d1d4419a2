import { RotateCw } from "lucide-react";
import { useSession } from "@/api/hooks";
import { IconButton } from "@/components/ui/button";
import { PanelBody, Section } from "@/components/ui/section";
import { Show } from "@/components/ui/show";
import { Empty } from "@/components/ui/states";
import { useLoad } from "@/lib/load";
import { panelStrings, trustQuestion } from "@/strings/late";
import { TrustAndRestart } from "../../trust/SessionTrust";
import { type CliServers, controlQuery } from "../api";
import { NeedsProcess, useProcess } from "../process";
import { AddServer } from "./AddServer";
import { ServerRow } from "./ServerRow";

const strings = panelStrings.mcp;

/** The MCP servers of a session: how they are, what they offer, and what can be done about them. */
export function McpPanel({ session }: { session: string }) {
  const { awake, epoch } = useProcess(session);
  const servers = useLoad(awake ? serversQuery(session, epoch) : undefined);
  const { load, reload } = servers;
  return (
    <PanelBody>
      <NeedsProcess session={session}>
        <div className="space-y-6">
          <Section
            title={strings.servers}
            action={
              <IconButton label={panelStrings.refresh} onClick={() => void reload()}>
                <RotateCw size={14} />
              </IconButton>
            }
          >
            <Show of={servers} rows={3}>
              {(list) =>
                list.length === 0 ? (
                  <NoServers session={session} />
                ) : (
                  <ul aria-label={strings.servers} className="space-y-2">
                    {list.map((server) => (
                      <li key={server.name}>
                        <ServerRow session={session} server={server} all={list} reload={reload} />
                      </li>
                    ))}
                  </ul>
                )
              }
            </Show>
          </Section>
          <AddServer session={session} all={load.state === "ready" ? load.data : []} reload={reload} />
        </div>
      </NeedsProcess>
    </PanelBody>
  );
}

/** There are none, or those of the project were left out. */
function NoServers({ session }: { session: string }) {
  const leftOut = useSession(session)?.projectSettings === "leftOut";
  if (!leftOut) return <Empty title={strings.emptyTitle}>{strings.empty}</Empty>;
  return (
    <div className="space-y-2">
      <Empty title={trustQuestion.mcpLeftOut}>{trustQuestion.mcpLeftOutDetail}</Empty>
      <TrustAndRestart session={session} />
    </div>
  );
}

const serversQuery = (session: string, epoch: number) => ({
  ...controlQuery<CliServers>(session, epoch, "mcp_status"),
  select: ({ mcpServers }: CliServers) => mcpServers,
});
