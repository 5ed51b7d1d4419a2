// The model of a session, among those that its CLI offers.

import type { ModelInfo, SessionInfo } from "@/api/generated";

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

/** The model as people call it: the one behind "Default", without what stands in brackets for those who choose. */
export function modelName(info: Pick<SessionInfo, "models" | "model">): string | undefined {
  const fitting = info.models.filter(
    ({ value, resolvedModel }) => value === info.model || resolvedModel === info.model,
  );
  const named = fitting.find(({ value }) => value !== "default") ?? fitting[0];
  return named?.displayName.replace(/ \([^)]*\)$/, "") ?? info.model;
}
