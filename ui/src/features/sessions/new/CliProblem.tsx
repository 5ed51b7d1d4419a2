import { useHost } from "@/api/hooks";
import { openPage } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status";
import { newSession as words } from "@/strings/late";
import { startTour } from "../actions";

/** The CLI is missing, broken or signed out: said before somebody writes a long message. */
export function CliProblem({ onLeave }: { onLeave?: () => void }) {
  const cli = useHost()?.cli;
  if (!cli?.problem) return null;
  const leaving = (run: () => void) => () => {
    onLeave?.();
    run();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-xl bg-fail-page px-3 py-2 text-sm">
      <StatusMark tone="fail" />
      <p className="min-w-0 flex-1 basis-60">{cli.problem}</p>
      <Button look="quiet" size="small" onClick={leaving(startTour)}>
        {words.takeTour}
      </Button>
      <Button look="quiet" size="small" onClick={leaving(() => openPage("doctor"))}>
        {words.lookAtDoctor}
      </Button>
    </div>
  );
}
