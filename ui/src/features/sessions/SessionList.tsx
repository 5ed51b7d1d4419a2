import { Search, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useMemo, useState } from "react";
import { useSessions } from "@/api/hooks";
import { useHandler } from "@/app/commands/handlers";
import { openBeside, openPage, openSession, useActiveSession, useAddress } from "@/app/navigation";
import { Button, IconButton } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Empty } from "@/components/ui/states";
import { cn } from "@/lib/cn";
import { useMinute } from "@/lib/now";
import { sessions as words } from "@/strings";
import { useArrangement } from "./listState";
import { SessionRow } from "./SessionRow";
import { groupSessions, inOrder, neighbour, type SessionGroup, standing } from "./sessions.logic";
import { stateOf } from "./summary.logic";

/** Every session: what needs the person first, then what runs, what is ready for review, and the rest. */
export function SessionList({ onLeave }: { onLeave: (() => void) | undefined }) {
  const sessions = useSessions();
  const active = useActiveSession();
  const now = useMinute();
  const { by, archived, filter } = useArrangement();
  const groups = useMemo(
    () => (sessions ? groupSessions(sessions, { by, archived, filter }) : []),
    [sessions, by, archived, filter],
  );
  const step = (towards: 1 | -1) => {
    const next = neighbour(inOrder(groups), active, towards);
    if (next !== undefined) openSession(next);
  };
  useHandler("go.next", () => step(1));
  useHandler("go.previous", () => step(-1));
  useHandler("go.waiting", () => {
    const waiting = inOrder(groups).filter((id) => {
      const session = sessions?.get(id);
      return session !== undefined && standing(session) === "waiting";
    });
    const next = neighbour(waiting, active, 1);
    if (next !== undefined) openSession(next);
  });
  return (
    <>
      <Filter onLeave={onLeave} />
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {sessions && groups.length === 0 && <Nothing />}
        {groups.map((group) => (
          <Group key={group.id} group={group} now={now} onLeave={onLeave} />
        ))}
      </div>
    </>
  );
}

/** The filter, while it is wanted. */
function Filter({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { filter, filtering, set } = useArrangement();
  const close = () => set({ filter: "", filtering: false });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || filter.trim() === "") return;
    openPage("search", { q: filter.trim() });
    onLeave?.();
  };
  if (!filtering) return null;
  return (
    <div className="relative px-2 pt-2">
      <Search
        size={14}
        strokeWidth={1.75}
        aria-hidden
        className="absolute top-[1.05rem] left-4 text-faint pointer-coarse:top-6"
      />
      <input
        type="search"
        aria-label={words.filter}
        placeholder={words.filterHint}
        value={filter}
        onChange={(event) => set({ filter: event.target.value })}
        onKeyDown={onKeyDown}
        // biome-ignore lint/a11y/noAutofocus: the person asked for this field
        autoFocus
        className={cn(fieldLook, "w-full pr-8 pl-7 [&::-webkit-search-cancel-button]:hidden")}
      />
      <IconButton label={words.clearFilter} onClick={close} className="absolute right-2.5 size-8">
        <X size={14} />
      </IconButton>
    </div>
  );
}

function Nothing() {
  const { archived, filter, set } = useArrangement();
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
  return <Empty title={words.none} hint={words.noneHint} />;
}

/** As many rows as are drawn at once: a long list stays quick. */
const STEP = 60;

function Group(props: { group: SessionGroup; now: number; onLeave: (() => void) | undefined }) {
  const { group, now, onLeave } = props;
  const [most, setMost] = useState(STEP);
  const { sessions: open } = useAddress();
  const active = useActiveSession();
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
        className="sticky top-0 z-10 flex justify-between bg-side px-2 pt-3.5 pb-1 text-xs font-medium text-faint"
      >
        {group.title} <span>{group.sessions.length}</span>
      </h3>
      <ul>
        {group.sessions.slice(0, most).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            now={now}
            state={stateOf(session)}
            open={open.includes(session.id)}
            active={session.id === active}
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
