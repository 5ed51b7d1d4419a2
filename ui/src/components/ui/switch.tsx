import { Switch as Radix } from "radix-ui";
import { useId } from "react";

interface SwitchProps {
  label: string;
  note?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off. */
export function Switch({ label, note, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium">
          {label}
        </p>
        {note && <p className="text-xs text-soft">{note}</p>}
      </div>
      <Toggle labelledBy={id} checked={checked} disabled={disabled} onChange={onChange} />
    </div>
  );
}

/** The control alone, for a row that has its own label. */
export function Toggle(props: {
  labelledBy: string;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
}) {
  const { labelledBy, checked, disabled = false, onChange } = props;
  return (
    <Radix.Root
      aria-labelledby={labelledBy}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="group relative -my-1.5 inline-flex h-8 w-10 shrink-0 items-center justify-center disabled:opacity-50 pointer-coarse:h-11 pointer-coarse:w-12"
    >
      <span
        aria-hidden
        className="h-5 w-[2.125rem] rounded-full border border-soft bg-line-strong group-data-[state=checked]:border-solid group-data-[state=checked]:bg-solid"
      />
      <Radix.Thumb className="absolute left-1/2 size-3.5 -translate-x-3.5 rounded-full bg-soft transition-transform duration-[120ms] data-[state=checked]:translate-x-0 data-[state=checked]:bg-solid-ink" />
    </Radix.Root>
  );
}
