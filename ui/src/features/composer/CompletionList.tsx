import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { Command, Entry, FileSuggestion, McpResource, McpServer } from "@/api/generated";
import { useView } from "@/api/hooks";
import { resourcesQuery, suggestQuery } from "@/api/queries";
import { select } from "@/api/selectors";
import { withSlashCommands } from "@/app/commands/slashList";
import { cn } from "@/lib/cn";
import { useEscLayer } from "@/lib/layers";
import { useSettled } from "@/lib/settled";
import { composerStrings as words } from "@/strings";
import { argumentHint, mentionOf, ranked, resourcesOf, typingAt } from "./completion.logic";

export interface CompletionProps {
  session: string;
  text: string;
  area: RefObject<HTMLTextAreaElement | null>;
  onReplace: (text: string) => void;
}

interface Choice {
  label: string;
  /** What stands behind the label in the same writing, such as the arguments. */
  detail?: string | undefined;
  hint: string;
  replacement: string;
}

const LIST_ID = "completions";

const noCommands: Command[] = [];
const noServers: McpServer[] = [];
const noEntries: Entry[] = [];
const noFiles: FileSuggestion[] = [];
const noResources: McpResource[] = [];

/** How many commands are offered: all, in a list that scrolls. */
const COMMANDS = 200;

/** How many files are offered. */
const FILES = 8;

/** Offers commands after `/`, files and resources of MCP servers after `@`. */
export function CompletionList({ session, text, area, onReplace }: CompletionProps) {
  const known = useView(session, select.commands) ?? noCommands;
  const commands = useMemo(() => withSlashCommands(known), [known]);
  // Where the cursor is becomes known when the text is in the field.
  const [cursor, setCursor] = useState(text.length);
  useLayoutEffect(
    () => setCursor(Math.min(area.current?.selectionStart ?? text.length, text.length)),
    [text, area],
  );
  const typing = typingAt(text, cursor);
  const mentioned = typing?.kind === "mention" ? typing.query : undefined;
  const mentions = useMentions(session, mentioned);
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<string>();

  const choices: Choice[] =
    typing === undefined || dismissed === text
      ? []
      : typing.kind === "command"
        ? ranked(commands, typing.query, (command) => command.name, COMMANDS).map((command) => ({
            label: `/${command.name}`,
            detail: command.argumentHint,
            hint: command.description ?? "",
            replacement: `/${command.name} `,
          }))
        : mentions.map(({ mention, hint }) => ({
            label: mentionOf(mention),
            hint,
            // A server's name is only the beginning of an address.
            replacement: `${text.slice(0, typing.start)}${mentionOf(mention)}${mention.endsWith(":") ? "" : " "}${text.slice(cursor).replace(/^"/, "").trimStart()}`,
          }));
  const place = Math.min(at, choices.length - 1);
  const chosen = choices[place];
  const hint = argumentHint(text, commands);
  useEscLayer(choices.length > 0, () => setDismissed(text));

  useEffect(() => {
    const element = area.current;
    if (!element || choices.length === 0) return;
    element.setAttribute("aria-controls", LIST_ID);
    element.setAttribute("aria-activedescendant", `${LIST_ID}-${place}`);
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0) setAt((place + step + choices.length) % choices.length);
      else if (
        ((event.key === "Tab" && !event.shiftKey) || event.key === "Enter") &&
        chosen &&
        chosen.replacement.trim() !== text.trim()
      ) {
        onReplace(chosen.replacement);
        setAt(0);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => {
      element.removeEventListener("keydown", onKeyDown);
      element.removeAttribute("aria-controls");
      element.removeAttribute("aria-activedescendant");
    };
  });

  // The keys move through more than is in sight.
  useEffect(() => {
    document.getElementById(`${LIST_ID}-${place}`)?.scrollIntoView({ block: "nearest" });
  }, [place]);

  if (choices.length === 0) {
    return hint ? <p className="pb-1 pl-1 font-mono text-xs text-faint">{hint}</p> : null;
  }
  return (
    <div
      id={LIST_ID}
      role="listbox"
      aria-label={words.completions}
      className="absolute bottom-full z-10 mb-1 max-h-64 w-full overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-md"
    >
      {choices.map((choice, index) => (
        <button
          key={choice.label}
          id={`${LIST_ID}-${index}`}
          type="button"
          role="option"
          aria-selected={choice === chosen}
          tabIndex={-1}
          onMouseDown={(event) => {
            event.preventDefault();
            onReplace(choice.replacement);
          }}
          className={cn(
            "flex w-full items-baseline gap-2 px-3 py-1 text-left text-sm pointer-coarse:py-3",
            choice === chosen && "bg-panel",
          )}
        >
          <span className="max-w-[70%] shrink-0 truncate font-mono text-xs leading-5">
            {choice.label}
            {choice.detail && <span className="text-faint"> {choice.detail}</span>}
          </span>
          <span className="truncate text-xs text-soft">{choice.hint}</span>
        </button>
      ))}
    </div>
  );
}

interface Mention {
  mention: string;
  hint: string;
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
