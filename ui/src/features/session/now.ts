// The time that running clocks of a session show.

import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { useNow } from "@/lib/now";

/** How the sessions of a recording are called, which is played at its own time. */
const REPLAY = "replay:";

export const replayName = (recording: string): string => `${REPLAY}${recording}`;

const atOf = (view: SessionView) => view.at;

/** The time; in a recording that of the moment that is shown. */
export function useSessionNow(session: string): number {
  const now = useNow();
  const at = useView(session, atOf);
  return session.startsWith(REPLAY) ? (at ?? now) : now;
}
