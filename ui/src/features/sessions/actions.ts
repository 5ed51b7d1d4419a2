// What can be done with a session, with what is said about it. Used by the menu, the palette and the keys.

import {
  createTour,
  deleteSession,
  forkSession,
  restoreSession,
  setLifecycle,
  updateSession,
} from "@/api/commands";
import { connection } from "@/api/connection";
import type { Lifecycle, SessionSummary } from "@/api/generated";
import { download } from "@/api/http";
import { type ExportFormat, exportAddress } from "@/api/reads";
import { closeSession, here, openSession, sessionLink } from "@/app/navigation";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { strings, sessions as words } from "@/strings";

/** Runs something that asks the host, and says what went wrong if it does. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toastError(error);
  }
}

/** Starts the tour, a simulated session, and opens it. */
export const startTour = () =>
  attempt(async () => {
    const { id } = await createTour();
    openSession(id);
  });

export const rename = (session: string, title: string) =>
  attempt(() => updateSession(session, { title: title.trim() }));

export const archive = (session: SessionSummary) =>
  attempt(async () => {
    await updateSession(session.id, { archived: !session.archived });
    if (session.archived) return;
    leave(session.id);
    toast(words.archived(session.title), {
      action: {
        label: strings.undo,
        onClick: () => attempt(() => updateSession(session.id, { archived: false })),
      },
    });
  });

export const pin = ({ id, pinned }: SessionSummary) => attempt(() => updateSession(id, { pinned: !pinned }));

/** How long the way back is offered. The host keeps what was deleted for 30 days. */
const UNDO_MS = 20_000;

export const remove = (session: SessionSummary, worktree: "keep" | "remove" = "keep") =>
  attempt(async () => {
    const wasOpen = here().sessions.includes(session.id);
    await deleteSession(session.id, worktree);
    connection.listed(session.id, undefined);
    leave(session.id);
    const restore = async () => {
      connection.listed(session.id, await restoreSession(session.id));
      if (wasOpen) openSession(session.id);
      toast(words.restored(session.title));
    };
    toast(words.removed(session.title), {
      duration: UNDO_MS,
      action: { label: strings.undo, onClick: () => attempt(restore) },
    });
  });

function leave(session: string): void {
  if (here().sessions.includes(session)) closeSession(session);
}

/** Goes on in a copy of a session. */
export const fork = (session: string, title?: string) =>
  attempt(async () => {
    const copy = await forkSession(session, title === undefined ? {} : { title });
    openSession(copy.id);
    toast(words.forked);
  });

/** Gives a prompt to a copy of a session, which works on it while this one stays open. */
export const forkBehind = (session: string, text: string) =>
  attempt(async () => {
    const { id } = await forkSession(session, { message: { text } });
    toast(words.forkedBehind, { action: { label: words.open, onClick: () => openSession(id) } });
  });

const done: Record<Lifecycle, string> = {
  park: words.parked,
  wake: words.woken,
  close: words.closed,
  restart: words.restarted,
  fresh: words.freshStarted,
};

export const lifecycle = (session: string, action: Lifecycle) =>
  attempt(async () => {
    await setLifecycle(session, action);
    toast(done[action]);
  });

/** The command that goes on with the conversation in a terminal, in its own directory. */
export function resumeCommand(session: SessionSummary): string | undefined {
  if (!session.cliSessionId) return undefined;
  return `cd ${quoted(session.worktree ?? session.project)} && claude --resume ${session.cliSessionId}`;
}

const quoted = (path: string): string =>
  /^[\w./~+@:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export async function copyResume(session: SessionSummary): Promise<void> {
  const command = resumeCommand(session);
  if (command === undefined) toast.error(words.noResume);
  else await copy(command, words.copiedResume);
}

export const copyLink = (session: string) =>
  copy(new URL(sessionLink(session), location.href).href, words.copiedLink);

async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    // Without a secure context the clipboard is closed; the text is then shown to be copied by hand.
    toast.error(words.copyFailed, { description: text, duration: 20_000 });
  }
}

const endings: Record<ExportFormat, string> = {
  markdown: "md",
  json: "json",
  raw: "ndjson",
  archive: "tar.gz",
};

export const exportSession = (session: SessionSummary, format: ExportFormat) =>
  attempt(() =>
    download(
      exportAddress(session.id, format),
      `${session.title.replaceAll(/[^\w.-]+/g, "-") || session.id}.${endings[format]}`,
    ),
  );
