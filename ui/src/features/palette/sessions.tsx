import { useSessions } from "@/api/hooks";
import { openBeside, openSession, useAddress } from "@/app/navigation";
import { cn } from "@/lib/cn";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { sessions as sessionWords } from "@/strings";
import { palette as words } from "@/strings/late";
import { projectName, requestsOf, standing } from "../sessions/sessions.logic";
import type { Group, Item } from "./palette.logic";

/** As many as are looked through; the others are found by the search page. */
const MOST = 200;

const signs = { waiting: "◆", working: "●", failed: "✗", idle: "○" };
const colours = { waiting: "text-wait", working: "text-work", failed: "text-fail", idle: "text-faint" };

/** The sessions, those that wait for somebody first; beside those that are open, only the others. */
export function useSessionGroup(beside: boolean): Group {
  const { sessions: open } = useAddress();
  const now = useMinute();
  const sessions = [...(useSessions()?.values() ?? [])]
    .filter((session) => !session.archived && !(beside && open.includes(session.id)))
    .sort((left, right) => Number(requestsOf(right) > 0) - Number(requestsOf(left) > 0) || right.at - left.at)
    .slice(0, MOST);
  const items = sessions.map((session): Item => {
    const state = standing(session);
    return {
      value: `session ${session.id}`,
      title: session.title,
      also: [session.project, session.branch ?? ""],
      run: () => (beside ? openBeside : openSession)(session.id),
      end: age(session.at, now),
      shown: (
        <>
          <span
            role="img"
            aria-label={sessionWords.standing[state]}
            className={cn("w-3.5 shrink-0 text-center", colours[state])}
          >
            {signs[state]}
          </span>
          <span className="truncate">{session.title}</span>
          <span className="shrink-0 text-xs text-soft">{projectName(session.project)}</span>
        </>
      ),
    };
  });
  return { heading: words.sessions, items };
}
