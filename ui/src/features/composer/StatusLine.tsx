import { Gauge, type LucideIcon, Shield, Sparkles } from "lucide-react";
import { useState } from "react";
import { updateSession } from "@/api/commands";
import type { Usage } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { useHandler } from "@/app/commands/handlers";
import { openPanel } from "@/app/navigation";
import { useKeyLabel } from "@/app/shortcuts/bindings";
import { Ring } from "@/components/ui/ring";
import { ChipSelect } from "@/components/ui/select";
import { cn } from "@/lib/cn";
import { count, dollars } from "@/lib/format";
import { toastError } from "@/lib/problem";
import { composerStrings } from "@/strings";
import { currentModel, modelName } from "../session/model.logic";
import { modeName, quickModes } from "./modes.logic";

const words = composerStrings.line;

const chip =
  "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] whitespace-nowrap text-soft hover:bg-hover hover:text-ink @max-[27rem]:px-1 @max-[20rem]:px-0.5 pointer-coarse:h-11 pointer-coarse:min-w-11 @max-[27rem]:justify-center";

/** Mode, model, effort, context and cost: always there, each a way to change or look closer. */
export function StatusLine({ session }: { session: string }) {
  const info = useView(session, select.info);
  const usage = useView(session, select.usage);
  const update = (change: Parameters<typeof updateSession>[1]) =>
    updateSession(session, change).catch(toastError);
  const mode = info?.permissionMode ?? "default";
  const model = info && currentModel(info);
  const efforts = model?.effortLevels ?? [];
  const context = usage?.context;
  return (
    // Until the session is known its parts have other widths, and would move.
    <div className={cn("flex min-w-0 flex-1 items-center overflow-hidden", !info && "invisible")}>
      <Picker
        label={words.mode}
        icon={Shield}
        session={session}
        command="composer.mode"
        value={mode}
        words={[...new Set([...quickModes(info), mode])].map((one) => [one, modeName(one)])}
        tone={mode === "bypassPermissions" ? "text-fail" : mode === "plan" ? "text-work" : undefined}
        onChoose={(value) => update({ permissionMode: value })}
      />
      <Picker
        secondary
        label={words.model}
        icon={Sparkles}
        session={session}
        command="composer.model"
        value={model?.value ?? info?.model ?? ""}
        shown={(info && modelName(info)) ?? words.noModel}
        words={[
          ...(info?.model && !model ? [[info.model, info.model] as [string, string]] : []),
          ...(info?.models ?? []).map((one): [string, string] => [one.value, one.displayName]),
        ]}
        onChoose={(value) => update({ model: value })}
      />
      {efforts.length > 0 && (
        <Picker
          secondary
          label={words.effort}
          icon={Gauge}
          session={session}
          command="composer.effort"
          value={info?.effort ?? ""}
          shown={info?.effort ? capital(info.effort) : words.noEffort}
          words={[
            ...(info?.effort ? [] : [["", words.effortByModel] as [string, string]]),
            ...efforts.map((level): [string, string] => [level, capital(level)]),
          ]}
          onChoose={(value) => update({ effort: value })}
        />
      )}
      {context?.percentage !== undefined && (
        <button
          type="button"
          onClick={() => openPanel("context")}
          aria-label={words.context(Math.round(context.percentage))}
          data-tip={words.contextHint(
            count(context.usedTokens),
            context.maxTokens ? count(context.maxTokens) : undefined,
          )}
          className={cn(chip, context.percentage > 80 && "font-medium text-wait")}
        >
          <span className="@max-[27rem]:hidden">
            <Ring percentage={context.percentage} />
          </span>
          {Math.round(context.percentage)}%
        </button>
      )}
      {usage && (
        <button
          type="button"
          onClick={() => openPanel("cost")}
          aria-label={words.cost(spent(usage).join(" "))}
          data-tip={words.costHint}
          className={chip}
        >
          {spent(usage)[0]} <span className="text-faint @max-[22rem]:hidden">{spent(usage)[1]}</span>
        </button>
      )}
    </div>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The cost of the session, and what the last turn added. */
const spent = ({ totalCostUsd, lastTurn }: Usage): string[] => [
  dollars(totalCostUsd),
  ...(lastTurn ? [`+${dollars(lastTurn.costUsd).slice(1)}`] : []),
];

interface PickerProps {
  label: string;
  icon: LucideIcon;
  session: string;
  /** The command that opens it. */
  command: string;
  value: string;
  shown?: string;
  words: [string, string][];
  tone?: string | undefined;
  /** Gives way to context and cost where there is little room, where the session's settings have it. */
  secondary?: boolean;
  onChoose: (value: string) => void;
}

/** A choice of the line, opened by its command as well. */
function Picker({ session, command, tone, shown, secondary = false, ...rest }: PickerProps) {
  const [open, setOpen] = useState(false);
  const key = useKeyLabel(command);
  useHandler(command, () => setOpen(true), { session });
  return (
    <ChipSelect
      {...rest}
      {...(shown === undefined ? {} : { shown })}
      hotkey={key}
      open={open}
      onOpenChange={setOpen}
      brief
      className={cn(tone, secondary && "@max-[31rem]:hidden")}
    />
  );
}
