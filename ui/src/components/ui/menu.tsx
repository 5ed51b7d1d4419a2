import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { EscLayer } from "@/lib/layers";

/** Where a menu opens when nothing on the page is its button: at the pointer. */
export interface Spot {
  x: number;
  y: number;
}

interface MenuProps {
  open: boolean;
  onClose: () => void;
  at: Spot;
  label: string;
  /** Gets the focus back when the menu closes. */
  from: HTMLElement | null;
  children: ReactNode;
}

/** A menu at a spot of the page: for the right mouse button, and for buttons that many rows have. */
export function SpotMenu({ open, onClose, at, label, from, children }: MenuProps) {
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
          className="z-50 max-h-[80dvh] min-w-52 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-lg"
        >
          <EscLayer onClose={onClose} />
          {children}
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
  onSelect: () => void;
  children: ReactNode;
}) {
  const { icon: Icon, danger, hotkey, disabled, onSelect, children } = props;
  return (
    <DropdownMenu.Item
      disabled={disabled ?? false}
      onSelect={onSelect}
      className={cn(
        "flex cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-none pointer-coarse:min-h-11",
        "data-highlighted:bg-hover data-disabled:opacity-50",
        danger && "text-fail",
      )}
    >
      {Icon && <Icon size={14} aria-hidden className={danger ? "" : "text-faint"} />}
      <span className="mr-auto">{children}</span>
      {hotkey && <kbd className="pl-4 font-mono text-xs text-faint pointer-coarse:hidden">{hotkey}</kbd>}
    </DropdownMenu.Item>
  );
}

export const MenuLine = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />;
