// The CLI keeps a plan in a file of its own and shows that; what the model says in the call is dropped.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "./server";

/** Writes the plan that the next ExitPlanMode puts to the person. */
export async function writePlan(host: Host, plan: string): Promise<void> {
  const directory = join(host.data, "config/plans");
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "the-plan.md"), plan);
}
