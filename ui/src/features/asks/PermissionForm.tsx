import { type KeyboardEvent, useState } from "react";
import type { Json, Suggestion } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { strings } from "@/strings";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { readInput } from "./asks.logic";
import { InputPreview } from "./InputPreview";
import { useAnswer } from "./useAnswer";

/** May this tool run? What would run, why it is asked, and every way to answer. */
export function PermissionForm({ session, ask, body }: AskProps<"permission">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const [edited, setEdited] = useState<string>();
  const [reason, setReason] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const careful = body.defaultToNo || body.requiresInteraction || body.needsPerson;

  const allow = (remember: Json[] = []) => {
    if (edited === undefined) return answer({ kind: "allow", remember });
    const input = readInput(edited);
    if (input.problem !== undefined) return setProblem(input.problem);
    return answer({ kind: "allow", remember, input: input.value });
  };
  const deny = (interrupt = false) =>
    answer({ kind: "deny", interrupt, ...(reason?.trim() ? { message: reason.trim() } : {}) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    if (event.key === "Enter" && !event.shiftKey && !careful && event.target === event.currentTarget) {
      event.preventDefault();
      allow();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      deny();
    }
  };

  return (
    <AskFrame
      urgent={careful}
      onKeyDown={onKeyDown}
      title={
        <>
          {strings.allow} {body.tool.server ? `${body.tool.server.display} › ` : ""}
          {body.tool.display}?
        </>
      }
    >
      {(body.description || body.title) && (
        <p className="text-sm text-soft">{body.title ?? body.description}</p>
      )}
      {body.reason && <p className="text-sm">why: {body.reason}</p>}
      {body.blockedPath && <p className="font-mono text-xs text-soft">{body.blockedPath}</p>}
      <InputPreview tool={body.tool.name} input={body.input} edited={edited} onEdit={setEdited} />
      {problem && <p className="text-sm text-fail">{problem}</p>}
      {reason !== undefined && (
        <textarea
          aria-label="Why not"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder="Tell the model what to do instead"
          className="w-full rounded-md border border-line bg-raised p-2 text-sm"
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field
          autoFocus
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look={careful ? "plain" : "primary"}
          hotkey={careful ? "" : "⏎"}
          disabled={busy}
          onClick={() => allow()}
        >
          {strings.allow}
        </Button>
        {body.canRemember &&
          body.suggestions.map((suggestion) => (
            <Remember
              key={suggestion.text + suggestion.place}
              suggestion={suggestion}
              busy={busy}
              onChoose={allow}
            />
          ))}
        <Button look="danger" hotkey="⎋" disabled={busy} onClick={() => deny()}>
          {strings.deny}
        </Button>
        {reason === undefined ? (
          <Button look="quiet" disabled={busy} onClick={() => setReason("")}>
            Deny and say why
          </Button>
        ) : (
          <Button look="danger" disabled={busy} onClick={() => deny(true)}>
            Deny and stop
          </Button>
        )}
      </div>
    </AskFrame>
  );
}

/** Allows, and remembers: says what would be remembered and where before it is chosen. */
function Remember(props: { suggestion: Suggestion; busy: boolean; onChoose: (remember: Json[]) => void }) {
  const { suggestion, busy, onChoose } = props;
  return (
    <Button
      disabled={busy}
      title={`${suggestion.text} — ${suggestion.place}`}
      onClick={() => onChoose([suggestion.update])}
      className="h-auto max-w-full flex-col items-start gap-0 py-1 whitespace-normal"
    >
      <span className="text-left">{suggestion.text}</span>
      <span className="text-left text-xs font-normal text-faint">{suggestion.place}</span>
    </Button>
  );
}
