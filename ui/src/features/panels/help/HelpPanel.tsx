import { useMemo, useState } from "react";
import type { SessionInfo, SessionSummary } from "@/api/generated";
import { useHost, useSessions, useView } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { select } from "@/api/selectors";
import { slashFor } from "@/app/commands/slash";
import { withSlashCommands } from "@/app/commands/slashList";
import { fieldLook } from "@/components/ui/field";
import { Facts, PanelBody, rowsLook, Section } from "@/components/ui/section";
import { Empty, Loading } from "@/components/ui/states";
import { Tag } from "@/components/ui/status";
import { AwaitView } from "@/features/panels/AwaitView";
import { panelStrings } from "@/strings/late";
import { beginCommand } from "../insert";
import {
  brief,
  type HelpGroup,
  type HelpItem,
  hasAnything,
  matching,
  toolsByServer,
  usage,
} from "./help.logic";

const strings = panelStrings.help;

/** What this CLI can do: its commands, tools, agents, skills and plugins, as it told itself. */
export function HelpPanel({ session }: { session: string }) {
  return session === "" ? <HostHelp /> : <SessionHelp session={session} />;
}

/** Outside of a session: the host, and what the CLI told in the session that was used last. */
function HostHelp() {
  const host = useHost();
  const sessions = useSessions();
  const newest = [...(sessions?.values() ?? [])].reduce<SessionSummary | undefined>(
    (best, one) => (best === undefined || one.at > best.at ? one : best),
    undefined,
  );
  if (newest)
    return (
      <>
        <p className="px-4 pt-4 text-sm text-soft">{strings.toldIn(newest.title)}</p>
        <SessionHelp session={newest.id} />
      </>
    );
  if (!host || !sessions)
    return (
      <PanelBody>
        <Loading rows={8} />
      </PanelBody>
    );
  return (
    <PanelBody>
      <Section title={strings.about}>
        <Facts
          rows={[
            [strings.cli, host.cli.version],
            [strings.host, host.version],
          ]}
        />
      </Section>
      <Empty title={strings.noSession}>{strings.noSessionText}</Empty>
      <Group
        group={{
          title: strings.commands,
          items: withSlashCommands([]).map(({ name, description }) => ({
            name: `/${name}`,
            text: brief(description),
            note: strings.opensPanel,
          })),
        }}
      />
    </PanelBody>
  );
}

function SessionHelp({ session }: { session: string }) {
  const info = useView(session, select.info);
  const host = useHost();
  const writes = useCan("message");
  const begin = (command: string) => beginCommand(session, command);
  const [query, setQuery] = useState("");
  const groups = useMemo(() => (info ? groupsOf(info) : []), [info]);
  if (!info) return <AwaitView session={session} rows={8} />;
  const found = groups
    .map((group) => ({ ...group, items: matching(group.items, query) }))
    .filter((group) => group.items.length > 0);
  return (
    <PanelBody>
      <input
        type="search"
        aria-label={strings.find}
        placeholder={strings.find}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className={`${fieldLook} w-full`}
      />
      {query === "" && (
        <Section title={strings.about}>
          <Facts
            rows={[
              [strings.cli, info.version],
              [strings.host, host?.version],
              [strings.model, info.model],
              [
                strings.account,
                info.account?.email ?? info.account?.subscription ?? info.account?.apiKeySource,
              ],
              [strings.directory, info.cwd],
            ]}
          />
        </Section>
      )}
      {!hasAnything(info) && <Empty title={strings.empty} />}
      {found.length === 0 && query !== "" && (
        <p role="status" className="text-sm text-soft">
          {strings.nothing(query)}
        </p>
      )}
      {found.map((group) => (
        <Group key={group.title} group={group} onBegin={writes ? begin : undefined} />
      ))}
    </PanelBody>
  );
}

function Group({ group, onBegin }: { group: HelpGroup; onBegin?: ((command: string) => void) | undefined }) {
  const note = group.title === strings.commands && onBegin ? strings.commandsNote : undefined;
  return (
    <Section title={`${group.title} · ${group.items.length}`} note={note}>
      <ul aria-label={group.title} className={rowsLook}>
        {group.items.map((item) => (
          <li key={item.name}>
            <Item item={item} onBegin={onBegin} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Item({ item, onBegin }: { item: HelpItem; onBegin: ((command: string) => void) | undefined }) {
  const { command } = item;
  const words = (
    <>
      <span className="flex items-baseline gap-2">
        <code className="min-w-0 font-mono text-xs font-medium break-words">{item.name}</code>
        {item.note && <Tag>{item.note}</Tag>}
      </span>
      {item.text && <span className="block text-xs text-soft">{item.text}</span>}
    </>
  );
  if (command === undefined || !onBegin) return <p className="px-3 py-1.5">{words}</p>;
  return (
    <button
      type="button"
      onClick={() => onBegin(command)}
      className="block w-full px-3 py-1.5 text-left hover:bg-hover pointer-coarse:min-h-11"
    >
      {words}
    </button>
  );
}

function groupsOf(info: SessionInfo): HelpGroup[] {
  const known = new Set(
    info.commands.filter((command) => !command.terminalOnly).map((command) => command.name),
  );
  const commands = withSlashCommands(info.commands).map((command) => {
    const note = slashFor(`/${command.name}`, known)
      ? strings.opensPanel
      : command.terminalOnly
        ? strings.terminal
        : undefined;
    const item: HelpItem = { name: usage(command), text: brief(command.description) };
    if (note !== undefined) item.note = note;
    if (note !== strings.terminal) item.command = command.name;
    return item;
  });
  const tools = [...toolsByServer(info.tools)].map(([server, names]) => ({
    title: server === "" ? strings.tools : strings.toolsOf(server),
    items: names.map((name) => ({ name, text: "" })),
  }));
  return [
    {
      title: strings.commands,
      items: commands.sort((left, right) => left.name.localeCompare(right.name)),
    },
    ...tools,
    {
      title: strings.agents,
      items: info.agents.map((agent) => ({ name: agent.name, text: brief(agent.description) })),
    },
    { title: strings.skills, items: info.skills.map((name) => ({ name, text: "" })) },
    {
      title: strings.plugins,
      items: info.plugins.map((plugin) => ({
        name: plugin.version ? `${plugin.name} ${plugin.version}` : plugin.name,
        text: plugin.error ?? plugin.source ?? plugin.path ?? "",
      })),
    },
  ];
}
