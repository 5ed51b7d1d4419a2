import { LayoutGrid, Plus } from "lucide-react";
import { useState } from "react";
import type { InboxItem, SessionSummary } from "@/api/generated";
import { useSessions } from "@/api/hooks";
import { inboxQuery } from "@/api/queries";
import { Allowed, useCan } from "@/api/scope";
import { openReview, openSession, sessionLink } from "@/app/navigation";
import { useOverlays } from "@/app/overlays";
import { PageFrame } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Empty, Loading } from "@/components/ui/states";
import { DiffStat, StatusMark } from "@/components/ui/status";
import { Segmented } from "@/components/ui/tabs";
import { projectName } from "@/features/sessions/sessions.logic";
import { ageOf, detailOf, type State, stateOf, tones } from "@/features/sessions/summary.logic";
import { cn } from "@/lib/cn";
import { age, dollars } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { useMinute } from "@/lib/now";
import { sessions as list, shell } from "@/strings";
import { home as words } from "@/strings/late";
import { Decide } from "./Decide";
import { overviewOf } from "./overview.logic";

/** Every active session on one page, for a person who runs several at once. */
export function Page() {
  const sessions = useSessions();
  const [which, setWhich] = useState<"active" | "all">("active");
  const [project, setProject] = useState("");
  const show = useOverlays((state) => state.show);
  const { active, all, projects } = overviewOf(sessions, project);
  const shown = which === "active" ? active : all;
  const requests = useShort();
  const answers = useCan("answer");
  return (
    <PageFrame
      wide
      title={shell.overview}
      actions={
        <>
          <Segmented
            label={words.shown}
            words={{ active: words.active(active.length), all: words.all }}
            value={which}
            onChoose={setWhich}
          />
          <span className="max-md:hidden">
            <Select
              label={words.project}
              words={[
                ["", words.allProjects],
                ...projects.map((one): [string, string] => [one, projectName(one)]),
              ]}
              value={project}
              onChoose={setProject}
            />
          </span>
          <Allowed to="manageSessions">
            <Button look="primary" onClick={() => show("newSession")} className="max-md:hidden">
              <Plus size={14} aria-hidden /> {words.new}
            </Button>
          </Allowed>
        </>
      }
    >
      {!sessions ? (
        <Loading />
      ) : shown.length === 0 ? (
        <Empty icon={LayoutGrid} title={words.noneActive} hint={words.noneActiveHint} />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3.5">
          {shown.map((session) => (
            <Card
              key={session.id}
              session={session}
              state={stateOf(session)}
              request={answers && session.asks === 1 ? requests.get(session.id) : undefined}
            />
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

/** The requests that one line shows completely, by session. */
function useShort(): Map<string, InboxItem> {
  const { load } = useLoad(inboxQuery);
  const items = load.state === "ready" ? load.data : [];
  return new Map(items.filter(({ oneTap }) => oneTap).map((item) => [item.session, item]));
}

/** Text of an answer without the marks of Markdown that stand within a line. */
const plain = (text: string): string => text.replaceAll(/[`*]/g, "");

/** How much of a request its line shows; the box repeats only what is longer. */
const LINE = 48;

interface CardProps {
  session: SessionSummary;
  state: State;
  /** What is asked, where the card shows all of it. */
  request: InboxItem | undefined;
}

function Card({ session, state, request }: CardProps) {
  const now = useMinute();
  const old = age(ageOf(session), now);
  const waits = state === "waiting";
  const { asking, changed } = session;
  const action = waits || state === "ready" ? words.review : state === "failed" ? words.open : undefined;
  const line =
    state === "ready" || state === "idle" || state === "parked" || state === "closed"
      ? undefined
      : detailOf(session);
  return (
    <li
      className={cn(
        "relative flex h-[186px] flex-col pointer-coarse:h-[206px] gap-[7px] rounded-xl border border-line bg-raised px-[15px] py-[13px] hover:border-line-strong",
        waits && "border-l-[3px] border-l-wait-fill pl-[13px]",
      )}
    >
      <div className="flex items-center gap-2">
        <StatusMark tone={tones[state]} label={list.standing[state]} />
        <h2 className="min-w-0 truncate font-semibold">
          {/* The whole card leads to the session. */}
          <a
            href={sessionLink(session.id)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              openSession(session.id);
            }}
            className="after:absolute after:inset-0 after:rounded-xl"
          >
            {session.title}
          </a>
        </h2>
        <span className="ml-auto shrink-0 text-xs text-faint">{projectName(session.project)}</span>
      </div>
      <p className={cn("truncate text-xs", waits ? "font-medium text-wait" : "text-soft")}>
        {line ?? (state === "ready" ? words.finished(old) : words.lastEvent(old))}
      </p>
      <div className="min-h-0 flex-1 rounded-md bg-panel px-2.5 py-2 text-xs leading-[18px] text-soft">
        {request ? (
          <code className="break-all">{request.asking.text}</code>
        ) : (
          <p className="line-clamp-3 break-words whitespace-pre-wrap">
            {waits && asking?.text && asking.text.length > LINE ? asking.text : plain(session.lastLine)}
          </p>
        )}
      </div>
      <div className="flex min-h-7 items-center gap-2 text-xs text-faint">
        {request?.ask && <Decide session={session} ask={request.ask.id} />}
        {action && !request && (
          <Button
            size="small"
            look={waits ? "primary" : "plain"}
            aria-label={`${action} ${session.title}`}
            onClick={() => (changed && state === "ready" ? openReview : openSession)(session.id)}
            className="relative z-10"
          >
            {action}
          </Button>
        )}
        {!waits && changed && <DiffStat added={changed.added} removed={changed.removed} />}
        <span className="ml-auto">
          {[
            state === "ready" && changed && list.files(changed.files),
            session.costUsd > 0 && dollars(session.costUsd),
            (waits || state === "working" || state === "failed") && old,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
    </li>
  );
}
