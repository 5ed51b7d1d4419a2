import { ArrowUp, Paperclip, Square } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useCallback,
  useRef,
  useState,
} from "react";
import { toast } from "sonner";
import { interrupt, sendMessage, updateSession } from "@/api/commands";
import { connection } from "@/api/connection";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { isUnreachable } from "@/api/http";
import { useActiveSession } from "@/app/navigation";
import { useShortcut } from "@/app/shortcuts/registry";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { strings } from "@/strings";
import { composerStrings as words } from "@/strings/composer";
import { denyFirst } from "../asks/denyFirst";
import { paneOf, transcriptOf } from "../session/handles";
import { canStop, isBusy } from "../session/liveness.logic";
import { Attachments } from "./Attachments";
import { useAttempt } from "./attempt";
import { Completion } from "./Completion";
import { useDrafts } from "./drafts";
import { useHistory } from "./history";
import { intercepted } from "./intercept";
import { nextMode } from "./modes.logic";
import { Queue } from "./Queue";
import { StatusLine } from "./StatusLine";
import { useUploads } from "./uploads";

const livenessOf = (view: SessionView) => view.liveness;
const suggestionOf = (view: SessionView) => view.info.promptSuggestion;

const tell = (error: unknown) => toast.error(error instanceof Error ? error.message : String(error));

const askOf = (session: string): string | undefined => connection.peek(session)?.asks[0]?.id;

/** Where the person writes: a message, a command, a file to mention; and the Stop button while something runs. */
export function Composer({ session }: { session: string }) {
  const liveness = useView(session, livenessOf);
  const suggestion = useView(session, suggestionOf);
  const busy = liveness !== undefined && isBusy(liveness);
  const stoppable = liveness !== undefined && canStop(liveness);
  const text = useDrafts((state) => state.drafts[session] ?? "");
  const setDraft = useDrafts((state) => state.setDraft);
  const uploads = useUploads(session);
  const area = useRef<HTMLTextAreaElement>(null);
  const history = useHistory(session);
  useShortcut("composer.focus", () => area.current?.focus(), useActiveSession() === session);
  const [sending, setSending] = useState(false);
  const [dropping, setDropping] = useState(false);
  const empty = text.trim() === "" && uploads.items.length === 0;

  const { clear: clearUploads } = uploads;
  const attempt = useAttempt(
    session,
    useCallback(
      (what: string) => {
        if (useDrafts.getState().drafts[session]?.trim() !== what) return;
        useDrafts.getState().sent(session, what);
        clearUploads();
      },
      [session, clearUploads],
    ),
  );

  const setText = (next: string) => setDraft(session, next);
  const send = async (when: "queue" | "steer" | "now" = "queue") => {
    const message = text.trim();
    if (empty || sending || uploads.busy) return;
    if (intercepted(session, message)) return setText("");
    const waited = askOf(session);
    setSending(true);
    try {
      const uuid = attempt.nameFor(message);
      const ids = uploads.items.map((item) => item.id);
      await sendMessage(session, { uuid, text: message, when, uploads: ids });
      attempt.answered();
      useDrafts.getState().sent(session, message);
      uploads.clear();
      history.reset();
      transcriptOf(session)?.toEnd();
    } catch (error) {
      // The text stays where it is, until it turns out that it arrived.
      if (isUnreachable(error)) attempt.lost();
      else attempt.answered();
      tell(error);
    } finally {
      setSending(false);
      // An ask that came while the message was on its way has the focus, or gets it now.
      const came = askOf(session) !== waited && useDrafts.getState().drafts[session] === undefined;
      const ask = came ? paneOf(session)?.querySelector<HTMLElement>("[data-ask]") : undefined;
      (ask ?? area.current)?.focus({ preventScroll: true });
    }
  };
  const stop = () => interrupt(session).catch(tell);
  const cycleMode = () => {
    const mode = connection.peek(session)?.info.permissionMode ?? "default";
    updateSession(session, { permissionMode: nextMode(mode) }).catch(tell);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send(event.metaKey || event.ctrlKey ? "steer" : "queue");
    } else if (event.key === "Tab" && event.shiftKey) {
      event.preventDefault();
      cycleMode();
    } else if (event.key === "Tab" && text === "" && suggestion) {
      event.preventDefault();
      setText(suggestion);
    } else if (event.key === "Escape") {
      // In this order: what was typed, what waits for an answer, what runs.
      event.preventDefault();
      event.stopPropagation();
      if (text !== "") {
        useDrafts.getState().sent(session, text);
      } else if (!denyFirst(session) && stoppable) stop();
    } else if (event.key === "ArrowUp" && event.currentTarget.selectionStart === 0 && !event.altKey) {
      const earlier = history.earlier(text);
      if (earlier !== undefined) {
        event.preventDefault();
        setText(earlier);
        const element = event.currentTarget;
        requestAnimationFrame(() => element.setSelectionRange(0, 0));
      }
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
    setDropping(false);
    uploads.add([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a bonus, the button does the same
    <div
      onDrop={onDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      className={cn(
        "shrink-0 border-t border-line px-3 pt-2 pb-[max(0.25rem,env(safe-area-inset-bottom))] md:px-4",
        dropping && "bg-accent/10",
      )}
    >
      <div className="relative mx-auto max-w-[76ch]">
        <Queue session={session} />
        <Completion session={session} text={text} area={area} onReplace={setText} />
        <Attachments uploads={uploads} />
        <div className="flex items-end gap-1 rounded-md border border-line bg-raised p-1 focus-within:border-accent">
          <IconButton label={words.attach} onClick={uploads.choose}>
            <Paperclip size={16} />
          </IconButton>
          <textarea
            ref={area}
            aria-label={strings.message}
            aria-autocomplete="list"
            placeholder={suggestion ? words.suggestion(suggestion) : strings.messageHint}
            value={text}
            rows={1}
            onChange={(event) => {
              history.reset();
              setText(event.target.value);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="field-sizing-content max-h-[calc(var(--page-height,100dvh)*0.4)] min-h-8 min-w-0 flex-1 resize-none bg-transparent px-1 py-1.5 leading-5 outline-none placeholder:truncate placeholder:whitespace-nowrap pointer-coarse:placeholder:text-sm pointer-coarse:min-h-11 pointer-coarse:py-3"
          />
          {stoppable && (
            // While something is asked, Escape answers that first.
            <Button
              look="danger"
              onClick={stop}
              hotkey={liveness?.activity.state === "waiting" ? "" : "Esc"}
              className="min-h-8 px-2.5 pointer-coarse:w-11"
            >
              <Square size={12} fill="currentColor" aria-hidden />
              <span className="max-md:sr-only">{strings.stop}</span>
            </Button>
          )}
          <Button
            look="primary"
            aria-label={strings.send}
            title={busy ? words.queueHint : words.sendHint}
            onClick={() => send()}
            disabled={sending || empty}
            className="min-h-8 w-9 px-0 pointer-coarse:w-11"
          >
            <ArrowUp size={16} aria-hidden />
          </Button>
        </div>
        <StatusLine session={session} />
      </div>
    </div>
  );
}
