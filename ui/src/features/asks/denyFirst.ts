import { toast } from "sonner";
import { answerAsk } from "@/api/commands";
import { connection } from "@/api/connection";
import { paneOf } from "../session/handles";
import { answeredHere } from "./useAnswer";

/** Says no to the request for permission that waits, if one does; leads to any other ask. Says whether something waits. */
export function denyFirst(session: string): boolean {
  const ask = connection.peek(session)?.asks[0];
  if (!ask) return false;
  if (ask.body.kind === "permission") {
    answeredHere.add(ask.id);
    answerAsk(session, ask.id, { kind: "deny" }).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : String(error)),
    );
  } else {
    paneOf(session)?.querySelector<HTMLElement>("[data-ask]")?.focus();
  }
  return true;
}
