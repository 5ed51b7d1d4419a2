import { type KeyboardEvent, useState } from "react";
import type { Json, Suggestion } from "@/api/generated";
import { Button } from "@/components/ui/button";
import { strings } from "@/strings";
import { askStrings as words } from "@/strings/asks";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { type Editing, editedInput } from "./asks.logic";
import { InputPreview } from "./InputPreview";
import { useAnswer } from "./useAnswer";

/** On a phone yes and no share the first line; what goes further stands below them. */
const half = "max-md:basis-[40%]";

/** May this tool run? What would run, why it is asked, and every way to answer. */
export function PermissionForm({ session, ask, body }: AskProps<"permission">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const [editing, setEditing] = useState<Editing>();
  const [reason, setReason] = useState<string>();
  const [problem, setProblem] = useState<string>();
  // Nothing is preselected, and no single key allows, where the CLI wants the person to look.
  const careful = body.defaultToNo || body.requiresInteraction || body.needsPerson;
  // The path of a file stands above its diff already.
  const about = [body.title, body.description].find(
    (one) => one && !JSON.stringify(body.input).includes(`${one}"`),
  );
  const suggestions = body.canRemember ? body.suggestions : [];

  const allow = (remember: Json[] = []) => {
    if (editing === undefined) return answer({ kind: "allow", remember });
    const input = editedInput(body.input, editing);
    if (input.problem !== undefined) return setProblem(input.problem);
    return answer({ kind: "allow", remember, input: input.value });
  };
  const deny = (interrupt = false) =>
    answer({ kind: "deny", interrupt, ...(reason?.trim() ? { message: reason.trim() } : {}) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (reason !== undefined && event.target instanceof HTMLTextAreaElement) setReason(undefined);
      else if (editing !== undefined) setEditing(undefined);
      else deny();
      return;
    }
    if (event.target instanceof HTMLTextAreaElement) {
      if (event.key === "Enter" && event.target.dataset.reason !== undefined && !event.shiftKey) {
        event.preventDefault();
        deny();
      }
      return;
    }
    if (careful || event.target !== event.currentTarget) return;
    const chosen = suggestions[event.key === "Enter" && event.shiftKey ? 0 : Number(event.key) - 1];
    if (event.key === "Enter" && !event.shiftKey) allow();
    else if (chosen) allow([chosen.update]);
    else return;
    event.preventDefault();
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
      actions={
        <>
          <Button
            look={careful ? "plain" : "primary"}
            hotkey={careful ? "" : "⏎"}
            disabled={busy}
            onClick={() => allow()}
            className={half}
          >
            {editing === undefined ? strings.allow : words.allowAsEdited}
          </Button>
          <Button look="danger" hotkey="Esc" disabled={busy} onClick={() => deny()} className={half}>
            {strings.deny}
          </Button>
          {reason === undefined && (
            <Button look="quiet" disabled={busy} onClick={() => setReason("")}>
              {words.denyAndSay}
            </Button>
          )}
          <Button look="quiet" disabled={busy} onClick={() => deny(true)} className="text-fail">
            {words.denyAndStop}
          </Button>
        </>
      }
      more={
        suggestions.length > 0 && (
          <div className="space-y-1">
            {suggestions.map((suggestion, index) => (
              <Remember
                key={suggestion.text + suggestion.place}
                suggestion={suggestion}
                hotkey={careful ? "" : index === 0 ? "⇧⏎" : String(index + 1)}
                busy={busy}
                onChoose={allow}
              />
            ))}
          </div>
        )
      }
    >
      {about && <p className="text-sm text-soft">{about}</p>}
      {body.reason && (
        <p className="text-sm">
          <span className="text-soft">{words.why}</span> {body.reason}
        </p>
      )}
      {body.hook && <p className="text-sm text-soft">{words.byHook(body.hook)}</p>}
      {body.serverSource && <p className="text-sm text-soft">{words.serverFrom(body.serverSource)}</p>}
      {body.blockedPath && (
        <p className="text-sm">
          <span className="text-soft">{words.outside}</span>{" "}
          <span className="font-mono text-xs wrap-anywhere">{body.blockedPath}</span>
        </p>
      )}
      <InputPreview
        session={session}
        tool={body.tool.name}
        input={body.input}
        editing={editing}
        onEdit={(next) => {
          setEditing(next);
          setProblem(undefined);
        }}
      />
      {problem && (
        <p role="alert" className="text-sm text-fail">
          {problem}
        </p>
      )}
      {reason !== undefined && (
        <textarea
          aria-label={words.whyNot}
          data-reason
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder={words.instead}
          className="w-full rounded-md border border-line bg-raised p-2 text-sm"
          rows={2}
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field
          autoFocus
        />
      )}
    </AskFrame>
  );
}

interface RememberProps {
  suggestion: Suggestion;
  hotkey: string;
  busy: boolean;
  onChoose: (remember: Json[]) => void;
}

/** Allows, and remembers: says what would be remembered and where before it is chosen. */
function Remember({ suggestion, hotkey, busy, onChoose }: RememberProps) {
  const exact = [...suggestion.rules, ...suggestion.directories].join(", ");
  return (
    <Button
      disabled={busy}
      hotkey={hotkey}
      onClick={() => onChoose([suggestion.update])}
      className="min-h-8 w-full justify-between py-1 text-left font-normal whitespace-normal"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 break-words">
          {suggestion.text}
          {exact && !suggestion.text.includes(exact) && (
            <span className="block font-mono text-xs wrap-anywhere text-soft">{exact}</span>
          )}
        </span>
        <span className="text-xs wrap-anywhere text-faint">{suggestion.place}</span>
      </span>
    </Button>
  );
}
