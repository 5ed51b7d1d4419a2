import type { SessionSummary } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { useAnswer } from "@/features/asks/useAnswer";
import { strings } from "@/strings";

/** Answers a request that its card shows completely. */
export function Decide({ session, ask }: { session: SessionSummary; ask: string }) {
  const { busy, answer } = useAnswer(session.id, ask);
  return (
    <>
      <Button
        size="small"
        look="primary"
        disabled={busy}
        aria-label={`${strings.allow} ${session.title}`}
        onClick={() => answer({ kind: "allow", remember: [] })}
        className="relative z-10"
      >
        {strings.allow}
      </Button>
      <Button
        size="small"
        disabled={busy}
        aria-label={`${strings.deny} ${session.title}`}
        onClick={() => answer({ kind: "deny", interrupt: false })}
        className="relative z-10"
      >
        {strings.deny}
      </Button>
    </>
  );
}
