import { FilePen, FilePlus, NotebookPen } from "lucide-react";
import type { Hunk, Json } from "@/api/generated";
import { Code } from "@/components/Code";
import { Patch } from "@/components/Patch";
import { DiffStat, Tag } from "@/components/ui/status";
import { toolStrings as words } from "@/strings";
import { changed, editPatch, hunks, list, text } from "./input";
import { Result } from "./Output";
import type { ToolProps, ToolRenderer } from "./registry";

/** The patch that ran, or the one that would. */
export function patchOf(name: string, input: Json, structured: Json | undefined): Hunk[] {
  const ran = hunks(structured);
  if (ran.length > 0) return ran;
  if (name === "Write") return editPatch("", text(input, "content") ?? "");
  if (name === "MultiEdit") {
    return list(input, "edits").flatMap((one) =>
      editPatch(text(one, "old_string") ?? "", text(one, "new_string") ?? ""),
    );
  }
  return editPatch(text(input, "old_string") ?? "", text(input, "new_string") ?? "");
}

/** A patch of up to so many lines is shown at once. */
const SHOWN_LINES = 20;

function showsAtOnce(props: ToolProps): boolean {
  if (props.call.state !== "done") return false;
  return patched(props).reduce((sum, hunk) => sum + hunk.lines.length, 0) <= SHOWN_LINES;
}

const patched = (props: ToolProps) =>
  patchOf(props.call.tool.name, props.input, props.call.result?.structured);

const withPatch: ToolRenderer = {
  summary: ({ input, shown }) => shown(text(input, "file_path")),
  icon: FilePen,
  aside: (props) => <DiffStat {...changed(patched(props))} />,
  opens: showsAtOnce,
  details: (props) => (
    <div className="space-y-2">
      <Patch hunks={patched(props)} path={text(props.input, "file_path") ?? ""} />
      {props.call.result?.isError && (
        <Result session={props.session} entry={props.entry.id} result={props.call.result} />
      )}
    </div>
  ),
};

export const edit = withPatch;
export const multiEdit = withPatch;

/** A new file is shown as it is, one that was there as a diff. */
export const write: ToolRenderer = {
  ...withPatch,
  icon: FilePlus,
  aside: (props) => (
    <>
      {text(props.call.result?.structured, "type") === "create" && <Tag tone="done">{words.newFile}</Tag>}
      <DiffStat {...changed(patched(props))} />
    </>
  ),
  details: (props) => {
    const path = text(props.input, "file_path") ?? "";
    const content = text(props.input, "content") ?? "";
    const replaced = hunks(props.call.result?.structured);
    return (
      <div className="space-y-2">
        {replaced.length > 0 ? <Patch hunks={replaced} path={path} /> : <Code code={content} path={path} />}
        {props.call.result?.isError && (
          <Result session={props.session} entry={props.entry.id} result={props.call.result} />
        )}
      </div>
    );
  },
};

/** One cell of a notebook, before and after. */
export const notebookEdit: ToolRenderer = {
  icon: NotebookPen,
  summary: ({ input, shown }) =>
    [shown(text(input, "notebook_path")), text(input, "cell_id"), text(input, "edit_mode")]
      .filter(Boolean)
      .join(" · "),
  details: ({ session, entry, call, input }) => {
    const structured = call.result?.structured;
    const before = text(structured, "old_source") ?? "";
    const after = text(structured, "new_source") ?? text(input, "new_source") ?? "";
    return (
      <div className="space-y-2">
        <p className="text-xs text-faint">
          {[text(structured, "cell_id") ?? text(input, "cell_id"), text(input, "edit_mode") ?? "replace"]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <Patch
          hunks={editPatch(before, text(input, "edit_mode") === "delete" ? "" : after)}
          path={
            text(structured, "cell_type") === "markdown"
              ? "cell.md"
              : `cell.${text(structured, "language") ?? "python"}`
          }
        />
        {call.result?.isError && <Result session={session} entry={entry.id} result={call.result} />}
      </div>
    );
  },
};
