import { type KeyboardEvent, useMemo } from "react";
import type { Ask, InboxItem, SessionSummary } from "@/api/generated";
import { inboxQuery } from "@/api/queries";
import { openSession } from "@/app/navigation";
import { Show } from "@/components/ui/show";
import { Asks } from "@/features/asks/AskDock";
import { AskPlace, requestCard } from "@/features/asks/AskPlace";
import { frameOf } from "@/features/asks/frames";
import { useSelected } from "@/features/inbox/useSelected";
import { isUndecided, projectName } from "@/features/sessions/sessions.logic";
import { ageOf } from "@/features/sessions/summary.logic";
import { TrustCard } from "@/features/trust/SessionTrust";
import { cn } from "@/lib/cn";
import { age } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { useMinute } from "@/lib/now";
import { inbox as words } from "@/strings/late";

interface RequestListProps {
  sessions: SessionSummary[];
  /** Tall requests offer Review instead of taking the page. */
  compact?: boolean;
  /** Of the headings: below that of the page, or of its part. */
  level: 2 | 3;
}

/** The requests of sessions that wait, one card each, answerable here. */
export function RequestList(props: RequestListProps) {
  const items = useLoad(inboxQuery);
  return <Show of={items}>{(items) => <Cards {...props} items={items} />}</Show>;
}

/** One card for each session whose requests have arrived. Exactly one is selected. */
function Cards({ sessions, compact = false, level, items }: RequestListProps & { items: InboxItem[] }) {
  const asksOf = (session: string) =>
    items.flatMap((item) => (item.session === session && item.ask ? [item.ask] : []));
  const ids = sessions.filter(({ id, asks }) => asks > 0 && asksOf(id).length > 0).map(({ id }) => id);
  const selected = useSelected(ids);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const next = ids[ids.indexOf(selected ?? "") + (step ?? 0)];
    const onRequest = event.target instanceof HTMLElement && event.target.matches("[data-ask]");
    if (step === undefined || !onRequest || next === undefined) return;
    event.preventDefault();
    const element = frameOf(next)?.element;
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  };
  return (
    <ul onKeyDown={onKeyDown} className={cn("space-y-2.5", compact && "[&_[data-ask]]:max-h-60")}>
      {sessions.map((session) => {
        const asks = session.asks > 0 ? asksOf(session.id) : [];
        if (asks.length === 0 && !isUndecided(session)) return null;
        return (
          <Waiting
            key={session.id}
            session={session}
            asks={asks}
            selected={session.id === selected}
            level={level}
          />
        );
      })}
    </ul>
  );
}

interface WaitingProps {
  session: SessionSummary;
  asks: Ask[];
  selected: boolean;
  level: 2 | 3;
}

function Waiting({ session, asks, selected, level }: WaitingProps) {
  const Heading = `h${level}` as const;
  const now = useMinute();
  const open = () => openSession(session.id);
  const place = useMemo(
    () => ({
      takesFocus: false,
      onReview: () => openSession(session.id),
      level: level === 2 ? (3 as const) : (4 as const),
    }),
    [session.id, level],
  );
  return (
    <li aria-current={selected || undefined} className={requestCard}>
      <header className="flex items-baseline gap-2 pt-2.5 pr-4 pl-4 text-xs">
        <Heading className="min-w-0 truncate text-sm font-semibold text-ink">
          <button
            type="button"
            onClick={open}
            aria-label={words.openNamed(session.title)}
            className="max-w-full truncate rounded-sm text-left hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
          >
            {session.title}
          </button>
        </Heading>
        <p className="min-w-0 truncate text-faint">{projectName(session.project)}</p>
        <p className="ml-auto shrink-0 text-faint">{age(ageOf(session), now)}</p>
      </header>
      <AskPlace value={place}>
        <div data-waiting={asks[0]?.id}>
          <Asks session={session.id} asks={asks} />
        </div>
      </AskPlace>
      <TrustCard session={session} onReview={place.onReview} />
    </li>
  );
}
