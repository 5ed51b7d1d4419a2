import { Archive, Clock, Folder, Search, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useMemo, useState } from "react";
import { useSessions } from "@/api/hooks";
import { Allowed } from "@/api/scope";
import { openBeside, openPage, openSession, useActiveSession, useAddress } from "@/app/navigation";
import { useOverlays } from "@/app/overlays";
import { useShortcut } from "@/app/shortcuts/registry";
import { Button, IconButton } from "@/components/ui/button";
import { Empty } from "@/components/ui/states";
import { useMinute } from "@/lib/now";
import { strings } from "@/strings";
import { sessions as words } from "@/strings/sessions";
import { useArrangement } from "./listState";
import { SessionRow } from "./SessionRow";
import { isUnread, useSeen } from "./seen";
import { groupSessions, inOrder, neighbour, type SessionGroup, standing } from "./sessions.logic";

/** Every session: what waits for a person first, then what works, then the rest by day or by project. */
export function SessionList({ onLeave }: { onLeave: (() => void) | undefined }) {
  const sessions = useSessions();
  const active = useActiveSession();
  const now = useMinute();
  const { by, archived, filter } = useArrangement();
  const groups = useMemo(
    () => (sessions ? groupSessions(sessions, now, { by, archived, filter }) : []),
    [sessions, now, by, archived, filter],
  );
  const step = (towards: 1 | -1) => {
    const next = neighbour(inOrder(groups), active, towards);
    if (next !== undefined) openSession(next);
  };
  useShortcut("go.next", () => step(1));
  useShortcut("go.previous", () => step(-1));
  useShortcut("go.waiting", () => {
    const waiting = inOrder(groups).filter((id) => {
      const session = sessions?.get(id);
      return session !== undefined && standing(session) === "waiting";
    });
    const next = neighbour(waiting, active, 1);
    if (next !== undefined) openSession(next);
  });
  return (
    <>
      <Tools />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {sessions && groups.length === 0 && <Nothing />}
        {groups.map((group) => (
          <Group key={group.id} group={group} now={now} onLeave={onLeave} />
        ))}
      </div>
    </>
  );
}

/** The filter, and how the list is arranged. */
function Tools() {
  const { by, archived, filter, set } = useArrangement();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && filter.trim() !== "") openPage("search", { q: filter.trim() });
  };
  return (
    <div className="flex items-center gap-0.5 px-2 pt-1 pb-1">
      <div className="relative min-w-0 flex-1">
        <Search size={13} aria-hidden className="absolute top-1/2 left-2 -translate-y-1/2 text-faint" />
        <input
          type="search"
          aria-label={words.filter}
          placeholder={words.filterHint}
          value={filter}
          onChange={(event) => set({ filter: event.target.value })}
          onKeyDown={onKeyDown}
          className="h-8 w-full rounded-md border border-line bg-page pr-7 pl-7 text-sm placeholder:text-faint pointer-coarse:h-11 [&::-webkit-search-cancel-button]:hidden"
        />
        {filter !== "" && (
          <button
            type="button"
            aria-label={words.clearFilter}
            onClick={() => set({ filter: "" })}
            className="absolute inset-y-0 right-0 px-2 text-faint hover:text-ink"
          >
            <X size={13} />
          </button>
        )}
      </div>
      <IconButton
        label={by === "time" ? words.byProject : words.byTime}
        onClick={() => set({ by: by === "time" ? "project" : "time" })}
      >
        {by === "time" ? <Folder size={15} /> : <Clock size={15} />}
      </IconButton>
      <IconButton
        label={archived ? words.hideArchived : words.showArchived}
        aria-pressed={archived}
        onClick={() => set({ archived: !archived })}
        className="aria-pressed:text-accent"
      >
        <Archive size={15} />
      </IconButton>
    </div>
  );
}

function Nothing() {
  const { archived, filter, set } = useArrangement();
  const show = useOverlays((state) => state.show);
  if (filter.trim() !== "")
    return (
      <Empty title={words.nothingFits(filter.trim())}>
        <Button onClick={() => openPage("search", { q: filter.trim() })}>{words.searchInstead}</Button>
      </Empty>
    );
  if (archived)
    return (
      <Empty title={words.noArchived}>
        <Button onClick={() => set({ archived: false })}>{words.hideArchived}</Button>
      </Empty>
    );
  return (
    <Empty title={words.none} hint={words.noneHint}>
      <Allowed to="manageSessions">
        <Button onClick={() => show("newSession")}>{strings.createSession}</Button>
      </Allowed>
    </Empty>
  );
}

/** As many rows as are drawn at once: a long list stays quick. */
const STEP = 60;

function Group(props: { group: SessionGroup; now: number; onLeave: (() => void) | undefined }) {
  const { group, now, onLeave } = props;
  const [most, setMost] = useState(STEP);
  const { sessions: open } = useAddress();
  const active = useActiveSession();
  const seen = useSeen();
  const onOpen = useCallback(
    (session: string, beside: boolean) => {
      if (beside) openBeside(session);
      else openSession(session);
      onLeave?.();
    },
    [onLeave],
  );
  const hidden = group.sessions.length - most;
  return (
    <section aria-label={group.title}>
      <h3
        title={group.hint}
        className="sticky top-0 z-10 flex justify-between bg-panel px-2 pt-2 pb-1 text-xs font-medium text-faint"
      >
        {group.title} <span>{group.sessions.length}</span>
      </h3>
      <ul>
        {group.sessions.slice(0, most).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            inProject={group.hint !== undefined}
            open={open.includes(session.id)}
            active={session.id === active}
            unread={!open.includes(session.id) && isUnread(session, seen)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button look="quiet" className="w-full" onClick={() => setMost(most + STEP * 4)}>
          {words.more(hidden)}
        </Button>
      )}
    </section>
  );
}
