import { ListTodo } from "lucide-react";
import type { Json } from "@/api/generated";
import { StatusMark, type Tone } from "@/components/ui/status";
import { cn } from "@/lib/cn";
import { toolStrings as words } from "@/strings";
import { child, list, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

const tones: Record<string, { tone: Tone; word: string }> = {
  completed: { tone: "done", word: words.taskStates.completed },
  in_progress: { tone: "work", word: words.taskStates.in_progress },
  pending: { tone: "idle", word: words.taskStates.pending },
};

function Task({ name, status, note }: { name: string; status: string; note?: string | undefined }) {
  const { tone, word } = tones[status] ?? { tone: "idle", word: words.taskStates.pending };
  return (
    <li className="flex items-center gap-2 text-sm">
      <StatusMark tone={tone} label={word} className="size-3" />
      <span className={cn(status === "completed" && "text-faint line-through")}>
        {name}
        {note && <span className="text-xs text-faint"> · {note}</span>}
      </span>
    </li>
  );
}

/** The whole list of tasks, as older versions write it. */
export const todos: ToolRenderer = {
  icon: ListTodo,
  summary: ({ input }) => {
    const items = list(input, "todos");
    const done = items.filter((item) => text(item, "status") === "completed").length;
    return words.tasksDone(done, items.length);
  },
  opens: ({ call }) => call.state === "done",
  details: ({ session, entry, call, input }) => (
    <div className="space-y-2">
      <ul>
        {list(input, "todos").map((item) => (
          <Task
            key={text(item, "content")}
            name={text(item, text(item, "status") === "in_progress" ? "activeForm" : "content") ?? ""}
            status={text(item, "status") ?? "pending"}
          />
        ))}
      </ul>
      {call.result?.isError && <Result session={session} entry={entry.id} result={call.result} />}
    </div>
  ),
};

/** The tasks a result lists, or the one it tells about. */
function tasksOf(structured: Json | undefined): Json[] {
  const one = child(structured, "task");
  return one ? [one] : list(structured, "tasks");
}

/** One task made, looked at or changed, or the list of them. */
export const taskTool: ToolRenderer = {
  icon: ListTodo,
  summary: ({ input, call }) => {
    const change = child(call.result?.structured, "statusChange");
    const moved =
      text(change, "to") && `${text(change, "from") ?? ""} → ${text(change, "to")}`.replaceAll("_", " ");
    return [
      text(input, "taskId") && `#${text(input, "taskId")}`,
      text(input, "subject"),
      moved ?? text(input, "status")?.replaceAll("_", " "),
    ]
      .filter(Boolean)
      .join(" · ");
  },
  aside: ({ call }) => {
    const tasks = list(call.result?.structured, "tasks");
    return tasks.length > 0 ? words.tasks(tasks.length) : null;
  },
  details: ({ session, entry, call, input }) => {
    const tasks = tasksOf(call.result?.structured);
    return (
      <div className="space-y-1">
        {text(input, "description") && <p className="text-sm text-soft">{text(input, "description")}</p>}
        {tasks.length > 0 ? (
          <ul>
            {tasks.map((task) => (
              <Task
                key={text(task, "id")}
                name={`#${text(task, "id")} ${text(task, "subject") ?? ""}`}
                status={text(task, "status") ?? "pending"}
                note={
                  list(task, "blockedBy").length > 0
                    ? words.waitsFor(
                        list(task, "blockedBy")
                          .map((id) => `#${String(id)}`)
                          .join(", "),
                      )
                    : text(task, "owner")
                }
              />
            ))}
          </ul>
        ) : (
          <Result session={session} entry={entry.id} result={call.result} />
        )}
      </div>
    );
  },
};

/** A skill that was taken up. */
export const skill: ToolRenderer = {
  summary: ({ input }) =>
    [text(input, "skill") ?? text(input, "command"), text(input, "args")].filter(Boolean).join(" "),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};
