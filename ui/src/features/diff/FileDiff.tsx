import { useCallback, useState } from "react";
import { getText } from "@/api/http";
import { fileAddress } from "@/api/reads";
import { useCan } from "@/api/scope";
import { type DiffStyle, DiffView, type LinePlace } from "@/components/diff/DiffView";
import { Button } from "@/components/ui/button";
import { changesStrings as words } from "@/strings/late";
import { Comment } from "./Comment";
import type { ShownFile } from "./changes";
import { commentAt, type Comment as Kept, useComments } from "./comments";

interface FileDiffProps {
  session: string;
  file: ShownFile;
  style: DiffStyle;
  /** Nothing around the lines: the card they stand in has a border. */
  bare?: boolean;
}

const noComments: Kept[] = [];

/** What changed in one file, with comments on its lines. */
export function FileDiff({ session, file, style, bare = false }: FileDiffProps) {
  const [whole, setWhole] = useState<string>();
  const comments = useCan("message");
  const under = useUnder(session, file.path);
  const opens = whole === undefined && file.status === "modified" && file.exact && file.hunks.length > 0;
  const open = () =>
    getText(fileAddress(session, file.path))
      .then(setWhole)
      .catch(() => setWhole(""));
  const note = noteOf(file);
  return (
    <>
      {note && <p className="px-3 py-2 text-xs text-soft">{note}</p>}
      {file.hunks.length > 0 && (
        <DiffView
          hunks={file.hunks}
          path={file.path}
          style={style}
          whole={whole}
          onComment={comments ? under.write : undefined}
          under={under.content}
          className={bare ? "max-h-none rounded-none border-0" : "max-h-none"}
        />
      )}
      {opens && (
        <Button look="quiet" size="small" onClick={open} className="m-1">
          {words.showUnchanged}
        </Button>
      )}
    </>
  );
}

function noteOf(file: ShownFile): string | undefined {
  if (file.binary) return words.binary;
  if (file.hunks.length === 0) return words.noLines;
  return file.exact ? undefined : words.inexact;
}

/** What stands under a line: the comment on it, or the field in which one is written. */
function useUnder(session: string, path: string) {
  const [writing, setWriting] = useState<LinePlace>();
  // What was written on a line stays for the next time its field is opened.
  const [drafts] = useState(() => new Map<string, string>());
  const comments = useComments((state) => state.comments[session]) ?? noComments;
  const content = useCallback(
    (place: LinePlace) => {
      const comment = commentAt(comments, path, place);
      const here = writing?.side === place.side && writing.line === place.line;
      if (!comment && !here) return null;
      const name = `${place.side}${place.line}`;
      return (
        <Comment
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
  return { content, write: setWriting };
}
