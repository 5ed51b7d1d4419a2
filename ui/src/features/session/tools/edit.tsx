import type { Hunk, Json } from "@/api/generated";
import { Code } from "@/components/Code";
import { Patch } from "@/components/Patch";
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

function Counts({ patch }: { patch: Hunk[] }) {
  const { added, removed } = changed(patch);
  return (
    <span>
      {(added > 0 || removed === 0) && <span className="text-done">+{added}</span>}{" "}
      {removed > 0 && <span className="text-fail">−{removed}</span>}
    </span>
  );
}

const patched = (props: ToolProps) =>
  patchOf(props.call.tool.name, props.input, props.call.result?.structured);

const withPatch: ToolRenderer = {
  summary: ({ input, shown }) => shown(text(input, "file_path")),
  aside: (props) => <Counts patch={patched(props)} />,
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
