import { type RefObject, useEffect, useState } from "react";
import type { Command, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { get } from "@/api/http";
import { cn } from "@/lib/cn";
import { ranked, typingAt } from "./completion.logic";

interface CompletionProps {
  session: string;
  text: string;
  area: RefObject<HTMLTextAreaElement | null>;
  onReplace: (text: string) => void;
}

interface Choice {
  label: string;
  hint: string;
  replacement: string;
}

const commandsOf = (view: SessionView) => view.info.commands;
const noCommands: Command[] = [];

/** Offers commands after `/` and files after `@`. */
export function Completion({ session, text, area, onReplace }: CompletionProps) {
  const commands = useView(session, commandsOf) ?? noCommands;
  const cursor = area.current?.selectionStart ?? text.length;
  const typing = typingAt(text, Math.min(cursor, text.length));
  const files = useFiles(session, typing?.kind === "mention" ? typing.query : undefined);
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState<string>();

  const choices: Choice[] =
    typing === undefined || dismissed === text
      ? []
      : typing.kind === "command"
        ? ranked(commands, typing.query, (command) => command.name).map((command) => ({
            label: `/${command.name}`,
            hint: [command.argumentHint, command.description].filter(Boolean).join(" · "),
            replacement: `/${command.name} `,
          }))
        : files.map((file) => ({
            label: file,
            hint: "",
            replacement: `${text.slice(0, typing.start)}@${file} ${text.slice(cursor).trimStart()}`,
          }));
  const chosen = choices[Math.min(at, choices.length - 1)];

  useEffect(() => {
    const element = area.current;
    if (!element || choices.length === 0) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0)
        setAt((before) => (Math.min(before, choices.length - 1) + step + choices.length) % choices.length);
      else if (event.key === "Escape") setDismissed(text);
      else if (
        (event.key === "Tab" || event.key === "Enter") &&
        chosen &&
        chosen.replacement.trim() !== text.trim()
      ) {
        onReplace(chosen.replacement);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener("keydown", onKeyDown);
    return () => element.removeEventListener("keydown", onKeyDown);
  });

  if (choices.length === 0) return null;
  return (
    <div
      role="listbox"
      aria-label="Completions"
      className="absolute bottom-full z-10 mb-1 max-h-64 w-full overflow-y-auto rounded-md border border-line bg-raised py-1 shadow-sm"
    >
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          role="option"
          aria-selected={choice === chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            onReplace(choice.replacement);
          }}
          className={cn(
            "flex w-full gap-2 px-3 py-1 text-left text-sm pointer-coarse:py-3",
            choice === chosen && "bg-panel",
          )}
        >
          <span className="shrink-0 font-mono text-xs leading-5">{choice.label}</span>
          <span className="truncate text-soft">{choice.hint}</span>
        </button>
      ))}
    </div>
  );
}

/** Files of the project that fit what is being typed. */
function useFiles(session: string, query: string | undefined): string[] {
  const [files, setFiles] = useState<string[]>([]);
  useEffect(() => {
    if (query === undefined) {
      setFiles([]);
      return;
    }
    let gone = false;
    get<{ path: string }[]>(`api/sessions/${session}/files/suggest?query=${encodeURIComponent(query)}`)
      .then((found) => {
        if (!gone) setFiles(found.map((file) => file.path).slice(0, 8));
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [session, query]);
  return files;
}
