import { Inbox } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SessionSummary } from "@/api/generated";
import { useSessions } from "@/api/hooks";
import { openSession } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { Empty, Loading } from "@/components/ui/states";
import { AskDock } from "@/features/asks/AskDock";
import { projectName } from "@/features/sessions/sessions.logic";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { inbox as words } from "@/strings/inbox";
import { waitingSessions } from "./inbox.logic";

/** Everything that waits for a person, across sessions, answerable here. */
export function Page() {
  const sessions = useSessions();
  const waiting = waitingSessions(sessions);
  const asks = waiting.reduce((sum, session) => sum + session.asks, 0);
  const list = useRef<HTMLUListElement>(null);
  // Each ask takes the focus when it appears; on arrival the first one shall have it.
  const loaded = sessions !== undefined;
  useEffect(() => {
    if (loaded) list.current?.querySelector<HTMLElement>("[role=dialog],[role=alertdialog]")?.focus();
  }, [loaded]);
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
          <ul ref={list} className="max-w-[84ch] space-y-4">
            {waiting.map((session) => (
              <Waiting key={session.id} session={session} />
            ))}
          </ul>
        </>
      )}
    </PageFrame>
  );
}

function Waiting({ session }: { session: SessionSummary }) {
  const now = useMinute();
  return (
    <li className="overflow-hidden rounded-md border border-line">
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
      <AskDock session={session.id} />
    </li>
  );
}
