import type { ButtonHTMLAttributes, Ref } from "react";
import { cn } from "@/lib/cn";

type Look = "primary" | "plain" | "quiet" | "danger";

const looks: Record<Look, string> = {
  primary: "bg-accent text-accent-ink hover:opacity-90 border border-transparent",
  plain: "bg-raised text-ink border border-line hover:bg-hover",
  quiet: "text-soft hover:text-ink hover:bg-hover border border-transparent",
  danger: "bg-raised text-fail border border-line hover:bg-fail-page",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  look?: Look;
  /** The key that does the same, shown beside the label. */
  hotkey?: string | undefined;
  /** The key does nothing now: it is not shown, but keeps its place, so that nothing moves under the pointer. */
  hotkeyIdle?: boolean;
}

/** A button. Thumb-sized on a phone, compact with a mouse. */
export function Button({
  look = "plain",
  hotkey,
  hotkeyIdle = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={cn(
        "inline-flex min-h-9 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap",
        "transition-colors duration-100 disabled:opacity-50 pointer-coarse:min-h-11",
        looks[look],
        className,
      )}
      {...rest}
    >
      {children}
      {hotkey && (
        <kbd
          aria-hidden
          className={cn("font-mono text-xs opacity-85 pointer-coarse:hidden", hotkeyIdle && "invisible")}
        >
          {hotkey}
        </kbd>
      )}
    </button>
  );
}

/** A button that is only a picture: it must have a label. */
export function IconButton({
  label,
  hotkey,
  className,
  ...rest
}: { label: string; hotkey?: string | undefined } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hotkey ? `${label} (${hotkey})` : label}
      className={cn(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink",
        "disabled:opacity-40 pointer-coarse:size-11",
        className,
      )}
      {...rest}
    />
  );
}
