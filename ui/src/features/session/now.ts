// The time that a session's running clocks show.

import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { useNow } from "@/lib/now";

/** Prefix of the IDs of replayed recordings, whose clocks show the time of the recording. */
const REPLAY = "replay:";

export const replayName = (recording: string): string => `${REPLAY}${recording}`;

const atOf = (view: SessionView) => view.at;

/** The current time; in a recording, the time of the shown moment. */
export function useSessionNow(session: string): number {
  const now = useNow();
  const at = useView(session, atOf);
  return session.startsWith(REPLAY) ? (at ?? now) : now;
}
