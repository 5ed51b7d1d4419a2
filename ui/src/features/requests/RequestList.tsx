import { type KeyboardEvent, useMemo } from "react";
import type { SessionSummary } from "@/api/generated";
import { openSession } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { AskDock } from "@/features/asks/AskDock";
import { AskPlace } from "@/features/asks/AskPlace";
import { frameOf } from "@/features/asks/frames";
import { useSelected } from "@/features/inbox/useSelected";
import { projectName } from "@/features/sessions/sessions.logic";
import { TrustCard } from "@/features/trust/SessionTrust";
import { cn } from "@/lib/cn";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { inbox as words } from "@/strings/late";

interface RequestListProps {
  sessions: SessionSummary[];
  /** Tall requests offer Review instead of taking the page. */
  compact?: boolean;
}

/** The requests of sessions that wait, one card each, answerable here. Exactly one is selected. */
export function RequestList({ sessions, compact = false }: RequestListProps) {
  const ids = sessions.filter(({ asks }) => asks > 0).map(({ id }) => id);
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
      {sessions.map((session) => (
        <Waiting key={session.id} session={session} selected={session.id === selected} />
      ))}
    </ul>
  );
}

function Waiting({ session, selected }: { session: SessionSummary; selected: boolean }) {
  const now = useMinute();
  const open = () => openSession(session.id);
  const place = useMemo(() => ({ takesFocus: false, onReview: () => openSession(session.id) }), [session.id]);
  return (
    <li
      aria-current={selected || undefined}
      className="overflow-hidden rounded-xl border border-l-[3px] border-line border-l-wait-fill bg-raised"
    >
      <header className="flex items-center gap-2 pt-2 pr-2 pl-4 text-xs">
        <h3 className="min-w-0 truncate font-semibold text-ink">{session.title}</h3>
        <p className="min-w-0 truncate text-faint">{projectName(session.project)}</p>
        <p className="ml-auto shrink-0 text-faint">{age(session.liveness.since, now)}</p>
        <Button look="quiet" size="small" onClick={open} aria-label={words.openNamed(session.title)}>
          {words.open}
        </Button>
      </header>
      <AskPlace value={place}>
        <AskDock session={session.id} />
      </AskPlace>
      <TrustCard session={session} onReview={place.onReview} />
    </li>
  );
}
