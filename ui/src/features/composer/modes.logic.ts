// The permission modes: what people call them, and which are offered where.

import type { SessionInfo } from "@/api/generated";
import { compareVersions } from "@/lib/version";
import { composerStrings } from "@/strings";

/** The mode that asks for nothing: it must be typed. */
export const BYPASS = "bypassPermissions";

const known: Record<string, string> = composerStrings.modes;

/** A mode in words; one of a newer CLI by its own name. */
export const modeName = (mode: string): string => known[mode] ?? mode;

type Offers = Pick<SessionInfo, "models">;

/** In the order in which they are shown: `auto` came with newer CLIs, `delegate` went with older ones. */
const modes = (has: { auto: boolean; delegate: boolean }): string[] => [
  "default",
  "acceptEdits",
  "plan",
  ...(has.auto ? ["auto"] : []),
  "dontAsk",
  ...(has.delegate ? ["delegate"] : []),
];

/** Whether the CLI of a session offers the mode in which a second model decides. */
export const offersAuto = (info: Offers | undefined): boolean =>
  info?.models.some((model) => model.supportsAutoMode) ?? false;

/** The modes that the CLI of a session accepts, and the one it is in. */
export function offeredModes(info: Pick<SessionInfo, "models" | "permissionMode">): string[] {
  const newer = offersAuto(info) || info.models.some((model) => model.effortLevels.length > 0);
  const offered = [...modes({ auto: offersAuto(info), delegate: !newer && info.models.length > 0 }), BYPASS];
  const current = info.permissionMode;
  return current && !offered.includes(current) ? [...offered, current] : offered;
}

/** The modes that are changed in passing, in the order Shift+Tab goes through them. */
export const quickModes = (info: Offers | undefined): string[] =>
  modes({ auto: offersAuto(info), delegate: false }).filter((mode) => mode !== "dontAsk");

/** The mode after this one. */
export function nextMode(mode: string, info: Offers | undefined): string {
  const offered = quickModes(info);
  return offered[(offered.indexOf(mode) + 1) % offered.length] ?? "default";
}

/** The modes a session can start in, given the version of the CLI. Bypass must be typed later, in the session. */
export function startModes(version: string | undefined): string[] {
  const old = version !== undefined && compareVersions(version, "2.1.100") < 0;
  return modes({ auto: !old, delegate: old });
}
