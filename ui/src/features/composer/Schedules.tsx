import { Clock, X } from "lucide-react";
import { cancelSchedule } from "@/api/commands";
import type { Schedule } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { IconButton } from "@/components/ui/button";
import { clockTime } from "@/lib/locale";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { composerStrings } from "@/strings";

const words = composerStrings.schedules;

/** What Claude will start by itself: cron jobs and wake-ups, with the time of the next start. */
export function Schedules({ session }: { session: string }) {
  const schedules = useView(session, select.schedules) ?? [];
  if (schedules.length === 0) return null;
  return (
    <ul aria-label={words.title} className="max-h-24 space-y-1 overflow-y-auto pb-1">
      {schedules.map((schedule) => (
        <Row key={schedule.id} session={session} schedule={schedule} />
      ))}
    </ul>
  );
}

function Row({ session, schedule }: { session: string; schedule: Schedule }) {
  const cancel = () =>
    cancelSchedule(session, schedule.id)
      .then(() => toast.info(words.cancelling))
      .catch(toastError);
  const next = schedule.nextAt === undefined ? words.nextUnknown : words.next(clockTime(schedule.nextAt));
  return (
    <li className="flex items-center gap-1.5 rounded-md border border-dashed border-line px-2 py-0.5 text-sm">
      <Clock size={14} aria-hidden className="shrink-0 text-faint" />
      <span className="shrink-0 font-medium">{next}</span>
      <span className="min-w-0 flex-1 truncate text-soft" title={schedule.prompt.text}>
        {[words.kinds[schedule.schedule], schedule.text, schedule.prompt.text].filter(Boolean).join(" · ")}
      </span>
      <IconButton label={words.cancel} title={words.cancelHint} onClick={cancel}>
        <X size={14} />
      </IconButton>
    </li>
  );
}
