import { ExternalLink, Plug, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Json } from "@/api/generated";
import { JsonTree } from "@/components/JsonTree";
import { Button } from "@/components/ui/button";
import { Answer } from "@/components/ui/show";
import { State, Tag } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/lib/action";
import { panelStrings } from "@/strings/late";
import { type CliServer, control, type McpAuthentication } from "../api";
import { isOwn, ownServers, toneOf } from "./mcp.logic";

const strings = panelStrings.mcp;
const LOOK_MS = 3000;

interface Props {
  session: string;
  server: CliServer;
  all: CliServer[];
  reload: () => Promise<void>;
}

/** One server. */
export function ServerRow({ session, server, all, reload }: Props) {
  const action = useAction();
  const [link, setLink] = useState<string>();
  const enabled = server.status !== "disabled";
  const then = (work: () => Promise<string | undefined>) => () =>
    action.run(async () => {
      const said = await work();
      await reload();
      return said;
    });
  const toggle = (on: boolean) =>
    then(async () => {
      await control(session, "mcp_toggle", { serverName: server.name, enabled: on });
      return undefined;
    })();
  const reconnect = then(async () => {
    await control(session, "mcp_reconnect", { serverName: server.name });
    return strings.reconnected;
  });
  const signIn = then(async () => {
    const answer = await control<McpAuthentication>(session, "mcp_authenticate", { serverName: server.name });
    setLink(answer.authUrl);
    return answer.authUrl ? undefined : strings.signInNone;
  });
  const signOut = then(async () => {
    await control(session, "mcp_clear_auth", { serverName: server.name });
    return strings.signedOut;
  });
  const remove = then(async () => {
    const { [server.name]: _, ...rest } = ownServers(all);
    await control(session, "mcp_set_servers", { servers: rest });
    return strings.removed;
  });
  // A sign-in happens on another page, and the CLI does not tell when it is over.
  useEffect(() => {
    if (link === undefined) return;
    if (server.status === "connected") return setLink(undefined);
    const timer = setInterval(() => void reload(), LOOK_MS);
    return () => clearInterval(timer);
  }, [link, server.status, reload]);
  const remote =
    server.transport !== undefined && ["http", "sse", "streamable-http"].includes(server.transport);
  const from = [
    server.serverInfo?.name && server.serverInfo.name !== server.name && server.serverInfo.name,
    server.serverInfo?.version,
    server.transport,
    server.scope && (strings.scopes[server.scope] ?? server.scope),
  ];
  return (
    <article
      aria-label={server.name}
      data-status={server.status}
      className="space-y-2 rounded-xl border border-line bg-raised p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h4 className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
            {server.name}
            <State tone={toneOf(server.status)}>{strings.statuses[server.status] ?? server.status}</State>
          </h4>
          <p className="text-xs text-soft">{from.filter(Boolean).join(" · ")}</p>
        </div>
        <div className="shrink-0 [&_p]:sr-only">
          <Switch
            label={strings.enabled(server.name)}
            checked={enabled}
            disabled={action.busy}
            onChange={toggle}
          />
        </div>
      </div>
      {server.error && <p className="text-xs break-words text-fail">{server.error}</p>}
      <div className="flex flex-wrap gap-2">
        {enabled && server.source !== "sdk" && (
          <Button onClick={reconnect} disabled={action.busy}>
            <Plug size={13} aria-hidden /> {strings.reconnect}
          </Button>
        )}
        {enabled && (server.status === "needs-auth" || (remote && server.status === "failed")) && (
          <Button look="primary" onClick={signIn} disabled={action.busy}>
            {strings.signIn}
          </Button>
        )}
        {remote && server.status === "connected" && (
          <Button look="quiet" onClick={signOut} disabled={action.busy}>
            {strings.signOut}
          </Button>
        )}
        {isOwn(server) && server.config && (
          <Button look="danger" onClick={remove} disabled={action.busy}>
            <Trash2 size={13} aria-hidden /> {strings.remove}
          </Button>
        )}
      </div>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 text-sm text-link underline"
        >
          {strings.signInLink} <ExternalLink size={12} aria-hidden />
        </a>
      )}
      <Answer outcome={action.outcome} />
      <Tools server={server} />
      {server.config && (
        <details className="text-xs">
          <summary className="cursor-pointer text-soft pointer-coarse:py-3.5">{strings.config}</summary>
          <JsonTree value={hidden(server.config)} />
        </details>
      )}
    </article>
  );
}

/** Values of headers and variables may be secrets: only their names are shown. */
function hidden(config: Record<string, Json>): Json {
  const masked = (value: Json | undefined): Json =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.keys(value).map((name) => [name, "••••"]))
      : (value ?? null);
  const shown = { ...config };
  if (shown.env !== undefined) shown.env = masked(shown.env);
  if (shown.headers !== undefined) shown.headers = masked(shown.headers);
  return shown;
}

function Tools({ server }: { server: CliServer }) {
  if (!server.tools || server.tools.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-soft pointer-coarse:py-3">
        {strings.tools(server.tools.length)}
      </summary>
      <ul className="space-y-1 pt-1 pl-3">
        {server.tools.map((tool) => (
          <li key={tool.name}>
            <code className="font-mono">{tool.name}</code>{" "}
            {tool.annotations?.readOnly && <Tag>{strings.readOnly}</Tag>}
            {tool.annotations?.destructive && <Tag>{strings.destructive}</Tag>}
            {tool.description && <p className="text-soft">{tool.description}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
