import { type ReactNode, Suspense, useState } from "react";
import type { SessionSummary } from "@/api/generated";
import { useHost, useSessions } from "@/api/hooks";
import { inboxQuery } from "@/api/queries";
import { Allowed, useCan } from "@/api/scope";
import { openPage, openReview, openSession } from "@/app/navigation";
import { NewButton, SidebarButton } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { StatusMark, Tag } from "@/components/ui/status";
import { waitingSessions } from "@/features/inbox/inbox.logic";
import { startTour } from "@/features/sessions/actions";
import { useProjects } from "@/features/sessions/new/ProjectPicker";
import { SessionDetail } from "@/features/sessions/SessionDetail";
import { byStart, groupOf, projectName, standing } from "@/features/sessions/sessions.logic";
import { ageOf } from "@/features/sessions/summary.logic";
import { age } from "@/lib/format";
import { later } from "@/lib/later";
import { useLoad } from "@/lib/load";
import { useMinute } from "@/lib/now";
import { sessions as list, strings } from "@/strings";
import { home as words } from "@/strings/late";
import { StartBox } from "./StartBox";

// What draws requests is not loaded where none waits.
const RequestList = later(() =>
  import("@/features/requests/RequestList").then((module) => module.RequestList),
);

/** How many requests are shown before the inbox has the rest. */
const REQUESTS = 2;

/** The place to start: a task for Claude, then what needs the person, then what is ready for review. */
export function Home() {
  const controls = useCan("manageSessions");
  const sessions = useSessions();
  const known = useKnown();
  return (
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="absolute inset-x-4 top-2.5 flex">
        <SidebarButton />
        <NewButton />
      </div>
      <div className="mx-auto max-w-[808px] px-6 pt-[min(84px,9dvh)] pb-10 max-md:px-4 max-md:pt-16">
        {controls ? <StartBox /> : <h1 className="text-lg font-semibold">{strings.name}</h1>}
        {known && (
          // Together, as one would push the other down.
          <Suspense>
            <Tour none={sessions?.size === 0} />
            <NeedsYou />
            <Ready />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Whether all that Home shows has arrived: drawn piece by piece, it would move under the pointer. */
function useKnown(): boolean {
  const [known, setKnown] = useState(false);
  const sessions = useSessions();
  const projects = useProjects();
  const waits = waitingSessions(sessions).some(({ asks }) => asks > 0);
  const requests = useLoad(waits ? inboxQuery : undefined);
  const arrived =
    sessions !== undefined && !projects.isPending && !(waits && requests.load.state === "loading");
  if (arrived && !known) setKnown(true);
  return known;
}

function Part({
  title,
  badge,
  action,
  children,
}: {
  title: string;
  badge: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="pt-9">
      <header className="flex items-center gap-2 px-0.5 pb-2.5">
        <h2 className="text-[0.8125rem] font-semibold text-soft">{title}</h2>
        {badge}
        <span className="ml-auto" />
        {action}
      </header>
      {children}
    </section>
  );
}

function NeedsYou() {
  const sessions = useSessions();
  const waiting = waitingSessions(sessions);
  const failed = [...(sessions?.values() ?? [])]
    .filter((session) => !session.archived && standing(session) === "failed")
    .sort(byStart);
  if (waiting.length + failed.length === 0) return null;
  return (
    <Part
      title={list.groups.waiting}
      badge={<Tag tone="wait">{waiting.length + failed.length}</Tag>}
      action={
        waiting.length > REQUESTS && (
          <Button look="quiet" size="small" onClick={() => openPage("inbox")}>
            {words.allRequests}
          </Button>
        )
      }
    >
      <div className="space-y-2.5">
        {waiting.length > 0 && <RequestList compact level={3} sessions={waiting.slice(0, REQUESTS)} />}
        {failed.length > 0 && <Rows sessions={failed} tone="fail" action={words.open} />}
      </div>
    </Part>
  );
}

function Ready() {
  const ready = [...(useSessions()?.values() ?? [])]
    .filter((session) => !session.archived && groupOf(session) === "ready")
    .sort(byStart);
  if (ready.length === 0) return null;
  return (
    <Part title={list.groups.ready} badge={<Tag tone="done">{ready.length}</Tag>}>
      <Rows sessions={ready} tone="done" action={words.review} />
    </Part>
  );
}

function Rows(props: { sessions: SessionSummary[]; tone: "done" | "fail"; action: string }) {
  const { sessions, tone, action } = props;
  const now = useMinute();
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
      {sessions.map((session) => (
        <li key={session.id} className="flex items-center gap-2.5 px-3.5 py-2.5">
          <StatusMark tone={tone} />
          <div className="flex min-w-0 flex-1 items-baseline gap-2 max-md:flex-col max-md:gap-0">
            <h3 className="max-w-full shrink-0 truncate font-medium md:max-w-[55%]">{session.title}</h3>
            <p className="max-w-full min-w-0 truncate text-xs text-faint">
              {projectName(session.project)} · <SessionDetail session={session} />
            </p>
          </div>
          <span className="shrink-0 text-xs text-faint">{age(ageOf(session), now)}</span>
          <Button
            size="small"
            aria-label={`${action} ${session.title}`}
            onClick={() => (session.changed && tone === "done" ? openReview : openSession)(session.id)}
          >
            {action}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Where this browser keeps that the tour was taken, or is not wanted. */
const TOUR = "pilothouse.tour";

/** Offers the tour where there is nothing yet, and in the demo until it was taken or is not wanted. */
function Tour({ none }: { none: boolean }) {
  const demo = useHost()?.demo === true;
  const [done, setDone] = useState(() => localStorage.getItem(TOUR) !== null);
  const close = () => {
    localStorage.setItem(TOUR, "done");
    setDone(true);
  };
  const start = () => {
    close();
    void startTour();
  };
  if (!none && (!demo || done)) return null;
  return (
    <Allowed to="manageSessions">
      <div className="mt-6 flex flex-wrap items-center gap-3 rounded-xl border border-line bg-panel px-4 py-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-medium">{words.tourTitle}</h2>
          <p className="text-sm text-soft">{words.tourText}</p>
        </div>
        <Button onClick={start}>{words.tour}</Button>
        {!none && (
          <Button look="quiet" onClick={close}>
            {words.noTour}
          </Button>
        )}
      </div>
    </Allowed>
  );
}
