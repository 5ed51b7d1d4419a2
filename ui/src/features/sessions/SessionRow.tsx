import { MoreHorizontal } from "lucide-react";
import { type MouseEvent, memo } from "react";
import type { SessionSummary } from "@/api/generated";
import { sessionLink } from "@/app/navigation";
import { IconButton } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status";
import { cn } from "@/lib/cn";
import { age, dollars } from "@/lib/format";
import { sessions as words } from "@/strings";
import { openMenuAt, useListState } from "./listState";
import { RenameField } from "./RenameField";
import { SessionDetail } from "./SessionDetail";
import { ageOf, type State, tones } from "./summary.logic";

interface SessionRowProps {
  session: SessionSummary;
  /** The time, to the minute. */
  now: number;
  state: State;
  open: boolean;
  active: boolean;
  onOpen: (session: string, beside: boolean) => void;
}

/** One session in two lines: title and age, then what it does or asks. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, now, state, open, active, onOpen } = props;
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
  const at = ageOf(session);
  return (
    <li
      className={cn(
        "group relative rounded-md hover:bg-hover",
        open && "bg-raised shadow-[0_0_0_1px_var(--line),0_1px_2px_oklch(0_0_0/0.04)] hover:bg-raised",
      )}
    >
      {renaming ? (
        <RenameField session={session} className="m-1 w-[calc(100%-0.5rem)]" />
      ) : (
        <>
          <a
            href={sessionLink(session.id)}
            data-session-row={session.id}
            aria-current={active ? "page" : undefined}
            title={hint(session)}
            onClick={onClick}
            onContextMenu={onContextMenu}
            className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 pt-1.5 pb-[7px] pointer-coarse:py-2.5 pointer-coarse:pr-12"
          >
            <StatusMark tone={tones[state]} label={words.standing[state]} className="mx-auto size-3" />
            <span className="truncate text-sm leading-5 font-medium">{session.title}</span>
            <time
              dateTime={new Date(at).toISOString()}
              className="text-xs leading-5 text-faint pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible"
            >
              {age(at, now)}
            </time>
            <span className="col-start-2 col-end-4 truncate text-[0.8125rem] leading-[18px] text-soft">
              <SessionDetail session={session} />
            </span>
          </a>
          <IconButton
            label={words.actions(session.title)}
            aria-haspopup="menu"
            onClick={(event) => openMenuAt(session.id, event.currentTarget)}
            className={cn(
              "absolute top-0.5 right-0.5 size-7 pointer-coarse:top-1.5",
              "pointer-fine:opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100",
            )}
          >
            <MoreHorizontal size={16} strokeWidth={1.75} />
          </IconButton>
        </>
      )}
    </li>
  );
});

/** What the two lines do not say: where it runs, since when, and what it cost. */
function hint({ project, branch, worktree, at, costUsd }: SessionSummary): string {
  const cost = costUsd > 0 ? dollars(costUsd) : undefined;
  return [project, worktree && branch, new Date(at).toLocaleString(), cost].filter(Boolean).join(" · ");
}
