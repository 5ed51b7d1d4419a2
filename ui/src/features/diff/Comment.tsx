import { useState } from "react";
import { shown } from "@/app/shortcuts/keys";
import type { LinePlace } from "@/components/diff/DiffView";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { useEscLayer } from "@/lib/layers";
import { diffStrings, strings } from "@/strings";
import { changesStrings as words } from "@/strings/late";

interface CommentProps {
  place: LinePlace;
  initial: string;
  draft: string | undefined;
  editing: boolean;
  onEdit: () => void;
  onSave: (remark: string) => void;
  onCancel: (remark: string) => void;
}

/** A comment on a line, or the field in which it is written. */
export function Comment({ place, initial, draft, editing, onEdit, onSave, onCancel }: CommentProps) {
  const [text, setText] = useState(draft ?? initial);
  const cancel = () => onCancel(text);
  useEscLayer(editing, cancel);
  const head = (
    <p className="text-xs text-faint">
      <span className="font-semibold text-ink">{words.you}</span> {words.line(place.line)}
    </p>
  );
  if (!editing) {
    return (
      <div className="space-y-1 p-1.5">
        {head}
        <p className="text-sm whitespace-pre-wrap">{initial}</p>
        <div className="-ml-2.5 flex">
          <Button look="quiet" size="small" onClick={onEdit}>
            {words.edit}
          </Button>
          <Button look="quiet" size="small" onClick={() => onSave("")}>
            {words.remove}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
      className="space-y-2 p-1.5"
    >
      {head}
      <TextArea
        aria-label={diffStrings.commentOn(place.line)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          onSave(text);
          event.preventDefault();
          event.stopPropagation();
        }}
        rows={2}
        autoFocus
      />
      <div className="flex gap-1.5">
        <Button look="primary" size="small" type="submit" hotkey={shown("Mod+Enter")}>
          {words.keep}
        </Button>
        <Button look="quiet" size="small" onClick={cancel}>
          {strings.cancel}
        </Button>
      </div>
    </form>
  );
}
