// What is offered above a message field while a command or a mention is typed, and the keys that choose from it.

import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { Command } from "@/api/generated";
import { cn } from "@/lib/cn";
import { useEscLayer } from "@/lib/layers";
import { composerStrings as words } from "@/strings";
import { argumentHint, mentionOf, ranked, type Typing, typingAt } from "./completion.logic";

export interface CompletedField {
  text: string;
  area: RefObject<HTMLTextAreaElement | null>;
  onReplace: (text: string) => void;
}

export interface Mention {
  mention: string;
  hint: string;
}

interface Choice {
  label: string;
  /** What stands behind the label in the same writing, such as the arguments. */
  detail?: string | undefined;
  hint: string;
  replacement: string;
}

const LIST_ID = "completions";

/** How many commands are offered: all, in a list that scrolls. */
const COMMANDS = 200;

/** What is being typed at the cursor. */
export function useTyping({ text, area }: CompletedField): { typing: Typing | undefined; cursor: number } {
  // Where the cursor is becomes known when the text is in the field.
  const [cursor, setCursor] = useState(text.length);
  useLayoutEffect(
    () => setCursor(Math.min(area.current?.selectionStart ?? text.length, text.length)),
    [text, area],
  );
  return { typing: typingAt(text, cursor), cursor };
}

/** The text after `@`, while one is typed. */
export const mentioned = (typing: Typing | undefined): string | undefined =>
  typing?.kind === "mention" ? typing.query : undefined;

interface CompletionChoicesProps extends CompletedField {
  typing: Typing | undefined;
  cursor: number;
  commands: Command[];
  mentions: Mention[];
  /** The list opens under the field. */
  below?: boolean;
}

/** Offers commands after `/`, and what can be mentioned after `@`. */
export function CompletionChoices(props: CompletionChoicesProps) {
  const { text, area, onReplace, typing, cursor, commands, mentions, below = false } = props;
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<string>();

  const choices: Choice[] =
    typing === undefined || dismissed === text
      ? []
      : typing.kind === "command"
        ? ranked(commands, typing.query, (command) => command.name, COMMANDS).map((command) => ({
            label: `/${command.name}`,
            detail: command.argumentHint,
            hint: command.description ?? "",
            replacement: `/${command.name} `,
          }))
        : mentions.map(({ mention, hint }) => ({
            label: mentionOf(mention),
            hint,
            // A server's name is only the beginning of an address.
            replacement: `${text.slice(0, typing.start)}${mentionOf(mention)}${mention.endsWith(":") ? "" : " "}${text.slice(cursor).replace(/^"/, "").trimStart()}`,
          }));
  const place = Math.min(at, choices.length - 1);
  const chosen = choices[place];
  const hint = argumentHint(text, commands);
  useEscLayer(choices.length > 0, () => setDismissed(text));

  useEffect(() => {
    const element = area.current;
    if (!element || choices.length === 0) return;
    element.setAttribute("aria-controls", LIST_ID);
    element.setAttribute("aria-activedescendant", `${LIST_ID}-${place}`);
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0) setAt((place + step + choices.length) % choices.length);
      else if (
        ((event.key === "Tab" && !event.shiftKey) || event.key === "Enter") &&
        chosen &&
        chosen.replacement.trim() !== text.trim()
      ) {
        onReplace(chosen.replacement);
        setAt(0);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => {
      element.removeEventListener("keydown", onKeyDown);
      element.removeAttribute("aria-controls");
      element.removeAttribute("aria-activedescendant");
    };
  });

  // The keys move through more than is in sight.
  useEffect(() => {
    document.getElementById(`${LIST_ID}-${place}`)?.scrollIntoView({ block: "nearest" });
  }, [place]);

  if (choices.length === 0) {
    return hint ? <p className="pb-1 pl-1 font-mono text-xs text-faint">{hint}</p> : null;
  }
  return (
    <div
      id={LIST_ID}
      role="listbox"
      aria-label={words.completions}
      className={cn(
        "absolute z-20 max-h-64 w-full overflow-y-auto rounded-[10px] border border-line bg-raised p-1 shadow-float",
        below ? "top-full mt-1" : "bottom-full mb-1",
      )}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.label}
          id={`${LIST_ID}-${index}`}
          type="button"
          role="option"
          aria-selected={choice === chosen}
          tabIndex={-1}
          onMouseDown={(event) => {
            event.preventDefault();
            onReplace(choice.replacement);
          }}
          className={cn(
            "flex w-full items-baseline gap-2 rounded-md px-2 py-1 text-left text-sm pointer-coarse:py-3",
            choice === chosen && "bg-hover",
          )}
        >
          <span className="max-w-[70%] shrink-0 truncate font-mono text-xs leading-5">
            {choice.label}
            {choice.detail && <span className="text-faint"> {choice.detail}</span>}
          </span>
          <span className="truncate text-xs text-soft">{choice.hint}</span>
        </button>
      ))}
    </div>
  );
}
