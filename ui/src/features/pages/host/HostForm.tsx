import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { saveSettings } from "@/api/commands";
import type { HostSettings, NotifyTarget } from "@/api/generated";
import { Button, IconButton } from "@/components/ui/button";
import { Check, fieldLook } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Answer } from "@/components/ui/show";
import { useAction } from "@/lib/action";
import { pageStrings } from "@/strings/late";
import { Row, SettingsSection, SwitchRow } from "./sections";

const strings = pageStrings.host;

interface HostFormProps {
  settings: HostSettings;
  admin: boolean;
  reload: () => Promise<void>;
}

/** How the host keeps sessions, money and who is told. */
export function HostForm({ settings, admin, reload }: HostFormProps) {
  const [draft, setDraft] = useState(settings);
  const action = useAction();
  const set = (change: Partial<HostSettings>) => setDraft((before) => ({ ...before, ...change }));
  const changed = JSON.stringify(draft) !== JSON.stringify(settings);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void action.run(async () => {
      await saveSettings(draft);
      await reload();
      return strings.saved;
    });
  };
  return (
    <form onSubmit={save} className="space-y-10">
      {!admin && <p className="rounded-xl bg-panel px-4 py-3 text-sm text-soft">{strings.needsAdmin}</p>}
      <SettingsSection id="sessions">
        <Row label={strings.live} note={strings.liveNote}>
          <Amount
            label={strings.live}
            value={draft.liveSessions}
            disabled={!admin}
            onChange={(value) => set({ liveSessions: value ?? 1 })}
          />
        </Row>
        <Row label={strings.park} note={strings.parkNote}>
          <Amount
            label={strings.park}
            unit={strings.minutes}
            value={Math.round(draft.parkAfterSeconds / 60)}
            disabled={!admin}
            onChange={(value) => set({ parkAfterSeconds: (value ?? 1) * 60 })}
          />
        </Row>
        <Row label={strings.retention} note={strings.retentionNote}>
          <Amount
            label={strings.retention}
            unit={strings.days}
            placeholder={strings.never}
            value={draft.retentionDays}
            disabled={!admin}
            onChange={(value) => setDraft((before) => optional(before, "retentionDays", value))}
          />
        </Row>
        <SwitchRow
          label={strings.keep}
          note={strings.keepNote}
          checked={draft.keepEverything}
          disabled={!admin}
          onChange={(keepEverything) => set({ keepEverything })}
        />
      </SettingsSection>
      <SettingsSection id="budget">
        <Row label={strings.dayBudget} note={strings.dayBudgetNote}>
          <Amount
            label={strings.dayBudget}
            unit="$"
            step="0.01"
            placeholder={strings.noBudget}
            value={draft.dayBudgetUsd}
            disabled={!admin}
            onChange={(value) => setDraft((before) => optional(before, "dayBudgetUsd", value))}
          />
        </Row>
        <Row label={strings.budgetAction}>
          <Select
            label={strings.budgetAction}
            words={strings.budgetActions}
            value={draft.budgetAction}
            disabled={!admin}
            onChoose={(budgetAction) => set({ budgetAction })}
          />
        </Row>
      </SettingsSection>
      <Targets targets={draft.notify} disabled={!admin} onChange={(notify) => set({ notify })} />
      {changed ? (
        <div className="sticky bottom-0 flex items-center gap-3 border-t border-line bg-page py-3">
          <Button look="primary" type="submit" disabled={!admin || action.busy}>
            {strings.save}
          </Button>
          <span className="text-xs text-soft">{strings.unsaved}</span>
          {action.outcome && !action.outcome.ok && <Answer outcome={action.outcome} />}
        </div>
      ) : (
        <Answer outcome={action.outcome} />
      )}
    </form>
  );
}

/** Leaves the setting out when there is no value: that is how the host says "none". */
function optional(
  settings: HostSettings,
  name: "retentionDays" | "dayBudgetUsd",
  value: number | undefined,
): HostSettings {
  const { [name]: _, ...rest } = settings;
  return value === undefined ? rest : { ...rest, [name]: value };
}

interface AmountProps {
  label: string;
  value: number | undefined;
  unit?: string;
  step?: string;
  /** What no value means. */
  placeholder?: string;
  disabled: boolean;
  onChange: (value: number | undefined) => void;
}

function Amount({ label, value, unit, step = "1", placeholder, disabled, onChange }: AmountProps) {
  return (
    <label
      className={`${fieldLook} flex w-36 items-center gap-1.5 text-soft focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus max-md:w-32`}
    >
      {unit === "$" && unit}
      <input
        type="number"
        aria-label={label}
        min={step}
        step={step}
        value={value ?? ""}
        disabled={disabled}
        onChange={(event) => {
          const amount = event.target.valueAsNumber;
          onChange(Number.isFinite(amount) && amount > 0 ? amount : undefined);
        }}
        placeholder={placeholder}
        className="w-0 min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-faint"
      />
      {unit !== "$" && (value !== undefined || placeholder === undefined) && unit}
    </label>
  );
}

interface TargetsProps {
  targets: NotifyTarget[];
  disabled: boolean;
  onChange: (targets: NotifyTarget[]) => void;
}

function Targets({ targets, disabled, onChange }: TargetsProps) {
  const alter = (at: number, change: Partial<NotifyTarget>) =>
    onChange(targets.map((target, index) => (index === at ? { ...target, ...change } : target)));
  const blank: NotifyTarget = { kind: "webhook", url: "", asks: true, ends: true };
  return (
    <SettingsSection id="targets" note={strings.targetsNote}>
      {targets.length === 0 && <p className="text-sm text-soft">{strings.targetsNone}</p>}
      {targets.map((target, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an address that is being typed has no other identity
          key={index}
          data-setting
          className="flex flex-wrap items-center gap-2 border-t border-line py-3"
        >
          <Select
            label={strings.targetKind}
            words={strings.targetKinds}
            value={target.kind}
            disabled={disabled}
            onChoose={(kind) => alter(index, { kind })}
          />
          <input
            type="url"
            required
            aria-label={strings.targetUrl}
            value={target.url}
            disabled={disabled}
            onChange={(event) => alter(index, { url: event.target.value })}
            className={`${fieldLook} min-w-48 flex-1 font-mono`}
          />
          <Check
            label={strings.targetAsks}
            checked={target.asks}
            disabled={disabled}
            onChange={(asks) => alter(index, { asks })}
          />
          <Check
            label={strings.targetEnds}
            checked={target.ends}
            disabled={disabled}
            onChange={(ends) => alter(index, { ends })}
          />
          <IconButton
            label={strings.targetRemove(target.url)}
            disabled={disabled}
            onClick={() => onChange(targets.filter((_, other) => other !== index))}
          >
            <Trash2 size={14} />
          </IconButton>
        </div>
      ))}
      <Button onClick={() => onChange([...targets, blank])} disabled={disabled}>
        <Plus size={14} aria-hidden /> {strings.targetAdd}
      </Button>
    </SettingsSection>
  );
}
