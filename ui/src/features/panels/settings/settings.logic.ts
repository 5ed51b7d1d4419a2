// What can be chosen in a session, given what its CLI tells about itself.

import type { ModelInfo, SessionInfo } from "@/api/generated";

export const BYPASS = "bypassPermissions";

/** The modes this CLI accepts: `auto` came with newer ones, `delegate` went with older ones. */
export function offeredModes(info: Pick<SessionInfo, "models" | "permissionMode">): string[] {
  const newer = info.models.some((model) => model.supportsAutoMode || model.effortLevels.length > 0);
  const modes = ["default", "acceptEdits", "plan"];
  if (info.models.some((model) => model.supportsAutoMode)) modes.push("auto");
  modes.push("dontAsk");
  if (!newer && info.models.length > 0) modes.push("delegate");
  modes.push(BYPASS);
  const current = info.permissionMode;
  return current && !modes.includes(current) ? [...modes, current] : modes;
}

/**
 * The entry of the list that is in use: by the name to send, or by the model it stands for.
 * Several may stand for the same model; then it is the one that was chosen, if one was.
 */
export function currentModel(
  info: Pick<SessionInfo, "models" | "model">,
  chosen?: string | undefined,
): ModelInfo | undefined {
  const fitting = info.models.filter(
    (model) => model.value === info.model || model.resolvedModel === info.model,
  );
  return (
    fitting.find((model) => model.value === info.model) ??
    fitting.find((model) => model.value === chosen) ??
    fitting[0]
  );
}

/** Rules in the order of what wins: deny, ask, allow; then by name. */
export function sortedRules<R extends { behavior: string; rule: string }>(rules: R[]): R[] {
  const order = ["deny", "ask", "allow"];
  return [...rules].sort(
    (left, right) =>
      order.indexOf(left.behavior) - order.indexOf(right.behavior) || left.rule.localeCompare(right.rule),
  );
}
