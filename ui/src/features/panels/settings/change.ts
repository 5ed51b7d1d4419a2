// Changes a setting of a session and waits for what the CLI makes of it.

import { updateSession } from "@/api/commands";
import type { SessionInfo, UpdateSession } from "@/api/generated";
import { until } from "@/api/until";
import { settingsStrings as strings } from "@/strings/late";

interface Change {
  session: string;
  awake: boolean;
  update: UpdateSession;
  /** Whether the CLI's answer shows the change. */
  shows: (info: SessionInfo) => boolean;
  said: string;
}

/** Returns the sentence to show. A session that sleeps keeps the change for its next process. */
export async function change({ session, awake, update, shows, said }: Change): Promise<string> {
  await updateSession(session, update);
  if (!awake) return strings.answered.later;
  if (await until(session, (view) => shows(view.info))) return said;
  throw new Error(`${strings.refused} ${JSON.stringify(update)}`);
}
