import type { ButtonHTMLAttributes, ComponentProps, CSSProperties, Ref } from "react";
import { cn } from "@/lib/cn";

type Look = "primary" | "plain" | "quiet" | "danger";

const looks: Record<Look, string> = {
  primary: "border-solid bg-solid text-solid-ink not-disabled:hover:opacity-85",
  plain: "border-line-strong bg-raised text-ink not-disabled:hover:bg-hover",
  quiet: "border-transparent text-soft not-disabled:hover:bg-hover not-disabled:hover:text-ink",
  danger: "border-line-strong bg-raised text-fail not-disabled:hover:bg-fail-page",
};

const sizes = {
  normal: "min-h-8 px-3 text-sm pointer-coarse:min-h-11",
  small: "min-h-7 px-2.5 text-[0.8125rem] pointer-coarse:min-h-11",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  look?: Look;
  size?: keyof typeof sizes;
  /** The key that does the same, shown beside the label. */
  hotkey?: string | undefined;
  /** The key does nothing now: it is not shown, but keeps its place, so that nothing moves under the pointer. */
  hotkeyIdle?: boolean;
}

/** Half the width of a key and of the gap before it. */
const halfOf = (key: string): string => `calc(${key.length} * 0.2em + 0.2rem)`;

/** A button. Thumb-sized on a phone, compact with a mouse. */
export function Button({
  look = "plain",
  size = "normal",
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
        "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap",
        "disabled:opacity-45 pointer-coarse:min-w-11 pointer-coarse:rounded-[11px]",
        sizes[size],
        looks[look],
        className,
      )}
      {...rest}
    >
      {hotkey ? (
        <>
          {/* While the key is not shown, the label stands in the middle of the button, which keeps its width. */}
          <span
            style={{ "--half-key": halfOf(hotkey) } as CSSProperties}
            className={cn(
              "inline-flex items-center gap-1.5 transition-[translate] duration-[120ms]",
              hotkeyIdle && "pointer-fine:translate-x-(--half-key)",
            )}
          >
            {children}
          </span>
          <kbd
            aria-hidden
            className={cn(
              "ml-px font-mono text-[0.6875rem] opacity-[0.88] pointer-coarse:hidden",
              hotkeyIdle && "invisible",
            )}
          >
            {hotkey}
          </kbd>
        </>
      ) : (
        children
      )}
    </button>
  );
}

type IconButtonProps = { label: string; hotkey?: string | undefined } & ComponentProps<"button">;

/** A button that is only a picture: it must have a label, which its tooltip shows with the key. */
export function IconButton({ label, title, hotkey, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={title ?? label}
      data-tip-key={hotkey}
      className={cn(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft not-disabled:hover:bg-hover not-disabled:hover:text-ink",
        "disabled:opacity-40 pointer-coarse:size-11",
        className,
      )}
      {...rest}
    />
  );
}

/** A key, as it stands beside what it does. */
export function Key({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={cn(
        "rounded-sm border border-line bg-raised px-1 py-px font-mono text-[0.6875rem] leading-4 text-faint pointer-coarse:hidden",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
