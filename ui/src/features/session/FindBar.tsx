import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { EntryId, SearchPage } from "@/api/generated";
import { useView } from "@/api/hooks";
import { searchSessions } from "@/api/reads";
import { select } from "@/api/selectors";
import { IconButton } from "@/components/ui/button";
import { restingPlace, useFocusBack } from "@/lib/focusBack";
import { useEscLayer } from "@/lib/layers";
import { useSettled } from "@/lib/settled";
import { conversation, strings } from "@/strings";
import { transcriptOf } from "./handles";
import { markFound } from "./highlights";
import { find } from "./markdown.logic";
import { loadAll } from "./older";

const words = conversation.find;

/** Finds a text in this session, also in what is not loaded yet. */
export function FindBar({ session, onClose }: { session: string; onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<EntryId>();
  const { found, searching } = useFound(session, query);
  const input = useRef<HTMLInputElement>(null);
  const place = at === undefined ? -1 : found.indexOf(at);

  useFocusBack(() => restingPlace(session));
  useEscLayer(true, onClose);
  useEffect(() => input.current?.select(), []);
  useEffect(() => markFound(session, query), [session, query]);

  const go = (step: 1 | -1) => {
    if (found.length === 0) return;
    // The newest is nearest, so the first step leads there.
    const next = place < 0 ? found.length - 1 : (place + step + found.length) % found.length;
    const entry = found[next];
    if (entry === undefined) return;
    setAt(entry);
    transcriptOf(session)?.show(entry);
  };
  // What is typed leads to the nearest place, once the person pauses.
  const settled = useSettled(query.trim());
  const nearest = at === undefined && settled !== "" && settled === query.trim() ? found.at(-1) : undefined;
  useEffect(() => {
    if (nearest === undefined) return;
    setAt(nearest);
    transcriptOf(session)?.show(nearest);
  }, [session, nearest]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.target !== input.current) return;
    go(event.shiftKey ? 1 : -1);
    event.preventDefault();
    event.stopPropagation();
  };
  const all = `${found.length}${searching ? "…" : ""}`;
  const count =
    query.trim() === ""
      ? ""
      : found.length === 0
        ? searching
          ? words.searching
          : words.nothing
        : place < 0
          ? all
          : words.place(place + 1, all);

  return (
    <search onKeyDown={onKeyDown} className="flex items-center gap-1 border-b border-line bg-panel px-4 py-1">
      <input
        ref={input}
        type="search"
        aria-label={words.title}
        placeholder={words.title}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(undefined);
        }}
        // biome-ignore lint/a11y/noAutofocus: the person asked for this field
        autoFocus
        className="min-w-0 flex-1 rounded-md border border-line bg-raised px-2 py-1 text-sm pointer-coarse:min-h-11"
      />
      <output className="min-w-14 shrink-0 text-right text-xs text-soft md:min-w-24">{count}</output>
      <IconButton
        label={words.previous}
        title={words.previousHint}
        onClick={() => go(-1)}
        disabled={found.length === 0}
      >
        <ChevronUp size={16} />
      </IconButton>
      <IconButton
        label={words.next}
        title={words.nextHint}
        onClick={() => go(1)}
        disabled={found.length === 0}
      >
        <ChevronDown size={16} />
      </IconButton>
      <IconButton label={strings.close} onClick={onClose}>
        <X size={16} />
      </IconButton>
    </search>
  );
}

/** Entries that hold the text, oldest first: those loaded at once, the others as the host finds them. */
function useFound(session: string, query: string): { found: EntryId[]; searching: boolean } {
  const entries = useView(session, select.entries);
  const hasOlder = useView(session, select.hasOlder) ?? false;
  const [older, setOlder] = useState<EntryId[]>([]);
  const [searching, setSearching] = useState(false);
  const here = useMemo(() => find(entries ?? [], query).map((entry) => entry.id), [entries, query]);

  useEffect(() => {
    setOlder([]);
    if (query.trim().length < 2 || !hasOlder) return;
    const gone = new AbortController();
    const { signal } = gone;
    const timer = setTimeout(async () => {
      setSearching(true);
      try {
        const hits = await searchHost(session, query, signal);
        if (!signal.aborted) setOlder(hits);
      } catch {
        // The host cannot search: then everything is loaded and searched here.
        if (!signal.aborted) await loadAll(session, () => !signal.aborted).catch(() => undefined);
      } finally {
        if (!signal.aborted) setSearching(false);
      }
    }, 250);
    return () => {
      gone.abort();
      clearTimeout(timer);
      setSearching(false);
    };
  }, [session, query, hasOlder]);

  const loaded = useMemo(() => new Set((entries ?? []).map((entry) => entry.id)), [entries]);
  const found = useMemo(() => [...older.filter((id) => !loaded.has(id)), ...here], [older, here, loaded]);
  return { found, searching };
}

async function searchHost(session: string, query: string, signal: AbortSignal): Promise<EntryId[]> {
  const hits: { entry: EntryId; at: number }[] = [];
  let cursor: string | undefined;
  do {
    const page: SearchPage = await searchSessions(signal, query, cursor, session);
    hits.push(...page.hits.filter((hit) => hit.session === session));
    cursor = page.next;
  } while (cursor && hits.length < 500 && !signal.aborted);
  return hits.sort((left, right) => left.at - right.at).map((hit) => hit.entry);
}
