import { useCallback, useState } from "react";
import { sendMessage, setLifecycle, updateSession } from "@/api/commands";
import type { EntryId, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { Allowed } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { toastError } from "@/lib/problem";
import { limits as words } from "@/strings";

interface Offer {
  /** Why it stopped and what can be done. */
  text: string;
  button: string;
  /** What must be done before the model can be told to go on. */
  first?: (session: string) => Promise<unknown>;
}

const offers: Record<string, Offer> = {
  cut_off: { text: words.cutOff, button: words.goOn },
  maxTurns: { text: words.maxTurns, button: words.goOn },
  maxBudget: {
    text: words.maxBudget,
    button: words.goOnWithoutBudget,
    first: async (session) => {
      await updateSession(session, { cliBudgetUsd: 0 });
      // The process that runs keeps its budget; the next one continues the same conversation.
      await setLifecycle(session, "restart");
    },
  },
};

interface GoOnProps {
  session: string;
  /** Where it ended. */
  entry: EntryId;
  /** How: the outcome of a turn, or the tag of a notice. */
  why: string | undefined;
}

/** Where a turn ended before it was done: what that means, and the way on while nothing else was said since. */
export function GoOn({ session, entry, why }: GoOnProps) {
  const newest = useView(
    session,
    useCallback(
      (view: SessionView) =>
        view.entries.findLast(({ id, body }) => id === entry || body.kind === "turn" || body.kind === "user")
          ?.id === entry,
      [entry],
    ),
  );
  const [busy, setBusy] = useState(false);
  const offer = offers[why ?? ""];
  if (!offer) return null;
  const goOn = async () => {
    setBusy(true);
    try {
      await offer.first?.(session);
      await sendMessage(session, { text: words.message });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-sm text-soft">
      <p className="min-w-0 flex-1 basis-64">{offer.text}</p>
      {newest && !session.startsWith("cli:") && (
        <Allowed to="message">
          <Button disabled={busy} onClick={goOn}>
            {offer.button}
          </Button>
        </Allowed>
      )}
    </div>
  );
}
