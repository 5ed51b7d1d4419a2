import { MoreHorizontal } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, memo } from "react";
import type { SessionSummary } from "@/api/generated";
import { canNow } from "@/api/scope";
import { sessionLink } from "@/app/navigation";
import { IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { age, dollars } from "@/lib/format";
import { sessions as words } from "@/strings/sessions";
import { openMenuAt, useListState } from "./listState";
import { RenameField } from "./RenameField";
import { projectName, requestsOf, type Standing, standing } from "./sessions.logic";

const marks: Record<Standing, { sign: string; colour: string }> = {
  waiting: { sign: "◆", colour: "text-wait" },
  working: { sign: "●", colour: "text-work" },
  failed: { sign: "✗", colour: "text-fail" },
  idle: { sign: "○", colour: "text-faint" },
};

interface SessionRowProps {
  session: SessionSummary;
  /** The time, to the minute. */
  now: number;
  /** Whether the project is said by the group already. */
  inProject: boolean;
  open: boolean;
  active: boolean;
  unread: boolean;
  onOpen: (session: string, beside: boolean) => void;
}

/** One session: state, title, age; project, last line, cost. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, now, inProject, open, active, unread, onOpen } = props;
  const renaming = useListState((state) => state.renaming === session.id);
  const onClick = (event: MouseEvent) => {
    // The middle button, and Shift, are the browser's: another tab, another window.
    if (event.shiftKey) return;
    event.preventDefault();
    onOpen(session.id, event.ctrlKey || event.metaKey);
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const from = event.currentTarget;
    useListState
      .getState()
      .openMenu({ session: session.id, at: { x: event.clientX, y: event.clientY }, from });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "F2" && canNow("manageSessions")) {
      event.preventDefault();
      useListState.getState().rename(session.id);
    }
  };
  return (
    <li
      className={cn(
        "group relative grid grid-cols-[minmax(0,1fr)_auto] rounded-md hover:bg-raised",
        open && "bg-raised",
        active && "shadow-[inset_2px_0_0_var(--accent)]",
      )}
    >
      {renaming ? (
        <RenameField session={session} className="col-span-2 m-1" />
      ) : (
        <>
          <a
            href={sessionLink(session.id)}
            aria-current={active ? "page" : undefined}
            onClick={onClick}
            onContextMenu={onContextMenu}
            onKeyDown={onKeyDown}
            className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-1 rounded-md py-1 pr-1 pl-2 text-sm pointer-coarse:py-2.5"
          >
            <Mark session={session} />
            <span className={cn("truncate text-ink", unread && "font-semibold")}>
              {session.title}
              {unread && <span className="sr-only"> ({words.unread})</span>}
            </span>
            <Trail session={session} now={now} unread={unread} />
            <span className="col-start-2 col-end-4 flex gap-2 text-xs text-soft">
              <span className="min-w-0 flex-1 truncate">
                {!inProject && projectName(session.project)}
                {session.branch && session.worktree && ` ⎇ ${session.branch}`}
                {session.problem
                  ? ` ${session.problem}`
                  : session.lastLine && ` ${inProject ? "" : "· "}${session.lastLine}`}
              </span>
              {session.costUsd > 0 && <span className="text-faint">{dollars(session.costUsd)}</span>}
            </span>
          </a>
          <IconButton
            label={words.actions(session.title)}
            aria-haspopup="menu"
            onClick={(event) => openMenuAt(session.id, event.currentTarget)}
            className={cn(
              "mt-0.5 mr-0.5 size-7 self-start pointer-fine:size-6 pointer-fine:absolute pointer-fine:top-0 pointer-fine:right-0 pointer-fine:bg-raised",
              "pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:self-center",
            )}
          >
            <MoreHorizontal size={16} />
          </IconButton>
        </>
      )}
    </li>
  );
});

function Mark({ session }: { session: SessionSummary }) {
  const now = standing(session);
  const word =
    now === "idle" && (session.status === "parked" || session.status === "closed") ? session.status : now;
  return (
    <span role="img" aria-label={words.standing[word]} className={cn("text-xs", marks[now].colour)}>
      {word === "closed" ? "–" : marks[now].sign}
    </span>
  );
}

/** At the end of the first line: what waits, that it is unread, how old it is. */
function Trail({ session, now, unread }: { session: SessionSummary; now: number; unread: boolean }) {
  const requests = requestsOf(session);
  if (requests > 0)
    return (
      <span
        title={words.asks(requests)}
        className="rounded-full bg-wait-page px-1.5 text-xs font-medium text-wait"
      >
        <span className="sr-only">{words.asks(requests)}</span>
        <span aria-hidden>{requests}</span>
      </span>
    );
  return (
    <time
      dateTime={new Date(session.at).toISOString()}
      title={new Date(session.at).toLocaleString()}
      className="text-xs text-faint"
    >
      {unread && (
        <span aria-hidden className="pr-1 text-accent">
          •
        </span>
      )}
      {age(session.at, now)}
    </time>
  );
}
