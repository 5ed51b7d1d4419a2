import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/lib/cn";
import { dismiss, durationOf, type Toast, useToasts } from "@/lib/toast";
import { shell, strings } from "@/strings";
import { Button, IconButton } from "./button";

/** Where short messages appear: away from Send, Stop and requests, on a phone below its head. */
export function Toasts({ phone }: { phone: boolean }) {
  const shown = useToasts((state) => state.shown);
  const [held, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // A live region must be there before its first message. What reads it aloud says new messages only.
    <section
      aria-label={shell.messages}
      aria-live="polite"
      aria-relevant="additions"
      className={cn(
        "pointer-events-none fixed z-[70]",
        phone ? "inset-x-3 top-16" : "bottom-4 left-4 w-[22rem] max-w-[calc(100vw-2rem)]",
      )}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {shown.length > 0 && (
        <ol className="flex flex-col gap-2">
          {shown.map((toast) => (
            <Message key={toast.id} toast={toast} held={held} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** One message. It stays as long as the pointer or the focus is on one of them. */
function Message({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, tone, text, description, action } = toast;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), durationOf(toast));
    return () => clearTimeout(timer);
  }, [id, toast, held]);
  return (
    <li
      data-toast={tone}
      className="pointer-events-auto flex animate-[arrive_120ms_ease-out] items-start gap-2.5 rounded-xl border border-line bg-raised py-2 pr-1.5 pl-3.5 text-sm shadow-float"
    >
      {tone === "done" && (
        <Check size={15} strokeWidth={2} aria-hidden className="mt-1.5 shrink-0 text-done" />
      )}
      {tone === "fail" && <X size={15} strokeWidth={2} aria-hidden className="mt-1.5 shrink-0 text-fail" />}
      <div className="mr-auto min-w-0 py-1 break-words">
        <p className="font-medium">{text}</p>
        {description && <p className="text-soft">{description}</p>}
      </div>
      {action && (
        <Button
          size="small"
          onClick={() => {
            dismiss(id);
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={strings.close} onClick={() => dismiss(id)} className="size-7">
        <X size={14} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}
