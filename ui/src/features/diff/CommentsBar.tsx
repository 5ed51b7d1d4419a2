import { useState } from "react";
import { sendMessage } from "@/api/commands";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { changesStrings as words } from "@/strings/late";
import { messageOf, useComments } from "./comments";

/** The comments so far, and the way to send them. */
export function CommentsBar(props: { session: string; onSent?: () => void; className?: string }) {
  const { session, onSent, className } = props;
  const comments = useComments((state) => state.comments[session]) ?? [];
  const [busy, setBusy] = useState(false);
  if (comments.length === 0) return null;
  const send = async () => {
    setBusy(true);
    try {
      await sendMessage(session, { text: messageOf(comments) });
      useComments.getState().clear(session);
      toast.success(words.sent);
      onSent?.();
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <footer
      className={cn(
        "flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-page px-4 py-3",
        className,
      )}
    >
      <p className="mr-auto text-sm text-soft">{words.comments(comments.length)}</p>
      <Button look="quiet" onClick={() => useComments.getState().clear(session)}>
        {words.discard}
      </Button>
      <Button look="primary" disabled={busy} onClick={send}>
        {words.send}
      </Button>
    </footer>
  );
}
