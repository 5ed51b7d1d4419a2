import { useView } from "@/api/hooks";
import { Allowed, useCan } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { strings, conversation as words } from "@/strings";
import { stopTurn } from "./actions";
import { canStop } from "./liveness.logic";

/** Stands in the composer's place on a device that may not send messages; it may be allowed to stop a turn. */
export function LimitedBar({ session }: { session: string }) {
  const running = useView(session, canStop);
  const answers = useCan("answer");
  return (
    <div className="flex shrink-0 items-center gap-3 border-t border-line px-4 py-2 text-sm text-soft">
      <p className="min-w-0 flex-1">{answers ? words.answersOnly : words.viewsOnly}</p>
      {running && (
        <Allowed to="stop">
          <Button look="danger" onClick={() => stopTurn(session)}>
            {strings.stop}
          </Button>
        </Allowed>
      )}
    </div>
  );
}
