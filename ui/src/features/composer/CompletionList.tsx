import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Command, Entry, FileSuggestion, McpResource, McpServer } from "@/api/generated";
import { useView } from "@/api/hooks";
import { resourcesQuery, suggestQuery } from "@/api/queries";
import { select } from "@/api/selectors";
import { withSlashCommands } from "@/app/commands/slashList";
import { useSettled } from "@/lib/settled";
import {
  type CompletedField,
  CompletionChoices,
  type Mention,
  mentioned,
  useTyping,
} from "./CompletionChoices";
import { ranked, resourcesOf } from "./completion.logic";

export interface CompletionProps extends CompletedField {
  session: string;
}

const noCommands: Command[] = [];
const noServers: McpServer[] = [];
const noEntries: Entry[] = [];
const noFiles: FileSuggestion[] = [];
const noResources: McpResource[] = [];

/** How many files are offered. */
const FILES = 8;

/** Offers commands after `/`, files and resources of MCP servers after `@`. */
export function CompletionList({ session, ...field }: CompletionProps) {
  const known = useView(session, select.commands) ?? noCommands;
  const commands = useMemo(() => withSlashCommands(known), [known]);
  const at = useTyping(field);
  const mentions = useMentions(session, mentioned(at.typing));
  return <CompletionChoices {...field} {...at} commands={commands} mentions={mentions} />;
}

/** Files of the project and resources of servers that fit what is being typed. */
function useMentions(session: string, query: string | undefined): Mention[] {
  const servers = useView(session, select.servers) ?? noServers;
  const entries = useView(session, select.entries) ?? noEntries;
  const wanted = query !== undefined;
  const asked = useSettled(query ?? "");
  const found = useQuery({ ...suggestQuery(session, asked), enabled: wanted }).data ?? noFiles;
  // What sessions of the project have listed; asked for whenever somebody begins to mention something.
  const seen = useQuery({ ...resourcesQuery(session), enabled: wanted }).data ?? noResources;
  return useMemo(() => {
    if (query === undefined) return [];
    const resources = ranked(resourcesOf(servers, entries, seen), query, (resource) => resource.mention, 5);
    return [
      ...found.slice(0, FILES).map(({ path }) => ({ mention: path, hint: "" })),
      ...resources.map(({ mention, name }) => ({ mention, hint: name })),
    ];
  }, [query, found, servers, entries, seen]);
}
