import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/lib/cn";
import { toast } from "@/lib/toast";
import { strings } from "@/strings";

interface CopyButtonProps {
  /** What is copied, made when it is asked for. */
  text: () => string | Promise<string>;
  label?: string;
  className?: string;
}

/** Copies a text and says so. */
export function CopyButton({ text, label = strings.copy, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setCopied(true);
    } catch {
      toast.error(strings.noClipboard);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={copied ? strings.copied : label}
      title={label}
      onClick={copy}
      className={cn(
        "inline-flex size-6 items-center justify-center rounded-md text-faint hover:bg-line/50 hover:text-ink pointer-coarse:size-11",
        className,
      )}
    >
      <Icon size={13} aria-hidden />
    </button>
  );
}
