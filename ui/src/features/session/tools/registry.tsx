import type { LucideIcon } from "lucide-react";
// One renderer per tool: a short line, and what stands behind it. A tool without one gets the generic card.

import type { ReactNode } from "react";
import type { Entry, Json, ToolCall } from "@/api/generated";
import { agent } from "./agent";
import { bash } from "./bash";
import { edit, multiEdit, notebookEdit, write } from "./edit";
import { generic } from "./generic";
import { enterPlan, exitPlan, question } from "./person";
import { read } from "./read";
import { glob, grep } from "./search";
import { skill, taskTool, todos } from "./tasks";
import { webFetch, webSearch } from "./web";

export interface ToolProps {
  session: string;
  entry: Entry;
  call: ToolCall;
  /** The input that ran: a person or a hook may have changed it. */
  input: Json;
  /** A path as it is shown: relative to where the session runs. */
  shown: (path: string | undefined) => string;
  /** What a subagent did under this call. */
  inside: Entry[];
  renderInside: (entry: Entry) => ReactNode;
}

export interface ToolRenderer {
  icon?: LucideIcon;
  /** What the line says first, where the tool's own name says little to people. */
  title?: (props: ToolProps) => string | undefined;
  /** What the line says after the tool's name. */
  summary: (props: ToolProps) => ReactNode;
  /** What stands at the end of the line. */
  aside?: (props: ToolProps) => ReactNode;
  /** What is shown when the line is opened. */
  details: (props: ToolProps) => ReactNode;
  /** What is shown under a line that is not opened, while the call runs. */
  meanwhile?: (props: ToolProps) => ReactNode;
  /** Its details are made of the text of the result, which has a fold and a way to the whole of its own. */
  foldsItself?: boolean;
  /** Whether it is open from the start. */
  opens?: (props: ToolProps) => boolean;
}

const renderers: Record<string, ToolRenderer> = {
  Read: read,
  Write: write,
  Edit: edit,
  MultiEdit: multiEdit,
  NotebookEdit: notebookEdit,
  Bash: bash,
  Glob: glob,
  Grep: grep,
  LS: glob,
  WebFetch: webFetch,
  WebSearch: webSearch,
  Task: agent,
  Agent: agent,
  TodoWrite: todos,
  TaskCreate: taskTool,
  TaskUpdate: taskTool,
  TaskGet: taskTool,
  TaskList: taskTool,
  Skill: skill,
  AskUserQuestion: question,
  EnterPlanMode: enterPlan,
  ExitPlanMode: exitPlan,
};

export const rendererOf = (name: string): ToolRenderer => renderers[name] ?? generic;

/** Tools that few sessions use; their renderers load with the first call (`rare.tsx`). */
export const rareTools = new Set([
  "CronCreate",
  "CronDelete",
  "CronList",
  "EnterWorktree",
  "ExitWorktree",
  "ListAgents",
  "Monitor",
  "ReportFindings",
  "ScheduleWakeup",
  "SendMessage",
  "Workflow",
]);
