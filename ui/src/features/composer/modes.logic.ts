// Permission modes, as people call them.

import { composerStrings } from "@/strings/composer";

export const modes: Record<string, string> = composerStrings.modes;

/** The modes that can be chosen without confirming anything, in the order Shift+Tab goes through them. */
export const offered = ["default", "acceptEdits", "plan"];

/** The mode after this one. */
export function nextMode(mode: string): string {
  return offered[(offered.indexOf(mode) + 1) % offered.length] ?? "default";
}
