import { useMemo } from "react";
import type { Hunk, Json } from "@/api/generated";
import { Code, Command } from "@/components/Code";
import { DiffView } from "@/components/diff/DiffView";
import { JsonTree } from "@/components/JsonTree";
import { Button } from "@/components/ui/button";
import { hunksBetween } from "@/lib/diff";
import { revealed, revealedIn } from "@/lib/invisible";
import { askStrings as words } from "@/strings/late";
import { patchOf } from "../session/tools/edit";
import { applyEdits, text } from "../session/tools/input";
import { type Editing, editingOf } from "./asks.logic";
import { cellPatch, cellPlace } from "./cell.logic";
import { useFile } from "./useFile";

interface InputPreviewProps {
  session: string;
  tool: string;
  input: Json;
  /** The input as it is shown, without anything that cannot be seen. */
  shown: Json;
  /** What the person is changing. */
  editing: Editing | undefined;
  onEdit: (editing: Editing | undefined) => void;
}

/** Exactly what would run: the command, the diff, or the whole input; or the field to change it. */
export function InputPreview({ session, tool, input, shown, editing, onEdit }: InputPreviewProps) {
  if (editing !== undefined) {
    return (
      <div className="space-y-1">
        <label className="block text-xs text-soft">
          {editing.name}
          <textarea
            aria-label={editing.name}
            value={editing.text}
            onChange={(event) => onEdit({ ...editing, text: event.target.value })}
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the person asked for this field
            autoFocus
            className="field-sizing-content max-h-[calc(var(--page-height,100dvh)*0.3)] w-full rounded-md border border-line bg-raised p-2 font-mono text-xs text-ink"
          />
        </label>
        <Button look="quiet" onClick={() => onEdit(undefined)}>
          {words.back}
        </Button>
        {editing.key !== undefined && (
          <Button look="quiet" onClick={() => onEdit(editingOf(tool, input, true))}>
            {words.editWhole}
          </Button>
        )}
      </div>
    );
  }
  return <Preview session={session} tool={tool} input={shown} path={pathOf(input)} />;
}

/** The file that a call is about. */
export const pathOf = (input: Json): string | undefined =>
  text(input, "file_path") ?? text(input, "notebook_path");

/** How many unchanged lines stand around a change: on a request what changes comes first. */
const CONTEXT = 1;

interface PreviewProps {
  session: string;
  tool: string;
  /** As it is shown. */
  input: Json;
  /** The path as it is, to read the file by. */
  path: string | undefined;
}

function Preview(props: PreviewProps) {
  const { tool, input, path } = props;
  if (tool === "Bash") return <Command code={text(input, "command") ?? ""} />;
  if (path !== undefined && ["Edit", "MultiEdit", "Write"].includes(tool)) return <FilePreview {...props} />;
  if (tool === "NotebookEdit") return <CellPreview {...props} />;
  return (
    <div className="max-h-64 overflow-auto rounded-md border border-line bg-raised p-2">
      <JsonTree value={input} />
    </div>
  );
}

/** What would become of a cell of a notebook. */
function CellPreview({ session, input, path }: PreviewProps) {
  const notebook = useFile(session, path);
  const hunks = useMemo(() => revealedIn(cellPatch(notebook ?? "", input)), [notebook, input]);
  return (
    <div className="space-y-1">
      <p className="text-xs text-soft">{cellPlace(input)}</p>
      <DiffView
        hunks={hunks}
        path={text(input, "cell_type") === "markdown" ? "cell.md" : "cell.py"}
        className="max-h-64"
      />
    </div>
  );
}

/** What would become of a file: against the file as it stands, where that is known. */
function FilePreview({ session, tool, input, path: exact }: PreviewProps) {
  const path = text(input, "file_path") ?? "";
  const file = useFile(session, exact);
  const before = useMemo(() => (typeof file === "string" ? revealed(file) : file), [file]);
  const after = useMemo(
    () =>
      tool === "Write"
        ? (text(input, "content") ?? "")
        : typeof before === "string"
          ? applyEdits(before, tool, input)
          : undefined,
    [tool, input, before],
  );
  const hunks: Hunk[] = useMemo(
    () =>
      typeof before === "string" && after !== undefined
        ? hunksBetween(before, after, CONTEXT)
        : patchOf(tool, input, undefined),
    [before, after, tool, input],
  );
  return (
    <div className="space-y-1">
      {tool === "Write" && before !== undefined && (
        <p className="text-xs text-soft">{before === null ? words.newFile : words.replaces}</p>
      )}
      {tool === "Write" && before === null ? (
        <Code code={after ?? ""} path={path} className="max-h-64 bg-raised" />
      ) : (
        <DiffView
          hunks={hunks}
          path={path}
          whole={typeof before === "string" ? after : undefined}
          className="max-h-64"
        />
      )}
    </div>
  );
}
