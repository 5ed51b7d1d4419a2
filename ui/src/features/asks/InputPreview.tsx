import type { Json } from "@/api/generated";
import { Code } from "@/components/Code";
import { JsonTree } from "@/components/JsonTree";
import { Patch } from "@/components/Patch";
import { Button } from "@/components/ui/button";
import { patchOf } from "../session/tools/edit";
import { text } from "../session/tools/input";

interface InputPreviewProps {
  tool: string;
  input: Json;
  /** The input as the person edits it, as JSON text. */
  edited: string | undefined;
  onEdit: (edited: string | undefined) => void;
}

/** Exactly what would run: the command, the diff, or the whole input; and the way to change it. */
export function InputPreview({ tool, input, edited, onEdit }: InputPreviewProps) {
  if (edited !== undefined) {
    return (
      <div className="space-y-1">
        <textarea
          aria-label="Input"
          value={edited}
          onChange={(event) => onEdit(event.target.value)}
          rows={Math.min(16, edited.split("\n").length + 1)}
          spellCheck={false}
          className="w-full rounded-md border border-line bg-raised p-2 font-mono text-xs"
        />
        <Button look="quiet" onClick={() => onEdit(undefined)}>
          Back to what was asked
        </Button>
      </div>
    );
  }
  return (
    <div className="space-y-1">
      <Preview tool={tool} input={input} />
      <Button look="quiet" onClick={() => onEdit(JSON.stringify(input, null, 2))}>
        Edit before allowing
      </Button>
    </div>
  );
}

function Preview({ tool, input }: { tool: string; input: Json }) {
  if (tool === "Bash") {
    return (
      <pre className="max-h-64 overflow-auto rounded-md border border-line bg-raised p-2 font-mono text-xs whitespace-pre-wrap break-words">
        {text(input, "command")}
      </pre>
    );
  }
  const path = text(input, "file_path");
  if (path !== undefined && ["Edit", "MultiEdit"].includes(tool)) {
    return (
      <>
        <p className="font-mono text-xs">{path}</p>
        <Patch hunks={patchOf(tool, input, undefined)} className="max-h-64 bg-raised" />
      </>
    );
  }
  if (path !== undefined && tool === "Write") {
    return (
      <>
        <p className="font-mono text-xs">{path}</p>
        <Code code={text(input, "content") ?? ""} path={path} className="max-h-64 bg-raised" />
      </>
    );
  }
  return (
    <div className="max-h-64 overflow-auto rounded-md border border-line bg-raised p-2">
      <JsonTree value={input} />
    </div>
  );
}
