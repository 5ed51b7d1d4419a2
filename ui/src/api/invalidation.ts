// What the socket reports makes fetched things stale.

import type { QueryKey } from "@tanstack/react-query";
import { connection } from "./connection";
import type { SessionSummary, SessionView } from "./generated";
import { queries, sessionKey } from "./queries";

/** Keys that a change of a session's view makes stale. */
export function staleByView(session: string, before: SessionView, after: SessionView): QueryKey[] {
  const keys: QueryKey[] = [];
  const wrote = before.files !== after.files;
  if (wrote) keys.push(sessionKey(session, "files"), sessionKey(session, "file"));
  // A command of the turn may have changed files, too; when it ends, all are written.
  if (wrote || before.liveness.activity.state !== after.liveness.activity.state)
    keys.push(sessionKey(session, "diff"));
  if (before.info !== after.info && serverStates(before) !== serverStates(after))
    keys.push(sessionKey(session, "control", "mcp_status"));
  if (before.jobs !== after.jobs) keys.push(sessionKey(session, "control", "get_task_output"));
  return keys;
}

const serverStates = (view: SessionView): string =>
  view.info.mcpServers.map((server) => `${server.name} ${server.status}`).join();

/** Keys that a change of the list of sessions makes stale. */
export function staleBySummary(
  before: SessionSummary | undefined,
  after: SessionSummary | undefined,
): QueryKey[] {
  const keys: QueryKey[] = [];
  if (before?.costUsd !== after?.costUsd) keys.push(["usage"]);
  if (before?.asks !== after?.asks) keys.push(["audit"]);
  if (before?.asks !== after?.asks || before?.newestAsk !== after?.newestAsk) keys.push(["inbox"]);
  if (before === undefined || after === undefined) keys.push(["projects"], ["stored"]);
  return keys;
}

/** Listens for as long as the page is there. What was missed while the connection was lost is stale, too. */
export function startInvalidation(): void {
  const invalidate = (keys: QueryKey[]) => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
  connection.listen({
    view: (session, before, after) => invalidate(staleByView(session, before, after)),
    summary: (before, after) => invalidate(staleBySummary(before, after)),
    reconnected: () => void queries.invalidateQueries(),
  });
}
