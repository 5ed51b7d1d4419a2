import { ListTodo } from "lucide-react";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { openPanel, setActiveSession } from "@/app/navigation";
import { composerStrings } from "@/strings";
import { currentTask } from "../panels/tasks/tasks.logic";

const words = composerStrings.tasks;

/** The task that is worked on, and how many are done; the panel has the whole list. */
export function TaskLine({ session }: { session: string }) {
  const tasks = useView(session, select.tasks) ?? [];
  const current = currentTask(tasks);
  if (!current) return null;
  const done = tasks.filter(({ status }) => status === "completed").length;
  return (
    <button
      type="button"
      onClick={() => {
        setActiveSession(session);
        openPanel("tasks");
      }}
      className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-[0.8125rem] text-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      <ListTodo size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        {current.status === "inProgress" ? (current.activeForm ?? current.subject) : current.subject}
      </span>
      <span className="shrink-0 text-faint">{words.progress(done, tasks.length)}</span>
    </button>
  );
}
