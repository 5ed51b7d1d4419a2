import { type ReactNode, useRef } from "react";
import { toast } from "sonner";
import { updateSession } from "@/api/commands";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { openPanel, useActiveSession } from "@/app/navigation";
import { useKeyLabel, useShortcut } from "@/app/shortcuts/registry";
import { cn } from "@/lib/cn";
import { count, dollars } from "@/lib/format";
import { composerStrings } from "@/strings/composer";
import { Ring } from "../panels/context/Ring";
import { modes, offeredModes } from "./modes.logic";

export { modes };

const words = composerStrings.line;

const infoOf = (view: SessionView) => view.info;
const usageOf = (view: SessionView) => view.usage;

/** Model, mode, effort, context and cost: always there, each a way to change or look closer. */
export function StatusLine({ session }: { session: string }) {
  const info = useView(session, infoOf);
  const usage = useView(session, usageOf);
  const update = (change: Parameters<typeof updateSession>[1]) =>
    updateSession(session, change).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : String(error)),
    );
  const mode = info?.permissionMode ?? "default";
  const model = info?.models.find((one) => one.value === info.model || one.resolvedModel === info.model);
  const efforts = model?.effortLevels ?? [];
  const context = usage?.context;
  return (
    <div className="flex h-8 min-w-0 items-center gap-1 overflow-hidden text-xs text-soft pointer-coarse:h-11 md:gap-2">
      <Picker
        label={words.model}
        session={session}
        shortcut="composer.model"
        value={model?.value ?? info?.model ?? ""}
        shown={model ? shortName(model.displayName) : (info?.model ?? words.noModel)}
        onChoose={(value) => update({ model: value })}
      >
        {info?.model && !model && <option value={info.model}>{info.model}</option>}
        {info?.models.map((one) => (
          <option key={one.value} value={one.value}>
            {one.displayName}
          </option>
        ))}
      </Picker>
      <Picker
        label={words.mode}
        session={session}
        shortcut="composer.mode"
        value={mode}
        shown={modes[mode] ?? mode}
        tone={mode === "bypassPermissions" ? "text-fail" : mode === "plan" ? "text-work" : undefined}
        onChoose={(value) => update({ permissionMode: value })}
      >
        {[...new Set([...offeredModes(info), mode])].map((value) => (
          <option key={value} value={value}>
            {modes[value] ?? value}
          </option>
        ))}
      </Picker>
      {efforts.length > 0 && (
        <Picker
          label={words.effort}
          session={session}
          shortcut="composer.effort"
          value={info?.effort ?? ""}
          shown={info?.effort ?? words.noEffort}
          onChoose={(value) => update({ effort: value })}
        >
          {!info?.effort && <option value="">{words.effortByModel}</option>}
          {efforts.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </Picker>
      )}
      <span className="ml-auto" />
      {context?.percentage !== undefined && (
        <button
          type="button"
          onClick={() => openPanel("context")}
          aria-label={words.context(Math.round(context.percentage))}
          title={words.contextHint(
            count(context.usedTokens),
            context.maxTokens ? count(context.maxTokens) : undefined,
          )}
          className={cn(
            "shrink-0 rounded-md px-1 hover:bg-panel pointer-coarse:min-h-11 pointer-coarse:min-w-11",
            context.percentage > 80 && "font-medium text-wait",
          )}
        >
          <Ring percentage={context.percentage} /> {Math.round(context.percentage)}%
        </button>
      )}
      {usage && (
        <button
          type="button"
          onClick={() => openPanel("cost")}
          aria-label={words.cost(dollars(usage.totalCostUsd))}
          title={words.costHint}
          className="shrink-0 rounded-md px-1 whitespace-nowrap hover:bg-panel pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:text-right"
        >
          {dollars(usage.totalCostUsd)}
          {usage.lastTurn && (
            <span className="text-faint max-md:hidden"> (+{dollars(usage.lastTurn.costUsd).slice(1)})</span>
          )}
        </button>
      )}
    </div>
  );
}

/** What stands in brackets behind a name is for those who choose; the list has it. */
const shortName = (name: string): string => name.replace(/ \([^)]*\)$/, "");

interface PickerProps {
  label: string;
  session: string;
  /** Its name in the table of keys. */
  shortcut: string;
  value: string;
  shown: string;
  tone?: string | undefined;
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** A choice that looks like a word of the line; the browser's own list opens, which suits fingers and screen readers. */
function Picker({ session, label, shortcut, value, shown, tone, onChoose, children }: PickerProps) {
  const select = useRef<HTMLSelectElement>(null);
  const active = useActiveSession() === session;
  const key = useKeyLabel(shortcut);
  useShortcut(
    shortcut,
    () => {
      select.current?.focus();
      try {
        select.current?.showPicker();
      } catch {
        // Where it cannot be opened by a program, the arrow keys choose.
      }
    },
    active,
  );
  return (
    <span className="relative inline-flex h-full min-w-0 shrink items-center rounded-md pointer-coarse:min-w-11 hover:bg-panel has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <span aria-hidden className={cn("max-w-32 truncate px-1 md:max-w-44", tone)}>
        {shown}
      </span>
      <span aria-hidden className="pr-1 text-[0.6rem] text-faint">
        ▾
      </span>
      <select
        ref={select}
        aria-label={label}
        title={key ? `${label} (${key})` : label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
      >
        {children}
      </select>
    </span>
  );
}
