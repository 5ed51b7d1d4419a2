import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { EscLayer } from "@/lib/layers";
import { strings } from "@/strings";
import { IconButton } from "./button";

type Side = "left" | "right" | "bottom";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Draws no bar with title and close button: the content has its own. */
  bare?: boolean;
  side?: Side;
  className?: string;
  children: ReactNode;
}

const sides: Record<Side, string> = {
  left: "top-0 left-0 h-[var(--page-height,100dvh)] w-[min(22rem,90vw)] animate-[sheet-left_120ms_ease-out]",
  right:
    "top-0 right-0 h-[var(--page-height,100dvh)] w-full md:w-[min(32rem,90vw)] animate-[sheet-right_120ms_ease-out]",
  bottom:
    "inset-x-0 bottom-[calc(100dvh-var(--page-height,100dvh))] max-h-[calc(var(--page-height,100dvh)*0.92)] rounded-t-lg animate-[sheet-bottom_120ms_ease-out]",
};

/** Something that slides over the page from one side. Escape and a tap beside it close it. */
export function Sheet({
  open,
  onClose,
  title,
  bare = false,
  side = "right",
  className,
  children,
}: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-[fade_120ms] bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Of tabs the open one has the focus; without one, the sheet itself.
            const sheet = event.currentTarget as HTMLElement;
            if (!sheet.querySelector("[data-panel]")) return;
            event.preventDefault();
            (sheet.querySelector<HTMLElement>("[data-panel][aria-current]") ?? sheet).focus();
          }}
          className={cn(
            "fixed z-40 flex flex-col bg-page pb-[env(safe-area-inset-bottom)] outline-none",
            sides[side],
            className,
          )}
        >
          <EscLayer onClose={onClose} />
          <header
            className={cn("flex items-center gap-2 border-b border-line py-1 pr-1 pl-4", bare && "sr-only")}
          >
            <Dialog.Title className="mr-auto truncate font-semibold">{title}</Dialog.Title>
            {!bare && (
              <Dialog.Close asChild>
                <IconButton label={strings.close}>
                  <X size={16} />
                </IconButton>
              </Dialog.Close>
            )}
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
