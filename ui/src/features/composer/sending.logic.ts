// When a message goes to the CLI: by the key that sent it, and by what the person and the CLI prefer.

import type { SendWhen, SessionInfo } from "@/api/generated";

/** What Enter does while Claude works. */
export type EnterDoes = "steer" | "queue";

/** Whether the CLI gives back a message that it has not started; otherwise a stop could not hold it. */
const takesBack = (info: Pick<SessionInfo, "capabilities"> | undefined): boolean =>
  info?.capabilities.includes("interrupt_cancel_queued_v1") ?? false;

/** What Enter does in this session. */
export const enterDoes = (
  chosen: EnterDoes,
  info: Pick<SessionInfo, "capabilities"> | undefined,
): EnterDoes => (takesBack(info) ? chosen : "queue");

/** When a message goes that was sent with these keys. With nothing running all of them send at once. */
export function sendWhen(keys: { now: boolean; queue: boolean }, enter: EnterDoes): SendWhen {
  if (keys.queue) return "queue";
  return keys.now ? "now" : enter;
}
