import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { cn } from "@/lib/cn";
import { EscLayer } from "@/lib/layers";
import { strings } from "@/strings";
import { IconButton } from "./button";

interface ModalProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  className?: string;
  /** What has the focus first; else the first control. */
  focus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog: in the middle of a wide window, at the bottom of a phone. */
export function Modal({ open, onClose, title, description, className, focus, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-[fade_120ms] bg-black/40" />
        <Dialog.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            if (!focus?.current) return;
            event.preventDefault();
            focus.current.focus({ preventScroll: true });
          }}
          className={cn(
            "fixed inset-x-0 bottom-[calc(100dvh-var(--page-height,100dvh))] z-40 flex max-h-[calc(var(--page-height,100dvh)*0.92)] flex-col rounded-t-2xl border-line bg-page outline-none",
            "animate-[sheet-bottom_120ms_ease-out] pb-[env(safe-area-inset-bottom)]",
            "md:inset-x-0 md:top-[6dvh] md:bottom-auto md:mx-auto md:max-h-[88dvh] md:w-[40rem] md:rounded-2xl md:border md:shadow-float",
            className,
          )}
        >
          <EscLayer onClose={onClose} />
          <header className="flex items-start gap-2 px-4 pt-3 pb-1">
            <div className="mr-auto min-w-0">
              <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="text-sm text-soft">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label={strings.close} className="-mt-1 -mr-2 pointer-coarse:-mt-2.5">
                <X size={16} />
              </IconButton>
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
