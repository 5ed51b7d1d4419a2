import type { LucideIcon } from "lucide-react";
import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { cn } from "@/lib/cn";
import { EscLayer } from "@/lib/layers";

const surface =
  "z-50 max-h-[min(80dvh,var(--radix-dropdown-menu-content-available-height))] min-w-52 overflow-y-auto rounded-[10px] border border-line bg-raised p-1 shadow-float";

const row =
  "flex cursor-default items-center gap-2.5 rounded-md px-2 py-1.5 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:min-h-11";

/** Where a menu opens when nothing on the page is its button: at the pointer. */
export interface Spot {
  x: number;
  y: number;
}

interface SpotMenuProps {
  open: boolean;
  onClose: () => void;
  at: Spot;
  label: string;
  /** Gets the focus back when the menu closes. */
  from: HTMLElement | null;
  children: ReactNode;
}

/** A menu at a spot of the page: for the right mouse button, and for buttons that many rows have. */
export function SpotMenu({ open, onClose, at, label, from, children }: SpotMenuProps) {
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={(next) => !next && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What was chosen may have opened a field, which then keeps the focus.
            const typing = document.activeElement instanceof HTMLInputElement;
            if (from?.isConnected && !typing) from.focus();
          }}
          className={surface}
        >
          <EscLayer onClose={onClose} />
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ButtonMenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  align?: "start" | "end";
  side?: "top" | "bottom";
  className?: string;
  /** Controlled by a key: whether it is open. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** `after` runs something once the menu has given the focus back, so that it can take it elsewhere. */
  children: (after: (run: () => void) => () => void) => ReactNode;
}

/** A menu under its button. */
export function ButtonMenu(props: ButtonMenuProps) {
  const { trigger, align = "start", side = "bottom", className, children } = props;
  const [own, setOwn] = useState(false);
  const open = props.open ?? own;
  const setOpen = props.onOpenChange ?? setOwn;
  const chosen = useRef<() => void>(undefined);
  const after = (run: () => void) => () => {
    chosen.current = run;
  };
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          // Keys in a menu are not meant for what its button stands in.
          onKeyDown={(event) => event.stopPropagation()}
          onCloseAutoFocus={(event) => {
            const run = chosen.current;
            chosen.current = undefined;
            if (!run) return;
            event.preventDefault();
            run();
          }}
          className={cn(surface, className)}
        >
          <EscLayer onClose={() => setOpen(false)} />
          {children(after)}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem(props: {
  icon?: LucideIcon;
  danger?: boolean;
  hotkey?: string | undefined;
  disabled?: boolean;
  /** A second line. */
  hint?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}) {
  const { icon: Icon, danger, hotkey, disabled, hint, onSelect, children } = props;
  return (
    <DropdownMenu.Item
      disabled={disabled ?? false}
      onSelect={onSelect}
      className={cn(row, danger && "text-fail")}
    >
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden className={danger ? "" : "text-soft"} />}
      <span className="mr-auto min-w-0">
        {children}
        {hint && <span className="block text-xs text-soft">{hint}</span>}
      </span>
      {hotkey && (
        <kbd aria-hidden className="pl-4 font-mono text-[0.6875rem] text-faint pointer-coarse:hidden">
          {hotkey}
        </kbd>
      )}
    </DropdownMenu.Item>
  );
}

/** One of several of which one holds. */
export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioItem value={value} className={row}>
      <span className="mr-auto min-w-0 truncate">{children}</span>
      <span aria-hidden className="ml-4 size-3.5">
        <DropdownMenu.ItemIndicator>
          <Check size={14} strokeWidth={2.25} />
        </DropdownMenu.ItemIndicator>
      </span>
    </DropdownMenu.RadioItem>
  );
}

export const MenuChoices = DropdownMenu.RadioGroup;

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;

export const MenuTitle = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-xs text-faint">{children}</DropdownMenu.Label>
);
