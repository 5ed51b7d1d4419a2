// What can be done with the session on the screen: by key, and from its menu.

import { interrupt, sendMessage, stopAgents, updateSession } from "@/api/commands";
import { connection } from "@/api/connection";
import { useHandler } from "@/app/commands/handlers";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { strings, conversation as words } from "@/strings";
import { frameOf } from "../asks/frames";
import { transcriptOf } from "./handles";
import { answersOf, sessionMarkdown } from "./markdown.logic";
import { loadAll } from "./older";

export interface SessionActions {
  find: () => void;
  lastPrompt: () => void;
  nextAsk: () => void;
  toStart: () => void;
  toEnd: () => void;
  sideQuestion: (question?: string) => void;
  copyMarkdown: () => void;
}

/** Carries out the commands of the conversation. */
export function useSessionHandlers(session: string, actions: SessionActions): void {
  useHandler("conversation.find", actions.find, { session });
  useHandler("conversation.lastPrompt", actions.lastPrompt, { session });
  useHandler("conversation.nextAsk", actions.nextAsk, { session });
  useHandler("conversation.start", actions.toStart, { session });
  useHandler("conversation.end", actions.toEnd, { session });
  useHandler("conversation.side", actions.sideQuestion, { session });
  useHandler("conversation.copy", actions.copyMarkdown, { session });
  useHandler("conversation.copyAnswer", (which) => copyAnswer(session, which), { session });
  useHandler("conversation.plan", (task) => planFirst(session, task), { session });
  useHandler("conversation.stopAgents", () => stopAllAgents(session), { session });
}

async function copy(text: () => string | Promise<string>, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text());
    toast.success(said);
  } catch {
    toast.error(strings.noClipboard);
  }
}

/** Copies all of it, loading what is not here yet. */
export const copySession = (session: string): Promise<void> =>
  copy(async () => {
    await loadAll(session);
    const title = connection.sessions.get()?.get(session)?.title ?? words.untitled;
    return sessionMarkdown(title, connection.peek(session)?.entries ?? []);
  }, words.sessionCopied);

/** Copies an answer: the newest, or that many answers back, from 1. */
export async function copyAnswer(session: string, which = "1"): Promise<void> {
  const text = answersOf(connection.peek(session)?.entries ?? []).at(-Number(which));
  if (text === undefined) toast.error(words.noAnswer);
  else await copy(() => text, words.answerCopied);
}

/** Switches to plan mode, and sends what is to be planned. */
export async function planFirst(session: string, task?: string): Promise<void> {
  try {
    await updateSession(session, { permissionMode: "plan" });
    if (task !== undefined) await sendMessage(session, { text: task });
  } catch (error) {
    toastError(error);
  }
}

/** To what waits: its form is docked under the transcript, and the call it is about comes into sight. */
export function showNextAsk(session: string): void {
  const ask = connection.peek(session)?.asks[0];
  if (!ask) {
    toast.info(words.nothingWaits);
    return;
  }
  if (ask.entry) transcriptOf(session)?.show(ask.entry);
  frameOf(session)?.element.focus();
}

/** Stops what runs. Queued messages are held; background agents go on. */
export function stopTurn(session: string): void {
  interrupt(session).catch(toastError);
}

/** Stops all agents in the background; says so when there are none. */
export function stopAllAgents(session: string): void {
  stopAgents(session)
    .then(({ stopped }) => toast.info(words.agentsStopped(stopped.length)))
    .catch(toastError);
}
