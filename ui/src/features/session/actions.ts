// What can be done with the session on the screen: by key, and from its menu.

import { toast } from "sonner";
import { interrupt, stopAgents } from "@/api/commands";
import { connection } from "@/api/connection";
import { useActiveSession } from "@/app/navigation";
import { useShortcut } from "@/app/shortcuts/registry";
import { strings } from "@/strings";
import { conversation as words } from "@/strings/conversation";
import { frameOf } from "../asks/frames";
import { transcriptOf } from "./handles";
import { sessionMarkdown } from "./markdown.logic";
import { loadAll } from "./older";

export interface SessionActions {
  find: () => void;
  lastPrompt: () => void;
  nextAsk: () => void;
  toEnd: () => void;
  changes: () => void;
  sideQuestion: () => void;
  copyMarkdown: () => void;
}

/** The actions by the names they have in the table of keys, in the order of the menu. */
export const actionIds: [string, keyof SessionActions][] = [
  ["conversation.find", "find"],
  ["conversation.lastPrompt", "lastPrompt"],
  ["conversation.nextAsk", "nextAsk"],
  ["conversation.end", "toEnd"],
  ["conversation.changes", "changes"],
  ["conversation.side", "sideQuestion"],
  ["conversation.copy", "copyMarkdown"],
];

/** Does the actions on their keys, for the session the person works in. */
export function useActionKeys(session: string, actions: SessionActions): void {
  const active = useActiveSession() === session;
  useShortcut("conversation.find", actions.find, active);
  useShortcut("conversation.lastPrompt", actions.lastPrompt, active);
  useShortcut("conversation.nextAsk", actions.nextAsk, active);
  useShortcut("conversation.end", actions.toEnd, active);
  useShortcut("conversation.changes", actions.changes, active);
  useShortcut("conversation.side", actions.sideQuestion, active);
  useShortcut("conversation.copy", actions.copyMarkdown, active);
  useShortcut("conversation.stopAgents", () => stopAllAgents(session), active);
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

/** A word for a shell, in quotes where it needs them. */
const shellWord = (text: string): string =>
  /^[\w./~@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that continues the conversation in a terminal, where it ran. */
export function resumeCommand(directory: string | undefined, id: string): string {
  const command = `claude --resume ${id}`;
  return directory ? `cd ${shellWord(directory)} && ${command}` : command;
}

export function copyResume(session: string): void {
  const view = connection.peek(session);
  const summary = connection.sessions.get()?.get(session);
  const id = view?.info.sessionId ?? summary?.cliSessionId;
  if (!id) {
    toast.info(words.notNamed);
    return;
  }
  const command = resumeCommand(view?.info.cwd ?? summary?.worktree ?? summary?.project, id);
  copy(() => command, words.commandCopied(command));
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
  interrupt(session).catch(tell);
}

/** Stops all agents in the background; says so when there are none. */
export function stopAllAgents(session: string): void {
  stopAgents(session)
    .then(({ stopped }) => toast.info(words.agentsStopped(stopped.length)))
    .catch(tell);
}

const tell = (error: unknown) => toast.error(error instanceof Error ? error.message : String(error));
