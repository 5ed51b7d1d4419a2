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

/** The entry of the list that is in use: by the name to send, or by the model it stands for. */
export function currentModel(info: Pick<SessionInfo, "models" | "model">): ModelInfo | undefined {
  return (
    info.models.find((model) => model.value === info.model) ??
    info.models.find((model) => model.resolvedModel === info.model)
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
