import type { ComponentProps, ReactNode, TextareaHTMLAttributes } from "react";
import { cn } from "@/lib/cn";

/** What every field for text looks like. */
export const fieldLook =
  "min-h-8 rounded-lg border border-line-strong bg-raised px-2.5 py-1 text-sm placeholder:text-faint disabled:opacity-60 pointer-coarse:min-h-11";

const look = `w-full ${fieldLook}`;

/** A label over a field, and a line under it that explains. The field goes inside. */
export function Field({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label className="flex flex-col gap-1 text-sm [&>[data-select]]:w-full">
      <span className="text-xs font-medium text-soft">{label}</span>
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
        className="mt-0.5"
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-faint">{hint}</span>}
      </span>
    </label>
  );
}
