import type { TaskItem, TaskStatus } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { useLayout } from "@/app/layout";
import { PanelBody, rowsLook, Section } from "@/components/ui/section";
import { Empty } from "@/components/ui/states";
import { State, Tag } from "@/components/ui/status";
import { Segmented } from "@/components/ui/tabs";
import { AwaitView } from "@/features/panels/AwaitView";
import { cn } from "@/lib/cn";
import { panelStrings } from "@/strings/late";
import { openBlockers } from "./tasks.logic";

const strings = panelStrings.tasks;
const statuses: TaskStatus[] = ["inProgress", "pending", "completed"];

/** The model's list of tasks, as it goes along. */
export function TasksPanel({ session }: { session: string }) {
  const tasks = useView(session, select.tasks);
  const board = useLayout((state) => state.taskBoard);
  const set = useLayout((state) => state.set);
  if (!tasks) return <AwaitView session={session} />;
  if (tasks.length === 0)
    return (
      <PanelBody>
        <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
      </PanelBody>
    );
  const done = tasks.filter((task) => task.status === "completed").length;
  return (
    <PanelBody>
      <div className="flex flex-wrap items-center gap-3">
        <p className="flex-1 text-sm font-semibold">{strings.progress(done, tasks.length)}</p>
        <Segmented
          label={strings.layout}
          words={{ list: strings.list, board: strings.board }}
          value={board ? "board" : "list"}
          onChoose={(chosen) => set({ taskBoard: chosen === "board" })}
        />
        <progress
          aria-label={strings.title}
          max={tasks.length}
          value={done}
          className="h-1 w-full text-done"
        />
      </div>
      {board ? (
        <Board tasks={tasks} />
      ) : (
        <ul aria-label={strings.title} className={rowsLook}>
          {tasks.map((task) => (
            <li key={task.id} className="px-3 py-2">
              <TaskRow task={task} tasks={tasks} />
            </li>
          ))}
        </ul>
      )}
    </PanelBody>
  );
}

function Board({ tasks }: { tasks: TaskItem[] }) {
  return (
    <div className="grid gap-4 @lg:grid-cols-3">
      {statuses.map((status) => {
        const column = tasks.filter((task) => task.status === status);
        return (
          <Section key={status} title={`${strings[status]} · ${column.length}`}>
            <ul aria-label={strings[status]} className="space-y-2">
              {column.map((task) => (
                <li key={task.id} className="rounded-xl border border-line bg-raised px-3 py-2">
                  <TaskRow task={task} tasks={tasks} />
                </li>
              ))}
              {column.length === 0 && <li className="text-xs text-faint">{strings.none}</li>}
            </ul>
          </Section>
        );
      })}
    </div>
  );
}

const tone = { pending: "idle", inProgress: "work", completed: "done" } as const;

function TaskRow({ task, tasks }: { task: TaskItem; tasks: TaskItem[] }) {
  const active = task.status === "inProgress";
  const blockers = openBlockers(task, tasks);
  return (
    <div data-status={task.status} className="space-y-0.5">
      <div className="flex items-baseline gap-2">
        <span className="w-6 shrink-0 text-right text-xs text-faint">{task.id}</span>
        <p
          className={cn(
            "min-w-0 flex-1 text-sm",
            task.status === "completed" && "text-soft line-through",
            active && "font-medium",
          )}
        >
          {task.subject}
        </p>
        <State tone={tone[task.status]}>
          {blockers.length > 0 && !active ? strings.waiting : strings[task.status]}
        </State>
      </div>
      {active && task.activeForm && <p className="pl-8 text-xs text-soft">{task.activeForm}</p>}
      <div className="flex flex-wrap gap-1 pl-8 empty:hidden">
        {task.owner && <Tag>{strings.owner(task.owner)}</Tag>}
        {blockers.length > 0 && <Tag>{strings.blocked(blockers.map((id) => `#${id}`).join(", "))}</Tag>}
        {task.blocks.length > 0 && task.status !== "completed" && (
          <Tag>{strings.blocks(task.blocks.map((id) => `#${id}`).join(", "))}</Tag>
        )}
      </div>
      {task.description && task.description !== task.subject && (
        <details className="pl-8 text-xs text-soft">
          <summary className="cursor-pointer pointer-coarse:py-3">{strings.description}</summary>
          <p className="pt-1 whitespace-pre-wrap">{task.description}</p>
        </details>
      )}
    </div>
  );
}
