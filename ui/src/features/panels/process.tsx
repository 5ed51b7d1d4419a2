import { Moon } from "lucide-react";
import type { ReactNode } from "react";
import { setLifecycle } from "@/api/commands";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { Button } from "@/components/ui/button";
import { Answer } from "@/components/ui/show";
import { Awaited } from "@/features/panels/AwaitView";
import { useAction } from "@/lib/action";
import { settingsStrings as strings } from "@/strings/late";

const asleep = new Set(["notStarted", "starting", "parked", "ended"]);

/** Whether the session has a process that answers, and which one: what it said before may differ. */
export function useProcess(session: string): { known: boolean; awake: boolean; epoch: number } {
  const activity = useView(session, select.activity);
  const epoch = useView(session, select.epoch) ?? 0;
  return { known: activity !== undefined, awake: activity !== undefined && !asleep.has(activity), epoch };
}

/** Shows what only a running CLI can tell; offers to wake it otherwise. */
export function NeedsProcess({ session, children }: { session: string; children: ReactNode }) {
  const { known, awake } = useProcess(session);
  const action = useAction();
  if (!known) return <Awaited session={session} />;
  if (awake) return children;
  const wake = () =>
    action.run(async () => {
      await setLifecycle(session, "wake");
      return undefined;
    });
  return (
    <div className="space-y-2 rounded-md border border-dashed border-line p-3 text-sm text-soft">
      <p>
        <Moon size={14} aria-hidden className="mr-1 inline" />
        {strings.needsProcess}
      </p>
      <Button onClick={wake} disabled={action.busy}>
        {action.busy ? strings.waking : strings.wake}
      </Button>
      <Answer outcome={action.outcome} />
    </div>
  );
}
