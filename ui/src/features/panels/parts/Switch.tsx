import { useId } from "react";
import { cn } from "@/lib/cn";

interface SwitchProps {
  label: string;
  note?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** Something that is on or off. */
export function Switch({ label, note, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="text-sm">
          {label}
        </p>
        {note && <p className="text-xs text-soft">{note}</p>}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="relative -my-1 -mr-1 inline-flex h-8 w-11 shrink-0 items-center justify-center disabled:opacity-50 pointer-coarse:h-11"
      >
        <span
          aria-hidden
          className={cn(
            "h-5 w-9 rounded-full border transition-colors duration-100",
            checked ? "border-transparent bg-accent" : "border-soft bg-panel",
          )}
        />
        <span
          aria-hidden
          className={cn(
            "absolute left-1.5 size-3.5 rounded-full transition-transform duration-100",
            checked ? "translate-x-4 bg-accent-ink" : "translate-x-0 bg-soft",
          )}
        />
      </button>
    </div>
  );
}
