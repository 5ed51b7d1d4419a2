import type { SessionSummary } from "@/api/generated";
import { DiffStat } from "@/components/ui/status";
import { sessions as words } from "@/strings";
import { detailOf, stateOf } from "./summary.logic";

/** The second line of a row; for a session that is ready for review, what it changed. */
export function SessionDetail({ session }: { session: SessionSummary }) {
  const { changed } = session;
  if (stateOf(session) !== "ready" || !changed) return detailOf(session);
  return (
    <>
      <DiffStat added={changed.added} removed={changed.removed} /> · {words.files(changed.files)}
    </>
  );
}
