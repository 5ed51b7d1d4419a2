import { useSessions } from "@/api/hooks";
import { openBeside, openSession, useAddress } from "@/app/navigation";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { palette as words } from "@/strings/palette";
import { sessions as sessionWords } from "@/strings/sessions";
import { projectName, standing } from "../sessions/sessions.logic";
import { type Choose, Group, Item } from "./Palette";

/** As many as are looked through; the others are found by the search page. */
const MOST = 200;

const signs = { waiting: "◆", working: "●", failed: "✗", idle: "○" };
const colours = { waiting: "text-wait", working: "text-work", failed: "text-fail", idle: "text-faint" };

export function SessionItems({ choose, beside }: { choose: Choose; beside: boolean }) {
  const { sessions: open } = useAddress();
  const now = useMinute();
  const sessions = [...(useSessions()?.values() ?? [])]
    .filter((session) => !session.archived && !(beside && open.includes(session.id)))
    .sort((left, right) => Number(right.asks > 0) - Number(left.asks > 0) || right.at - left.at)
    .slice(0, MOST);
  if (sessions.length === 0) return null;
  return (
    <Group heading={words.sessions}>
      {sessions.map((session) => {
        const state = standing(session);
        return (
          <Item
            key={session.id}
            value={`session ${session.id}`}
            keywords={[session.title, session.project, session.branch ?? ""]}
            onSelect={choose(() => (beside ? openBeside : openSession)(session.id))}
            end={age(session.at, now)}
          >
            <span role="img" aria-label={sessionWords.standing[state]} className={colours[state]}>
              {signs[state]}
            </span>
            <span className="truncate">{session.title}</span>
            <span className="shrink-0 text-xs text-soft">{projectName(session.project)}</span>
          </Item>
        );
      })}
    </Group>
  );
}
