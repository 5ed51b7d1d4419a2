import type { RowProps } from "../EntryRow";
import { findings } from "./findings";
import { generic } from "./generic";
import type { ToolRenderer } from "./registry";
import { cronCreate, cronDelete, cronList, monitor, wakeup } from "./schedule";
import { CallRow } from "./ToolRow";
import { listAgents, sendMessage, workflow } from "./team";
import { enterWorktree, exitWorktree } from "./worktree";

const renderers: Record<string, ToolRenderer> = {
  CronCreate: cronCreate,
  CronDelete: cronDelete,
  CronList: cronList,
  EnterWorktree: enterWorktree,
  ExitWorktree: exitWorktree,
  ListAgents: listAgents,
  Monitor: monitor,
  ReportFindings: findings,
  ScheduleWakeup: wakeup,
  SendMessage: sendMessage,
  Workflow: workflow,
};

/** The row of a call of a tool that few sessions use. */
export function RareRow(props: RowProps<"tool">) {
  return <CallRow {...props} renderer={renderers[props.body.tool.name] ?? generic} />;
}
