import { useCallback, useState } from "react";
import { getText } from "@/api/http";
import { fileAddress } from "@/api/reads";
import { useCan } from "@/api/scope";
import { CopyButton } from "@/components/CopyButton";
import { type DiffStyle, DiffView, type LinePlace } from "@/components/diff/DiffView";
import { Button } from "@/components/ui/button";
import { useEscLayer } from "@/lib/layers";
import { strings, changesStrings as words } from "@/strings";
import { Disclosure } from "../session/entries/Disclosure";
import { changed } from "../session/tools/input";
import type { ShownFile } from "./changes";
import { commentAt, useComments } from "./comments";

/** One file: what changed in it, and remarks on its lines. */
export function FileCard({ session, file, style }: { session: string; file: ShownFile; style: DiffStyle }) {
  const [open, setOpen] = useState(true);
  const [whole, setWhole] = useState<string>();
  const [writing, setWriting] = useState<LinePlace>();
  // What was written on a line stays for the next time its field is opened.
  const [drafts] = useState(() => new Map<string, string>());
  const comments = useComments((state) => state.comments[session]) ?? [];
  const remarks = useCan("message");
  const { added, removed } = changed(file.hunks);
  const { path } = file;
  const under = useCallback(
    (place: LinePlace) => {
      const comment = commentAt(comments, path, place);
      const here = writing?.side === place.side && writing.line === place.line;
      if (!comment && !here) return null;
      const name = `${place.side}${place.line}`;
      return (
        <Remark
          key={name}
          place={place}
          initial={comment?.remark ?? ""}
          draft={drafts.get(name)}
          editing={here}
          onEdit={() => setWriting(place)}
          onSave={(remark) => {
            useComments.getState().setComment(session, { ...place, path, remark });
            drafts.delete(name);
            setWriting(undefined);
          }}
          onCancel={(remark) => {
            drafts.set(name, remark);
            setWriting(undefined);
          }}
        />
      );
    },
    [comments, drafts, path, writing, session],
  );
  const label = (
    <span className="font-mono text-xs">
      {file.oldPath ? `${file.oldPath} → ${path}` : path}
      {words.statuses[file.status] && (
        <span className="ml-2 font-sans text-faint">{words.statuses[file.status]}</span>
      )}
    </span>
  );
  const aside = (
    <span className="font-mono">
      <span className="text-done">+{added}</span> <span className="text-fail">−{removed}</span>
    </span>
  );
  return (
    <section id={`file-${path}`} aria-label={path} className="relative">
      <Disclosure open={open} onToggle={setOpen} label={label} aside={aside}>
        {!file.exact && <p className="pb-1 text-xs text-wait">{words.inexact}</p>}
        {file.binary ? (
          <p className="text-sm text-soft">{words.binary}</p>
        ) : file.hunks.length === 0 ? (
          <p className="text-sm text-soft">{words.noLines}</p>
        ) : (
          <DiffView
            hunks={file.hunks}
            path={path}
            style={style}
            whole={whole}
            onComment={remarks ? setWriting : undefined}
            under={under}
            className="max-h-none"
          />
        )}
        <div className="flex gap-1 pt-1">
          {whole === undefined && file.status === "modified" && file.exact && (
            <Button
              look="quiet"
              className="min-h-7 px-2 text-xs"
              onClick={() =>
                getText(fileAddress(session, path))
                  .then(setWhole)
                  .catch(() => setWhole(""))
              }
            >
              {words.showUnchanged}
            </Button>
          )}
          <CopyButton text={() => path} label={words.copyPath} />
        </div>
      </Disclosure>
    </section>
  );
}

interface RemarkProps {
  place: LinePlace;
  initial: string;
  draft: string | undefined;
  editing: boolean;
  onEdit: () => void;
  onSave: (remark: string) => void;
  onCancel: (remark: string) => void;
}

function Remark({ place, initial, draft, editing, onEdit, onSave, onCancel }: RemarkProps) {
  const [text, setText] = useState(draft ?? initial);
  const cancel = () => onCancel(text);
  useEscLayer(editing, cancel);
  if (!editing) {
    return (
      <div className="flex items-start gap-2 text-sm">
        <p className="min-w-0 flex-1 whitespace-pre-wrap">{initial}</p>
        <Button look="quiet" className="min-h-6 px-2 text-xs" onClick={onEdit}>
          {words.edit}
        </Button>
        <Button look="quiet" className="min-h-6 px-2 text-xs" onClick={() => onSave("")}>
          {words.remove}
        </Button>
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
      className="space-y-1"
    >
      <textarea
        aria-label={words.commentOn(place.line)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          onSave(text);
          event.preventDefault();
          event.stopPropagation();
        }}
        rows={2}
        // biome-ignore lint/a11y/noAutofocus: the person asked for this field
        autoFocus
        className="w-full rounded-md border border-line bg-raised p-2 text-sm"
      />
      <div className="flex gap-1">
        <Button look="primary" type="submit" className="min-h-7 px-2 text-xs" hotkey="Ctrl ⏎">
          {words.keep}
        </Button>
        <Button look="quiet" className="min-h-7 px-2 text-xs" onClick={cancel}>
          {strings.cancel}
        </Button>
      </div>
    </form>
  );
}
