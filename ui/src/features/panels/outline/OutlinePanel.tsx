import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Entry, EntryId } from "@/api/generated";
import { useView } from "@/api/hooks";
import { outlineQuery } from "@/api/queries";
import { select } from "@/api/selectors";
import { closePanel } from "@/app/navigation";
import { Input } from "@/components/ui/field";
import { PanelBody, rowsLook, Section } from "@/components/ui/section";
import { Empty, Failed, Loading } from "@/components/ui/states";
import { AwaitView } from "@/features/panels/AwaitView";
import { transcriptOf } from "@/features/session/handles";
import { day, minuteOfDay } from "@/lib/locale";
import { useHasSidebar } from "@/lib/media";
import { panelStrings } from "@/strings/late";
import { byDay, filteredPrompts, type Prompt, promptsOf } from "./outline.logic";

const strings = panelStrings.outline;
const noEntries: Entry[] = [];

/** Every prompt of the session by day, also those that are not loaded; leads to each. */
export function OutlinePanel({ session }: { session: string }) {
  const entries = useView(session, select.entries);
  const hasOlder = useView(session, select.hasOlder) ?? false;
  const wide = useHasSidebar();
  const [filter, setFilter] = useState("");
  // What is loaded changes with every message; what is older does not.
  const [oldest] = useState(() => entries?.[0]?.id);
  const before = oldest ?? entries?.[0]?.id;
  const older = useQuery({
    ...outlineQuery(session, before ?? ""),
    enabled: hasOlder && before !== undefined,
  });
  const prompts = useMemo(() => {
    const loaded = promptsOf(entries ?? noEntries);
    const known = new Set(loaded.map(({ id }) => id));
    return [...promptsOf(older.data ?? noEntries).filter(({ id }) => !known.has(id)), ...loaded];
  }, [entries, older.data]);
  if (!entries) return <AwaitView session={session} />;
  const show = (prompt: EntryId) => {
    // Where the panel lies over the conversation, it makes way.
    if (!wide) closePanel();
    void transcriptOf(session)?.show(prompt);
  };
  const shown = filteredPrompts(prompts, filter, day);
  return (
    <PanelBody>
      <Input
        type="search"
        aria-label={strings.find}
        placeholder={strings.find}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {older.isLoading && <Loading rows={2} text={strings.loading} />}
      {older.isError && <Failed error={older.error} onRetry={() => older.refetch()} />}
      {prompts.length === 0 && !older.isLoading && <Empty title={strings.emptyTitle}>{strings.empty}</Empty>}
      {prompts.length > 0 && shown.length === 0 && <p className="text-sm text-soft">{strings.nothing}</p>}
      {byDay(shown).map(({ at, prompts: ofDay }) => (
        <Section key={at} title={day(at)}>
          <ol aria-label={day(at)} className={rowsLook}>
            {ofDay.map((prompt) => (
              <li key={prompt.id}>
                <Row prompt={prompt} onOpen={() => show(prompt.id)} />
              </li>
            ))}
          </ol>
        </Section>
      ))}
    </PanelBody>
  );
}

function Row({ prompt, onOpen }: { prompt: Prompt; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-baseline gap-2.5 px-3 py-2 text-left text-sm hover:bg-hover pointer-coarse:py-3"
    >
      <span className="w-6 shrink-0 text-right text-xs text-faint">{prompt.turn}</span>
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{prompt.text || strings.attachment}</span>
      <time dateTime={new Date(prompt.at).toISOString()} className="shrink-0 text-xs text-faint">
        {minuteOfDay(prompt.at)}
      </time>
    </button>
  );
}
