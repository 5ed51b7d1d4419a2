import { Pencil, RotateCcw, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { Command, CommandGroup } from "@/app/commands/command";
import { commands, findCommand } from "@/app/commands/registry";
import { conflicts, isFixed, keysOf, useBindings } from "@/app/shortcuts/bindings";
import { normalise, pressed, shown } from "@/app/shortcuts/keys";
import { Button, IconButton } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { PanelBody, rowsLook, Section } from "@/components/ui/section";
import { Tag } from "@/components/ui/status";
import { useEscLayer } from "@/lib/layers";
import { commands as words } from "@/strings";
import { keysStrings as strings } from "@/strings/late";

const groups: CommandGroup[] = ["conversation", "go", "session", "panels", "page", "appearance"];

/** Every key of the page, and the way to choose another. */
export function KeysPanel() {
  const chosen = useBindings((state) => state.chosen);
  const reset = useBindings((state) => state.reset);
  const [query, setQuery] = useState("");
  const clashes = conflicts(commands, chosen);
  const wanted = commands.filter((command) => matches(command, keysOf(command, chosen), query));
  return (
    <PanelBody>
      <div className="space-y-2">
        <p className="text-xs text-soft">{strings.note}</p>
        <p className="text-xs text-soft">{strings.keyNote}</p>
        <div className="flex gap-2">
          <input
            type="search"
            aria-label={strings.find}
            placeholder={strings.find}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className={`${fieldLook} min-w-0 flex-1`}
          />
          <Button onClick={() => reset()} disabled={Object.keys(chosen).length === 0}>
            <RotateCcw size={14} aria-hidden /> {strings.resetAll}
          </Button>
        </div>
        {clashes.size > 0 && (
          <p role="alert" className="rounded-md bg-wait-page p-2 text-sm text-wait">
            <span aria-hidden>◆ </span>
            {strings.conflicts(clashes.size)}
          </p>
        )}
      </div>
      {groups.map((group) => {
        const rows = wanted.filter((command) => command.group === group);
        return rows.length === 0 ? null : (
          <Section key={group} title={words.groups[group]}>
            <ul aria-label={words.groups[group]} className={rowsLook}>
              {rows.map((command) => (
                <Row key={command.id} command={command} clashes={clashes} />
              ))}
            </ul>
          </Section>
        );
      })}
      <p className="text-xs text-soft">
        {strings.copy}: {strings.copyNote}
      </p>
    </PanelBody>
  );
}

function matches(command: Command, own: string[], query: string): boolean {
  const text = `${command.title} ${own.map((keys) => shown(keys)).join(" ")}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface RowProps {
  command: Command;
  clashes: Map<string, string[]>;
}

function Row({ command, clashes }: RowProps) {
  const chosen = useBindings((state) => state.chosen);
  const { choose, reset } = useBindings.getState();
  const [listening, setListening] = useState(false);
  useEscLayer(listening, () => setListening(false));
  const own = keysOf(command, chosen);
  const changed = !isFixed(command) && chosen[command.id] !== undefined;
  const others = own
    .flatMap((keys) => clashes.get(normalise(keys)) ?? [])
    .filter((id) => id !== command.id)
    .map((id) => findCommand(id)?.title ?? id);
  const onKeyDown = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const keys = pressed(event.nativeEvent);
    if (keys === undefined) return;
    choose(command.id, [keys]);
    setListening(false);
  };
  return (
    <li className="group px-3 py-1">
      <div className="flex min-h-8 flex-wrap items-center justify-end gap-x-2">
        <span className="min-w-28 flex-1 text-sm">
          {command.title} {changed && <Tag>{strings.changed}</Tag>}
        </span>
        {listening ? (
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: it was opened to be pressed
            autoFocus
            onKeyDown={onKeyDown}
            onBlur={() => setListening(false)}
            className="rounded-md border border-ink px-2 py-1 text-xs text-link pointer-coarse:min-h-11"
          >
            {strings.press}
          </button>
        ) : (
          <>
            <span className="flex flex-wrap justify-end gap-1">
              {own.map((keys) => (
                <kbd key={keys} className="rounded-sm border border-line bg-panel px-1.5 font-mono text-xs">
                  {shown(keys)}
                </kbd>
              ))}
              {own.length === 0 && <span className="text-xs text-faint">{strings.none}</span>}
            </span>
            {isFixed(command) ? (
              <span className="min-w-16 text-right text-xs text-faint">{strings.fixed}</span>
            ) : (
              <span className="-mr-2 flex transition-opacity duration-[120ms] pointer-fine:opacity-40 group-focus-within:opacity-100 group-hover:opacity-100">
                <IconButton label={strings.change(command.title)} onClick={() => setListening(true)}>
                  <Pencil size={13} />
                </IconButton>
                <IconButton
                  label={strings.remove(command.title)}
                  disabled={own.length === 0}
                  onClick={() => choose(command.id, [])}
                >
                  <X size={13} />
                </IconButton>
                {changed && (
                  <IconButton label={strings.reset(command.title)} onClick={() => reset(command.id)}>
                    <RotateCcw size={13} />
                  </IconButton>
                )}
              </span>
            )}
          </>
        )}
      </div>
      {others.length > 0 && <p className="text-xs text-wait">◆ {strings.conflict(others.join(", "))}</p>}
    </li>
  );
}
