import { useState } from "react";
import { answerAsk } from "@/api/commands";
import type { AnswerAsk } from "@/api/generated";
import { ProblemError } from "@/api/http";
import { forgetRequest } from "@/api/queries";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { askStrings as words } from "@/strings/late";

/** Asks that were answered from this page: nobody needs to be told about them. */
export const answeredHere = new Set<string>();

/** Answers on their way or accepted. Two presses can come before the page is drawn again. */
const sent = new Set<string>();

/** Sends an answer once. The ask goes away when the host says so, not before. */
export function useAnswer(session: string, ask: string) {
  const [busy, setBusy] = useState(false);
  const answer = async (answer: AnswerAsk) => {
    const name = `${session} ${ask}`;
    if (sent.has(name)) return;
    sent.add(name);
    setBusy(true);
    answeredHere.add(ask);
    try {
      await answerAsk(session, ask, answer);
      forgetRequest(session, ask);
    } catch (error) {
      sent.delete(name);
      answeredHere.delete(ask);
      setBusy(false);
      if (error instanceof ProblemError && error.code === "settled") toast.info(words.answeredElsewhere);
      else toastError(error);
    }
  };
  return { busy, answer };
}
