// What stands in the bar at the bottom of the page, beside what the shell itself puts there.
// To add something: a line in the table. Items must be one short line, and give way on narrow windows.

import type { ComponentType } from "react";

export interface StatusItem {
  id: string;
  /** `session` is the active one. */
  component: ComponentType<{ session: string | undefined }>;
}

export const statusItems: readonly StatusItem[] = [];
