// What this device may do. Controls that its scope forbids are not shown.

import type { ReactNode } from "react";
import { connection } from "./connection";
import { useHost } from "./hooks";
import { type Action, can } from "./scope.logic";

export type { Action } from "./scope.logic";

/** Whether this device may do it. */
export const useCan = (action: Action | undefined): boolean => can(useHost()?.scope, action);

/** The same, outside of a component. */
export const canNow = (action: Action | undefined): boolean => can(connection.host.get()?.scope, action);

/** Shows controls to devices that may use them. */
export const Allowed = ({ to, children }: { to: Action; children: ReactNode }): ReactNode =>
  useCan(to) ? children : null;
