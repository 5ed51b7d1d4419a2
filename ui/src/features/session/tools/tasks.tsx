import { cn } from "@/lib/cn";
import { list, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

const signs: Record<string, string> = { completed: "✓", in_progress: "●", pending: "○" };

/** The whole list of tasks, as older versions write it. */
export const todos: ToolRenderer = {
  summary: ({ input }) => {
    const items = list(input, "todos");
    const done = items.filter((item) => text(item, "status") === "completed").length;
    return `${done} of ${items.length} done`;
  },
  details: ({ input }) => (
    <ul className="text-sm">
      {list(input, "todos").map((item) => {
        const status = text(item, "status") ?? "pending";
        return (
          <li key={text(item, "content")} className={cn(status === "completed" && "text-faint line-through")}>
            <span className="mr-1.5">{signs[status] ?? "○"}</span>
            {text(item, "content")}
          </li>
        );
      })}
    </ul>
  ),
};

/** One task made or changed. */
export const taskTool: ToolRenderer = {
  summary: ({ input }) =>
    [text(input, "taskId") && `#${text(input, "taskId")}`, text(input, "subject"), text(input, "status")]
      .filter(Boolean)
      .join(" · "),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};

/** A skill that was taken up. */
export const skill: ToolRenderer = {
  summary: ({ input }) =>
    [text(input, "skill") ?? text(input, "command"), text(input, "args")].filter(Boolean).join(" "),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};
