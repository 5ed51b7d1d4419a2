import { RotateCw } from "lucide-react";
import type { SessionView } from "@/api/generated";
import { useSessions, useView } from "@/api/hooks";
import { IconButton } from "@/components/ui/button";
import { panelStrings } from "@/strings/panels";
import { trust } from "@/strings/trust";
import { TrustAndRestart } from "../../trust/SessionTrust";
import { type CliServers, control } from "../api";
import { PanelBody, Section } from "../parts/layout";
import { useLoad } from "../parts/load";
import { Empty, Show } from "../parts/states";
import { NeedsProcess, useProcess } from "../process";
import { AddServer } from "./AddServer";
import { ServerRow } from "./ServerRow";

const strings = panelStrings.mcp;
/** Changes with every state that is told of: then the servers are asked for again. */
const stateOf = (view: SessionView) =>
  view.info.mcpServers.map((server) => `${server.name} ${server.status}`).join();

/** The MCP servers of a session: how they are, what they offer, and what can be done about them. */
export function McpPanel({ session }: { session: string }) {
  const { awake, epoch } = useProcess(session);
  const told = useView(session, stateOf);
  const servers = useLoad(awake ? `${session} ${epoch}` : undefined, () => status(session), told);
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
  const leftOut = useSessions()?.get(session)?.projectSettings === "leftOut";
  if (!leftOut) return <Empty title={strings.emptyTitle}>{strings.empty}</Empty>;
  return (
    <div className="space-y-2">
      <Empty title={trust.mcpLeftOut}>{trust.mcpLeftOutDetail}</Empty>
      <TrustAndRestart session={session} />
    </div>
  );
}

const status = async (session: string) => (await control<CliServers>(session, "mcp_status")).mcpServers;
