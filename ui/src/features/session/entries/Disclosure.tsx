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
  children: ReactNode;
}

/** One line that opens. */
export function Disclosure({ open, onToggle, label, aside, disabled, children }: DisclosureProps) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        disabled={disabled}
        onClick={() => onToggle(!open)}
        className="flex min-h-7 w-full items-center gap-1.5 rounded-md text-left text-sm hover:bg-panel pointer-coarse:min-h-11"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={cn(
            "shrink-0 text-faint transition-transform duration-100",
            open && "rotate-90",
            disabled && "invisible",
          )}
        />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {aside && <span className="shrink-0 text-xs text-soft">{aside}</span>}
      </button>
      {open && (
        <div id={id} className="mt-1 mb-3 ml-5">
          {children}
        </div>
      )}
    </div>
  );
}
