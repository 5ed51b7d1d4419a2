import { Paperclip, Square } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { interrupt, sendMessage } from "@/api/commands";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { Button, IconButton } from "@/components/ui/button";
import { strings } from "@/strings";
import { isBusy } from "../session/liveness.logic";
import { Attachments, useUploads } from "./Attachments";
import { Completion } from "./Completion";
import { useDrafts } from "./drafts";
import { Queue } from "./Queue";
import { StatusLine } from "./StatusLine";

const livenessOf = (view: SessionView) => view.liveness;

/** Where the person writes: a message, a command, a file to mention; and the Stop button while something runs. */
export function Composer({ session }: { session: string }) {
  const liveness = useView(session, livenessOf);
  const busy = liveness !== undefined && isBusy(liveness);
  const text = useDrafts((state) => state.drafts[session] ?? "");
  const setDraft = useDrafts((state) => state.setDraft);
  const uploads = useUploads();
  const area = useRef<HTMLTextAreaElement>(null);
  const history = useHistory(session);
  const [sending, setSending] = useState(false);

  const setText = (next: string) => setDraft(session, next);
  const send = async (when: "queue" | "steer" | "now" = "queue") => {
    const message = text.trim();
    if ((message === "" && uploads.items.length === 0) || sending || uploads.busy) return;
    setSending(true);
    try {
      await sendMessage(session, { text: message, when, uploads: uploads.items.map((item) => item.id) });
      useDrafts.getState().sent(session, message);
      uploads.clear();
      history.reset();
    } catch (error) {
      // The text stays where it is.
      toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
      area.current?.focus();
    }
  };
  const stop = () => interrupt(session).catch((error: unknown) => toast.error(String(error)));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send(event.metaKey || event.ctrlKey ? "steer" : "queue");
    } else if (event.key === "Escape" && busy) {
      event.preventDefault();
      stop();
    } else if (event.key === "ArrowUp" && event.currentTarget.selectionStart === 0) {
      const earlier = history.earlier(text);
      if (earlier !== undefined) setText(earlier);
    } else if (event.key === "ArrowDown" && event.currentTarget.selectionStart === text.length) {
      const later = history.later();
      if (later !== undefined) setText(later);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    uploads.add([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a bonus, the button does the same
    <div
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
      className="shrink-0 border-t border-line px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <div className="relative mx-auto max-w-[76ch]">
        <Queue session={session} />
        <Completion session={session} text={text} area={area} onReplace={setText} />
        <Attachments uploads={uploads} />
        <textarea
          ref={area}
          aria-label={strings.message}
          placeholder={strings.messageHint}
          value={text}
          rows={1}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-[40dvh] min-h-10 w-full resize-none rounded-md border border-line bg-raised px-3 py-2"
        />
        <div className="flex items-center gap-1 pt-1">
          <StatusLine session={session} />
          <IconButton label="Attach a file" onClick={uploads.choose}>
            <Paperclip size={16} />
          </IconButton>
          {busy && (
            <Button look="danger" onClick={stop} hotkey="⎋">
              <Square size={12} fill="currentColor" aria-hidden /> {strings.stop}
            </Button>
          )}
          <Button
            look="primary"
            onClick={() => send()}
            disabled={sending || (text.trim() === "" && uploads.items.length === 0)}
          >
            {strings.send}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Earlier prompts, by the Up key, with what was being typed at the end. */
function useHistory(session: string) {
  const prompts = useDrafts((state) => state.history[session]);
  const place = useRef<number>(undefined);
  const typed = useRef("");
  return {
    earlier: (current: string): string | undefined => {
      const all = prompts ?? [];
      if (place.current === undefined) typed.current = current;
      const next = (place.current ?? all.length) - 1;
      if (next < 0) return undefined;
      place.current = next;
      return all[next];
    },
    later: (): string | undefined => {
      const all = prompts ?? [];
      if (place.current === undefined) return undefined;
      place.current += 1;
      if (place.current < all.length) return all[place.current];
      place.current = undefined;
      return typed.current;
    },
    reset: () => {
      place.current = undefined;
    },
  };
}
