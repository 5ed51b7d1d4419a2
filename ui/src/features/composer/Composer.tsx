import { ArrowUp, Paperclip, Square } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { sendMessage, updateSession } from "@/api/commands";
import { connection } from "@/api/connection";
import type { SendWhen, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { isUnreachable } from "@/api/http";
import { select } from "@/api/selectors";
import { useHandler } from "@/app/commands/handlers";
import { runSlash } from "@/app/commands/slash";
import { useEscDoes, useEscWarning } from "@/app/esc/ladder";
import { useAddress } from "@/app/navigation";
import { shown } from "@/app/shortcuts/keys";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { keepCleared } from "@/lib/layers";
import { useHasSidebar } from "@/lib/media";
import { usePanePart } from "@/lib/panes";
import { toastError } from "@/lib/problem";
import { toast } from "@/lib/toast";
import { strings, composerStrings as words } from "@/strings";
import { stopTurn } from "../session/actions";
import { transcriptOf } from "../session/handles";
import { canStop, isBusy } from "../session/liveness.logic";
import { Attachments } from "./Attachments";
import { useAttempt } from "./attempt";
import { Completion } from "./Completion";
import { useDrafts } from "./drafts";
import { useFileDrop } from "./fileDrop";
import { useHistory } from "./history";
import { nextMode } from "./modes.logic";
import { PromptSuggestion } from "./PromptSuggestion";
import { Queue } from "./Queue";
import { Schedules } from "./Schedules";
import { StatusLine } from "./StatusLine";
import { useEnter } from "./sending";
import { sendWhen } from "./sending.logic";
import { TaskLine } from "./TaskLine";
import { useUploads } from "./uploads";

const canStopOf = (view: SessionView) => canStop(view);

/** Where the person writes: a message, a command, a file to mention; and the Stop button while something runs. */
export function Composer({ session }: { session: string }) {
  const liveness = useView(session, select.liveness);
  const suggestion = useView(session, select.suggestion);
  const busy = liveness !== undefined && isBusy(liveness);
  const stoppable = useView(session, canStopOf) ?? false;
  const waiting = (useView(session, select.askCount) ?? 0) > 0;
  const enter = useEnter(session);
  const wide = useHasSidebar();
  const panes = useAddress().sessions.length;
  const roomy = wide && panes === 1;
  const text = useDrafts((state) => state.drafts[session] ?? "");
  const setDraft = useDrafts((state) => state.setDraft);
  const uploads = useUploads(session);
  const area = useRef<HTMLTextAreaElement>(null);
  const history = useHistory(session);
  usePanePart(session, "field", area);
  useHandler("composer.focus", () => area.current?.focus(), { session });
  const [sending, setSending] = useState(false);
  // Enter that was pressed while another message was on its way.
  const [next, setNext] = useState<SendWhen>();
  const { dropping, onPaste, drop } = useFileDrop(uploads);
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

  const cleared = useDrafts((state) => state.cleared[session]);
  const restore = () => {
    useDrafts.getState().restore(session);
    area.current?.focus();
  };
  useEffect(
    () => (area.current ? keepCleared(area.current, () => useDrafts.getState().clear(session)) : undefined),
    [session],
  );
  const rewinds = useEscWarning(({ warning }) => warning?.of === "rewind" && warning.target === session);
  const escStops = useEscDoes(["stop"], session);
  const setText = (next: string) => setDraft(session, next);
  const send = async (when: SendWhen = enter) => {
    const message = text.trim();
    if (sending) return setNext(when);
    if (empty || uploads.busy) return;
    if (uploads.failed.length > 0) return toast.error(words.retryFirst);
    if (runSlash(session, message)) return setText("");
    setSending(true);
    try {
      const uuid = attempt.nameFor(message);
      const ids = uploads.items.map((item) => item.id);
      await sendMessage(session, { uuid, text: message, when, uploads: ids });
      attempt.answered();
      useDrafts.getState().sent(session, message);
      uploads.remove(ids);
      history.reset();
      transcriptOf(session)?.toEnd();
    } catch (error) {
      // The text stays where it is, until it turns out that it arrived.
      setNext(undefined);
      if (isUnreachable(error)) attempt.lost();
      else attempt.answered();
      toastError(error);
    } finally {
      setSending(false);
      // The button that was pressed is disabled now, and a request that came in between may have the focus.
      if (document.activeElement === document.body) area.current?.focus({ preventScroll: true });
    }
  };
  const sendNext = useEffectEvent((when: SendWhen) => {
    setNext(undefined);
    send(when);
  });
  useEffect(() => {
    if (!sending && next) sendNext(next);
  }, [sending, next]);
  const stop = () => stopTurn(session);
  const cycleMode = () => {
    const info = connection.peek(session)?.info;
    const mode = nextMode(info?.permissionMode ?? "default", info);
    updateSession(session, { permissionMode: mode }).catch(toastError);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send(sendWhen({ now: event.metaKey || event.ctrlKey, queue: event.altKey }, enter));
    } else if (event.key === "Tab" && event.shiftKey) {
      event.preventDefault();
      cycleMode();
    } else if (event.key === "Tab" && text === "" && suggestion) {
      event.preventDefault();
      setText(suggestion);
    } else if (
      event.key === "z" &&
      (event.ctrlKey || event.metaKey) &&
      text === "" &&
      cleared !== undefined
    ) {
      event.preventDefault();
      restore();
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

  return (
    <div
      {...drop}
      className="shrink-0 px-4 pb-[max(0.875rem,env(safe-area-inset-bottom))] max-md:px-2.5 max-md:pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <div className="relative mx-auto max-w-[45rem]">
        <TaskLine session={session} />
        <Schedules session={session} />
        <Queue session={session} />
        <Completion session={session} text={text} area={area} onReplace={setText} />
        <Attachments uploads={uploads} />
        {empty && <PromptSuggestion session={session} onUse={setText} area={area} />}
        <div
          className={cn(
            "@container rounded-2xl border border-line-strong bg-raised focus-within:border-soft",
            dropping && "border-dashed border-focus bg-select",
          )}
        >
          <textarea
            ref={area}
            aria-label={strings.message}
            aria-autocomplete="list"
            placeholder={waiting ? strings.replyHint : roomy ? strings.messageHintLong : strings.messageHint}
            value={text}
            rows={1}
            onChange={(event) => {
              history.reset();
              setText(event.target.value);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="field-sizing-content block max-h-[calc(var(--page-height,100dvh)*0.4)] min-h-10 w-full resize-none pointer-coarse:min-h-11 bg-transparent px-4 pt-[11px] pb-1 text-prose leading-6 outline-none placeholder:truncate placeholder:whitespace-nowrap placeholder:text-faint"
          />
          <div className="flex items-center gap-1 px-2 pt-0.5 pb-2 @max-[27rem]:gap-0.5 @max-[27rem]:px-1.5 @max-[20rem]:px-1">
            <StatusLine session={session} />
            <IconButton
              label={words.attach}
              onClick={uploads.choose}
              className={liveness ? undefined : "invisible"}
            >
              <Paperclip size={15} strokeWidth={1.75} />
            </IconButton>
            {stoppable && (
              <Button
                onClick={stop}
                data-tip={strings.stop}
                data-tip-key={escStops ? "Esc" : undefined}
                className="px-2.5"
              >
                <Square size={12} strokeWidth={2.5} aria-hidden />
                <span className="@max-[27rem]:sr-only">{strings.stop}</span>
              </Button>
            )}
            <Button
              look="primary"
              aria-label={strings.send}
              data-tip={busy ? words.busyHints[enter] : words.sendHint}
              onClick={() => send()}
              disabled={sending || empty}
              className="size-8 rounded-[9px] px-0 pointer-coarse:size-11"
            >
              <ArrowUp size={17} strokeWidth={2.25} aria-hidden />
            </Button>
          </div>
        </div>
        {cleared !== undefined && text === "" && (
          <Button look="quiet" onClick={restore} hotkey={shown("Mod+Z")} className="min-h-7 px-2 text-xs">
            {words.restoreDraft}
          </Button>
        )}
        {rewinds && (
          <p role="status" className="px-1 pt-1 text-xs text-soft">
            {words.escRewinds}
          </p>
        )}
      </div>
    </div>
  );
}
