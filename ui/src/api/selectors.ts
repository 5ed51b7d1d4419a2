// What components read of a session's view. A selector is the same function wherever it is used, so that two readers of
// one thing share what they were given.

import type { SessionView } from "./generated";

export const select = {
  activity: (view: SessionView) => view.liveness.activity.state,
  askCount: (view: SessionView) => view.asks.length,
  asks: (view: SessionView) => view.asks,
  checkpointing: (view: SessionView) => view.info.checkpointing,
  checkpoints: (view: SessionView) => view.checkpoints,
  closedAsks: (view: SessionView) => view.closedAsks,
  commands: (view: SessionView) => view.info.commands,
  context: (view: SessionView) => view.usage.context,
  cwd: (view: SessionView) => view.info.cwd,
  entries: (view: SessionView) => view.entries,
  epoch: (view: SessionView) => view.liveness.epoch,
  files: (view: SessionView) => view.files,
  hasOlder: (view: SessionView) => view.hasOlder,
  host: (view: SessionView) => view.host,
  info: (view: SessionView) => view.info,
  jobs: (view: SessionView) => view.jobs,
  liveness: (view: SessionView) => view.liveness,
  models: (view: SessionView) => view.info.models,
  queue: (view: SessionView) => view.queue,
  schedules: (view: SessionView) => view.schedules,
  seq: (view: SessionView) => view.seq,
  servers: (view: SessionView) => view.info.mcpServers,
  suggestion: (view: SessionView) => view.info.promptSuggestion,
  tasks: (view: SessionView) => view.tasks,
  thinking: (view: SessionView) => view.host.thinking,
  turns: (view: SessionView) => view.usage.turns,
  usage: (view: SessionView) => view.usage,
  /** The newest event, to the second: while text streams, every piece is an event. */
  heardAt: (view: SessionView) => Math.floor(view.at / 1000) * 1000,
};
