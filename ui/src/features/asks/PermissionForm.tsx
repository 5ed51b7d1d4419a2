import { useMemo, useState } from "react";
import type { Json, Suggestion } from "@/api/generated";
import { Allowed } from "@/api/scope";
import { allowFor } from "@/api/scope.logic";
import { Button } from "@/components/ui/button";
import { MenuItem, MenuLine } from "@/components/ui/menu";
import { hidesAnything, revealed, revealedIn } from "@/lib/invisible";
import { useEscLayer } from "@/lib/layers";
import { strings } from "@/strings";
import { askStrings as words } from "@/strings/late";
import type { AskProps } from "./AskDock";
import { AskFrame } from "./AskFrame";
import { AutoMode, autoMode } from "./AutoMode";
import { type Editing, editedInput, editingOf } from "./asks.logic";
import { InputPreview, pathOf } from "./InputPreview";
import { useAnswer } from "./useAnswer";
import { useRelativePath } from "./useFile";

/** May this tool run? What would run, why it is asked, and every way to answer. */
export function PermissionForm({ session, ask, body }: AskProps<"permission">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const [draft, setDraft] = useState<Editing>();
  const [isEditing, setIsEditing] = useState(false);
  const [isExplaining, setIsExplaining] = useState(false);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  // What was edited stays for the next time the field is opened.
  const editing = isEditing ? draft : undefined;
  useEscLayer(isEditing, () => setIsEditing(false));
  useEscLayer(isExplaining, () => setIsExplaining(false));
  // Nothing is preselected, and no single key allows, where the CLI wants the person to look.
  const careful = body.defaultToNo || body.requiresInteraction || body.needsPerson;
  const shown = useMemo(() => revealedIn(body), [body]);
  // The path of a file stands above its diff already.
  const about = [shown.title, shown.description].find(
    (one) => one && !JSON.stringify(shown.input).includes(`${one}"`),
  );
  const suggestions = body.canRemember ? body.suggestions : [];

  const allow = (remember: Json[] = []) => {
    if (editing === undefined) return answer({ kind: "allow", remember });
    const input = editedInput(body.input, editing);
    if (input.problem !== undefined) return setProblem(input.problem);
    return answer({ kind: "allow", remember, input: input.value });
  };
  const edit = (next: Editing | undefined) => {
    // Opened again, it has what was written before.
    if (isEditing || draft === undefined) setDraft(next ?? draft);
    setIsEditing(next !== undefined);
    setProblem(undefined);
  };
  const deny = (interrupt = false) => {
    const message = isExplaining ? reason.trim() : "";
    return answer({ kind: "deny", interrupt, ...(message ? { message } : {}) });
  };

  return (
    <AskFrame
      session={session}
      ask={ask.id}
      kind="permission"
      urgent={careful}
      busy={busy}
      title={<Title session={session} body={shown} path={pathOf(body.input)} />}
      yes={{
        label: editing === undefined ? strings.allow : words.allowAsEdited,
        look: careful ? "plain" : "primary",
        run: () => allow(),
        ...(careful ? {} : { key: "Enter" }),
      }}
      no={{ label: strings.deny, run: () => deny() }}
      onFieldEnter={() => deny()}
      others={
        !isEditing && (
          <Allowed to="changeInput">
            <Button look="quiet" disabled={busy} onClick={() => edit(editingOf(body.tool.name, body.input))}>
              {words.edit}
            </Button>
          </Allowed>
        )
      }
      more={
        <>
          {body.canRemember && (
            <>
              {suggestions.map((suggestion) => (
                <Allowed key={suggestion.text + suggestion.place} to={allowFor(suggestion.destination)}>
                  <Remember suggestion={suggestion} busy={busy} onChoose={allow} />
                </Allowed>
              ))}
              <AutoMode
                session={session}
                label={words.allowAndAuto}
                busy={busy}
                onChoose={() => allow([autoMode])}
              />
              <MenuLine />
            </>
          )}
          {!isExplaining && (
            <Allowed to="writeAnswer">
              {/* The field takes the focus after the menu has given it back. */}
              <MenuItem onSelect={() => setTimeout(() => setIsExplaining(true))}>{words.denyAndSay}</MenuItem>
            </Allowed>
          )}
          <MenuItem danger onSelect={() => void deny(true)}>
            {words.denyAndStop}
          </MenuItem>
        </>
      }
    >
      {about && <p className="text-sm text-soft">{about}</p>}
      {shown.reason && shown.reason !== NO_REASON && (
        <p className="text-sm wrap-anywhere">
          <span className="text-soft">{words.reason}</span> {shown.reason}
        </p>
      )}
      {shown.hook && <p className="text-sm text-soft">{words.byHook(shown.hook)}</p>}
      {shown.serverSource && <p className="text-sm text-soft">{words.serverFrom(shown.serverSource)}</p>}
      {shown.blockedPath && (
        <p className="text-sm">
          <span className="text-soft">{words.blockedPath}</span>{" "}
          <span className="font-mono text-xs wrap-anywhere">{shown.blockedPath}</span>
        </p>
      )}
      {hidesAnything(body.input) && <p className="text-sm text-wait">{words.invisible}</p>}
      <InputPreview
        session={session}
        tool={body.tool.name}
        input={body.input}
        shown={shown.input}
        editing={editing}
        onEdit={edit}
      />
      {problem && (
        <p role="alert" className="text-sm text-fail">
          {problem}
        </p>
      )}
      {isExplaining && (
        <textarea
          aria-label={words.whyNot}
          data-submits
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

/** What the CLI gives as the reason of a request that has none of its own (2.1.325). */
const NO_REASON = "This command requires approval";

interface TitleProps {
  session: string;
  /** As it is shown. */
  body: AskProps<"permission">["body"];
  path: string | undefined;
}

/** What would happen: the tool, and the file it is about. */
function Title({ session, body: { tool }, path }: TitleProps) {
  const inside = useRelativePath(session, path);
  if (tool.name === "Bash") return words.runCommand(tool.display);
  const name = `${tool.server ? `${tool.server.display} › ` : ""}${tool.display}`;
  if (path === undefined) return `${strings.allow} ${name}?`;
  return (
    <>
      {name} <code className="font-mono text-sm wrap-anywhere">{revealed(inside ?? path)}</code>?
    </>
  );
}

interface RememberProps {
  suggestion: Suggestion;
  busy: boolean;
  onChoose: (remember: Json[]) => void;
}

/** Allows, and remembers: says what would be remembered and where before it is chosen. No key chooses it. */
function Remember({ suggestion, busy, onChoose }: RememberProps) {
  const exact = revealed([...suggestion.rules, ...suggestion.directories].join(", "));
  const text = revealed(suggestion.text);
  return (
    <MenuItem
      disabled={busy}
      hint={[exact && !text.includes(exact) ? exact : undefined, suggestion.place]
        .filter(Boolean)
        .join(" · ")}
      onSelect={() => onChoose([suggestion.update])}
    >
      {text}
    </MenuItem>
  );
}
