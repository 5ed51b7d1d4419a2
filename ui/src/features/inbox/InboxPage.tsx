import { Inbox } from "lucide-react";
import { useSessions } from "@/api/hooks";
import { PageFrame } from "@/app/PageFrame";
import { Empty, Loading } from "@/components/ui/states";
import { Tag } from "@/components/ui/status";
import { RequestList } from "@/features/requests/RequestList";
import { requestsOf } from "@/features/sessions/sessions.logic";
import { inbox as words } from "@/strings/late";
import { waitingSessions } from "./inbox.logic";

/** Every request that waits for a person, across sessions, answerable here. */
export function Page() {
  const sessions = useSessions();
  const waiting = waitingSessions(sessions);
  const asks = waiting.reduce((sum, session) => sum + requestsOf(session), 0);
  return (
    <PageFrame title={words.title} badge={asks > 0 ? <Tag tone="wait">{asks}</Tag> : undefined}>
      {!sessions ? (
        <Loading />
      ) : waiting.length === 0 ? (
        <Empty icon={Inbox} title={words.empty} hint={words.emptyHint} />
      ) : (
        <>
          <p role="status" className="pb-3 text-xs text-faint">
            {words.count(asks, waiting.length)}
          </p>
          <RequestList level={2} sessions={waiting} />
        </>
      )}
    </PageFrame>
  );
}
