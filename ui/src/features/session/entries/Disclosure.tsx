import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";

interface DisclosureProps {
  open: boolean;
  onToggle: (open: boolean) => void;
  label: ReactNode;
  /** Stands at the right end of the line. */
  aside?: ReactNode;
  disabled?: boolean;
  /** What opens stands as wide as the line, not under its words. */
  flush?: boolean;
  children: ReactNode;
}

/** One line that opens. */
export function Disclosure({
  open,
  onToggle,
  label,
  aside,
  disabled,
  flush = false,
  children,
}: DisclosureProps) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        disabled={disabled}
        onClick={() => onToggle(!open)}
        className="flex min-h-[30px] w-full items-center gap-2 rounded-md text-left text-sm hover:bg-panel pointer-coarse:min-h-11"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={cn(
            "shrink-0 text-faint transition-transform duration-[120ms]",
            open && "rotate-90",
            disabled && "invisible",
          )}
        />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {aside && <span className="shrink-0 text-xs text-faint">{aside}</span>}
      </button>
      {open && (
        <div id={id} className={cn("mt-1 mb-3", !flush && "ml-[22px]")}>
          {children}
        </div>
      )}
    </div>
  );
}
