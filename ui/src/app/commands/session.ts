// Commands of one session: the open one, or the one whose menu is open.

import {
  Archive,
  ArchiveRestore,
  Columns2,
  Download,
  GitFork,
  Link,
  type LucideIcon,
  Moon,
  PanelLeftClose,
  Pencil,
  Pin,
  PinOff,
  Power,
  RotateCw,
  Sparkles,
  Sun,
  Terminal,
  Trash2,
} from "lucide-react";
import type { SessionSummary } from "@/api/generated";
import type { ExportFormat } from "@/api/reads";
import {
  archive,
  copyLink,
  copyResume,
  exportSession,
  fork,
  forkBehind,
  lifecycle,
  pin,
  remove,
} from "@/features/sessions/actions";
import { useListState } from "@/features/sessions/listState";
import { commands as words } from "@/strings";
import { closeSession, openBeside } from "../navigation";
import { useOverlays } from "../overlays";
import type { Command, Context, Slash } from "./command";

type OfSession = Omit<Command, "group" | "when" | "run" | "menu"> & {
  section: number;
  when?: (session: SessionSummary, context: Context) => boolean;
  run: (session: SessionSummary, slash?: Slash, text?: string) => void;
};

/** A command of the session menu; it applies to sessions that have a summary. */
const ofSession = ({ section, when, run, ...command }: OfSession): Command => ({
  ...command,
  group: "session",
  menu: { of: "session", section },
  when: (context) => context.summary !== undefined && (when?.(context.summary, context) ?? true),
  run: ({ summary }, slash, text) => summary && run(summary, slash, text),
});

const hasProcess = ({ status }: SessionSummary): boolean => status === "live" || status === "starting";

const exportAs = (format: ExportFormat, title: string, slash?: Command["slash"]): Command =>
  ofSession({
    id: `session.export.${format}`,
    title,
    icon: Download,
    section: 3,
    keys: [],
    ...(slash ? { slash } : {}),
    run: (session) => exportSession(session, format),
  });

/** A command that is offered while the session is in one of two states. */
const toggle = (
  id: string,
  title: string,
  icon: LucideIcon,
  section: number,
  when: (session: SessionSummary) => boolean,
  run: (session: SessionSummary) => void,
): Command => ofSession({ id, title, icon, section, keys: [], needs: "manageSessions", when, run });

export const sessionCommands: readonly Command[] = [
  ofSession({
    id: "session.openBeside",
    title: words.openBeside,
    icon: Columns2,
    section: 1,
    keys: [],
    when: ({ id }, { open, wide }) => wide && !open.includes(id),
    run: ({ id }) => openBeside(id),
  }),
  ofSession({
    id: "session.rename",
    title: words.rename,
    icon: Pencil,
    section: 1,
    keys: ["F2"],
    needs: "manageSessions",
    run: ({ id }) => useListState.getState().rename(id),
  }),
  toggle("session.pin", words.pin, Pin, 1, ({ pinned }) => !pinned, pin),
  toggle("session.unpin", words.unpin, PinOff, 1, ({ pinned }) => pinned, pin),
  ofSession({
    id: "session.fork",
    title: words.fork,
    icon: GitFork,
    section: 1,
    keys: [],
    needs: "manageSessions",
    slash: [
      { name: "fork", always: false, takesText: true },
      { name: "branch", always: false, takesText: true },
    ],
    run: ({ id }, slash, text) => (slash?.name === "fork" && text ? forkBehind(id, text) : fork(id, text)),
  }),
  ofSession({
    id: "session.park",
    title: words.park,
    icon: Moon,
    section: 2,
    keys: [],
    needs: "manageSessions",
    when: hasProcess,
    run: ({ id }) => lifecycle(id, "park"),
  }),
  ofSession({
    id: "session.restart",
    title: words.restart,
    icon: RotateCw,
    section: 2,
    keys: [],
    needs: "manageSessions",
    when: hasProcess,
    run: ({ id }) => lifecycle(id, "restart"),
  }),
  ofSession({
    id: "session.wake",
    title: words.wake,
    icon: Sun,
    section: 2,
    keys: [],
    needs: "manageSessions",
    when: (session) => !hasProcess(session),
    run: ({ id }) => lifecycle(id, "wake"),
  }),
  // For a conversation whose history the CLI has lost: it cannot be resumed.
  ofSession({
    id: "session.fresh",
    title: words.fresh,
    icon: Sparkles,
    section: 2,
    keys: [],
    needs: "manageSessions",
    when: ({ status }) => status === "failed",
    run: ({ id }) => lifecycle(id, "fresh"),
  }),
  ofSession({
    id: "session.close",
    title: words.close,
    icon: Power,
    section: 2,
    keys: [],
    needs: "manageSessions",
    slash: [{ name: "exit", aliases: ["quit"], always: false }],
    when: ({ status }) => status !== "closed",
    run: ({ id }) => lifecycle(id, "close"),
  }),
  ofSession({
    id: "session.copyResume",
    title: words.copyResume,
    icon: Terminal,
    section: 3,
    keys: [],
    run: copyResume,
  }),
  ofSession({
    id: "session.copyLink",
    title: words.copyLink,
    icon: Link,
    section: 3,
    keys: [],
    run: ({ id }) => copyLink(id),
  }),
  exportAs("markdown", words.exportMarkdown, [{ name: "export", always: false }]),
  exportAs("json", words.exportJson),
  exportAs("raw", words.exportRaw),
  exportAs("archive", words.exportArchive),
  toggle("session.archive", words.archive, Archive, 4, ({ archived }) => !archived, archive),
  toggle("session.unarchive", words.unarchive, ArchiveRestore, 4, ({ archived }) => archived, archive),
  ofSession({
    id: "session.remove",
    title: words.remove,
    icon: Trash2,
    danger: true,
    section: 4,
    keys: [],
    needs: "manageSessions",
    run: (session) => remove(session),
  }),
  ofSession({
    id: "session.removeWithWorktree",
    title: words.removeWithWorktree,
    icon: Trash2,
    danger: true,
    menuOnly: true,
    section: 4,
    keys: [],
    needs: "manageSessions",
    when: ({ worktree }) => worktree !== undefined,
    run: (session) => remove(session, "remove"),
  }),
  {
    id: "session.beside",
    title: words.beside,
    icon: Columns2,
    group: "session",
    keys: ["Alt+S"],
    when: ({ wide, session }) => wide && session !== undefined,
    run: () => useOverlays.getState().show("beside"),
  },
  {
    id: "session.closePane",
    title: words.closePane,
    icon: PanelLeftClose,
    group: "session",
    keys: [],
    when: ({ open }) => open.length > 1,
    run: ({ session }) => session !== undefined && closeSession(session),
  },
];
