// Permission modes, as people call them.

import type { SessionInfo } from "@/api/generated";
import { composerStrings } from "@/strings";

export const modes: Record<string, string> = composerStrings.modes;

/** Whether the CLI of a session offers the mode in which a second model decides. */
export const offersAuto = (info: Pick<SessionInfo, "models"> | undefined): boolean =>
  info?.models.some((model) => model.supportsAutoMode) ?? false;

/** The modes that can be chosen without confirming anything, in the order Shift+Tab goes through them. */
export function offeredModes(info: Pick<SessionInfo, "models"> | undefined): string[] {
  return ["default", "acceptEdits", "plan", ...(offersAuto(info) ? ["auto"] : [])];
}

/** The mode after this one. */
export function nextMode(mode: string, info: Pick<SessionInfo, "models"> | undefined): string {
  const offered = offeredModes(info);
  return offered[(offered.indexOf(mode) + 1) % offered.length] ?? "default";
}
