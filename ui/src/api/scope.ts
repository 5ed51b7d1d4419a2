// What this device may do. Controls that its scope forbids are not shown.

import type { Scope } from "./generated";
import { useHost } from "./hooks";

const order: readonly Scope[] = ["view", "answer", "control", "admin"];

/** Whether a scope includes another. Nothing is hidden before the server has said which one this device has. */
export const includes = (scope: Scope | undefined, needed: Scope): boolean =>
  scope === undefined || order.indexOf(scope) >= order.indexOf(needed);

/** Whether this device may do what needs this scope. */
export const useMay = (needed: Scope): boolean => includes(useHost()?.scope, needed);
