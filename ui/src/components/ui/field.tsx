import type { ComponentProps, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { cn } from "@/lib/cn";

const look =
  "w-full rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm min-h-9 pointer-coarse:min-h-11 placeholder:text-faint";

/** A label over a field, and a line under it that explains. The field goes inside. */
export function Field({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className="flex flex-col gap-1 text-sm">
      <span className="text-soft">{label}</span>
      {children}
      {hint && <span className="text-xs text-faint">{hint}</span>}
    </label>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(look, className)} {...rest} />;
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <textarea
      className={cn(
        look,
        "field-sizing-content max-h-[calc(var(--page-height,100dvh)*0.4)] resize-none",
        className,
      )}
      {...rest}
    />
  );
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select className={cn(look, "pr-1", className)} {...rest} />;
}

/** A choice of yes or no, with what yes means. */
export function Check(props: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const { label, hint, checked, onChange, disabled } = props;
  return (
    <label className="flex items-start gap-2 py-1 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 accent-accent"
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-faint">{hint}</span>}
      </span>
    </label>
  );
}
