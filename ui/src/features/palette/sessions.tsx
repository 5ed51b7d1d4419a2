import { useSessions } from "@/api/hooks";
import { openBeside, openSession, useAddress } from "@/app/navigation";
import { StatusMark } from "@/components/ui/status";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { sessions as sessionWords } from "@/strings";
import { palette as words } from "@/strings/late";
import { projectName, requestsOf } from "../sessions/sessions.logic";
import { ageOf, stateOf, tones } from "../sessions/summary.logic";
import type { Group, Item } from "./palette.logic";

/** As many as are looked through; the others are found by the search page. */
const MOST = 200;

/** The sessions, those that wait for somebody first; beside those that are open, only the others. */
export function useSessionGroup(beside: boolean): Group {
  const { sessions: open } = useAddress();
  const now = useMinute();
  const sessions = [...(useSessions()?.values() ?? [])]
    .filter((session) => !session.archived && !(beside && open.includes(session.id)))
    .sort((left, right) => Number(requestsOf(right) > 0) - Number(requestsOf(left) > 0) || right.at - left.at)
    .slice(0, MOST);
  const items = sessions.map((session): Item => {
    const state = stateOf(session);
    return {
      value: `session ${session.id}`,
      title: session.title,
      also: [session.project, session.branch ?? ""],
      run: () => (beside ? openBeside : openSession)(session.id),
      end: age(ageOf(session), now),
      shown: (
        <>
          <StatusMark tone={tones[state]} label={sessionWords.standing[state]} className="mx-px size-3" />
          <span className="truncate">{session.title}</span>
          <span className="shrink-0 text-xs text-soft">{projectName(session.project)}</span>
        </>
      ),
    };
  });
  return { heading: words.sessions, items };
}
