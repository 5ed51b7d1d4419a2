import { Inbox } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import type { SessionSummary } from "@/api/generated";
import { useSessions } from "@/api/hooks";
import { openSession } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { Empty, Loading } from "@/components/ui/states";
import { AskDock } from "@/features/asks/AskDock";
import { AskPlace } from "@/features/asks/AskPlace";
import { frameOf } from "@/features/asks/frames";
import { projectName, requestsOf } from "@/features/sessions/sessions.logic";
import { TrustCard } from "@/features/trust/SessionTrust";
import { cn } from "@/lib/cn";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { inbox as words } from "@/strings/inbox";
import { waitingSessions } from "./inbox.logic";
import { useSelected } from "./useSelected";

/** Everything that waits for a person, across sessions, answerable here. */
export function Page() {
  const sessions = useSessions();
  const waiting = waitingSessions(sessions);
  const asks = waiting.reduce((sum, session) => sum + requestsOf(session), 0);
  const ids = waiting.filter(({ asks }) => asks > 0).map(({ id }) => id);
  const selected = useSelected(ids);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = ids[ids.indexOf(selected ?? "") + step];
    const onRequest = event.target instanceof HTMLElement && event.target.matches("[data-ask]");
    if (step === 0 || !onRequest || next === undefined) return;
    event.preventDefault();
    const element = frameOf(next)?.element;
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  };
  return (
    <PageFrame title={words.title}>
      {!sessions ? (
        <Loading />
      ) : waiting.length === 0 ? (
        <Empty icon={Inbox} title={words.empty} hint={words.emptyHint} />
      ) : (
        <>
          <p role="status" className="pb-3 text-sm text-soft">
            {words.count(asks, waiting.length)}
          </p>
          <ul onKeyDown={onKeyDown} className="max-w-[84ch] space-y-4">
            {waiting.map((session) => (
              <Waiting key={session.id} session={session} selected={session.id === selected} />
            ))}
          </ul>
        </>
      )}
    </PageFrame>
  );
}

function Waiting({ session, selected }: { session: SessionSummary; selected: boolean }) {
  const now = useMinute();
  const place = useMemo(() => ({ takesFocus: false, onReview: () => openSession(session.id) }), [session.id]);
  return (
    <li
      aria-current={selected || undefined}
      className={cn("overflow-hidden rounded-md border", selected ? "border-accent" : "border-line")}
    >
      <header className="flex items-center gap-2 bg-panel py-1 pr-1 pl-4">
        <div className="mr-auto min-w-0">
          <h2 className="truncate font-medium">{session.title}</h2>
          <p className="truncate text-xs text-soft">
            {projectName(session.project)} · {words.since(age(session.liveness.since, now))}
          </p>
        </div>
        <Button look="quiet" onClick={() => openSession(session.id)}>
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
