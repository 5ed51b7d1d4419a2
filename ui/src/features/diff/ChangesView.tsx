import { Columns2, Rows2, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { toast } from "sonner";
import { sendMessage } from "@/api/commands";
import { useHost } from "@/api/hooks";
import type { DiffStyle } from "@/components/diff/DiffView";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { shortPath } from "@/lib/format";
import { EscLayer } from "@/lib/layers";
import { problemText, toastError } from "@/lib/problem";
import { strings, changesStrings as words } from "@/strings";
import { changed } from "../session/tools/input";
import { type ChangeSource, type ShownFile, useSessionFiles, useTreeChanges } from "./changes";
import { messageOf, useComments } from "./comments";
import { FileCard } from "./FileCard";

/** Everything the session changed, in one place: by file, in one column or two, with remarks that are sent together. */
export function ChangesView({ session, onClose }: { session: string; onClose: () => void }) {
  const [source, setSource] = useState<ChangeSource>("session");
  const [style, setStyle] = useState<DiffStyle>("unified");
  const { files, problem, note } = useFiles(session, source);
  const total = files.reduce(
    (sum, file) => {
      const { added, removed } = changed(file.hunks);
      return { added: sum.added + added, removed: sum.removed + removed };
    },
    { added: 0, removed: 0 },
  );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-0 z-30 flex h-[var(--page-height,100dvh)] flex-col bg-page outline-none md:inset-6 md:h-auto md:rounded-md md:border md:border-line"
        >
          <EscLayer onClose={onClose} />
          <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 max-md:pt-1">
            <Dialog.Title className="font-semibold">
              {words.title}{" "}
              <span className="font-mono text-xs font-normal">
                <span className="text-done">+{total.added}</span>{" "}
                <span className="text-fail">−{total.removed}</span>
              </span>
            </Dialog.Title>
            <Switch label={words.which} value={source} onChange={setSource} options={words.sources} />
            <span className="ml-auto flex max-md:-mr-3">
              <IconButton
                label={style === "unified" ? words.split : words.unified}
                aria-pressed={style === "split"}
                onClick={() => setStyle(style === "unified" ? "split" : "unified")}
                className="max-md:hidden"
              >
                {style === "unified" ? <Columns2 size={16} /> : <Rows2 size={16} />}
              </IconButton>
              <IconButton label={strings.close} onClick={onClose}>
                <X size={16} />
              </IconButton>
            </span>
          </header>
          <div className="flex min-h-0 flex-1">
            <FileList files={files} />
            <div className="min-w-0 flex-1 space-y-3 overflow-y-auto p-3 md:p-4">
              {problem && (
                <p role="alert" className="text-sm text-fail">
                  {problem}
                </p>
              )}
              {note && <p className="text-sm text-soft">{note}</p>}
              {files.length === 0 && !problem && !note && (
                <p className="text-sm text-soft">
                  {source === "session" ? words.noneHere : words.noneInTree}
                </p>
              )}
              {files.map((file) => (
                <FileCard key={file.path} session={session} file={file} style={style} />
              ))}
            </div>
          </div>
          <SendBar session={session} onSent={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface Files {
  files: ShownFile[];
  problem: string | undefined;
  note: string | undefined;
}

/** The files of one source. */
function useFiles(session: string, source: ChangeSource): Files {
  const ours = useSessionFiles(session);
  const { load } = useTreeChanges(session, source === "tree");
  if (source === "session") return { files: ours, problem: undefined, note: undefined };
  if (load.state === "failed") return { files: [], problem: problemText(load.error), note: undefined };
  if (load.state === "loading") return { files: [], problem: undefined, note: strings.loading };
  return {
    files: load.data.files,
    problem: undefined,
    note: load.data.diff.truncated ? words.cut : undefined,
  };
}

function FileList({ files }: { files: ShownFile[] }) {
  const host = useHost();
  return (
    <nav
      aria-label={words.files}
      className="hidden w-64 shrink-0 overflow-y-auto border-r border-line p-2 lg:block"
    >
      <ul>
        {files.map((file) => {
          const { added, removed } = changed(file.hunks);
          return (
            <li key={file.path}>
              <button
                type="button"
                title={file.path}
                onClick={() =>
                  document.getElementById(`file-${file.path}`)?.scrollIntoView({ block: "start" })
                }
                className="flex w-full items-baseline gap-2 rounded-md px-2 py-1 text-left font-mono text-xs hover:bg-panel"
              >
                <span className="min-w-0 flex-1 truncate">{shortPath(file.path, host?.home, 30)}</span>
                <span className="shrink-0">
                  <span className="text-done">+{added}</span> <span className="text-fail">−{removed}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface SwitchProps<T extends string> {
  label: string;
  value: T;
  options: Record<T, string>;
  onChange: (value: T) => void;
}

function Switch<T extends string>({ label, value, options, onChange }: SwitchProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className="flex rounded-md border border-line p-0.5 text-xs max-md:order-last max-md:w-full"
    >
      {(Object.entries(options) as [T, string][]).map(([key, text]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key)}
          className={cn(
            "rounded-[4px] px-2 py-1 max-md:grow pointer-coarse:min-h-11",
            key === value ? "bg-ink/10 font-medium" : "text-soft",
          )}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** The remarks so far, and the way to send them. */
function SendBar({ session, onSent }: { session: string; onSent: () => void }) {
  const comments = useComments((state) => state.comments[session]) ?? [];
  const [busy, setBusy] = useState(false);
  if (comments.length === 0) return null;
  const send = async () => {
    setBusy(true);
    try {
      await sendMessage(session, { text: messageOf(comments) });
      useComments.getState().clear(session);
      toast.success(words.sent);
      onSent();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <footer className="flex items-center gap-2 border-t border-line px-4 py-2">
      <p className="flex-1 text-sm">
        {words.comments(comments.length)} <span className="text-soft">{words.onChanges}</span>
      </p>
      <Button look="quiet" onClick={() => useComments.getState().clear(session)}>
        {words.discard}
      </Button>
      <Button look="primary" disabled={busy} onClick={send}>
        {words.send}
      </Button>
    </footer>
  );
}
