import {
  ArrowDown,
  ArrowUp,
  Check,
  CornerDownRight,
  CornerUpRight,
  Pause,
  Pencil,
  Send,
  X,
  Zap,
} from "lucide-react";
import { useState } from "react";
import { discardHeld, releaseHeld, updateQueued, withdrawQueued } from "@/api/commands";
import type { QueuedMessage, UpdateQueued } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { Button, IconButton } from "@/components/ui/button";
import { useEscLayer } from "@/lib/layers";
import { toastError } from "@/lib/problem";
import { composerStrings } from "@/strings";
import { useStartingMessage } from "../session/Pending";

const words = composerStrings.queue;

/** Messages that wait: those held by a stop until the person sends them, and those that go when the turn ends. */
export function Queue({ session }: { session: string }) {
  const queue = useView(session, select.queue) ?? [];
  const starting = useStartingMessage(session);
  const places = queue
    .map((message, place) => ({ message, place }))
    .filter(({ message }) => message !== starting);
  const held = places.filter(({ message }) => message.held);
  const queued = places.filter(({ message }) => !message.held);
  const row = ({ message, place }: { message: QueuedMessage; place: number }) => (
    <Row key={message.uuid} session={session} message={message} place={place} last={queue.length - 1} />
  );
  if (places.length === 0) return null;
  return (
    <div className="max-h-[calc(var(--page-height,100dvh)*0.3)] space-y-1 overflow-y-auto pb-1">
      {held.length > 0 && (
        <section aria-label={words.held(held.length)} className="space-y-1">
          <div className="flex flex-wrap items-center gap-1 text-sm">
            <Pause size={14} aria-hidden className="shrink-0 text-wait" />
            <h3 className="min-w-0 flex-1 font-medium text-wait">{words.held(held.length)}</h3>
            <Button onClick={() => releaseHeld(session).catch(toastError)}>
              {words.sendHeld(held.length)}
            </Button>
            <Button look="quiet" onClick={() => discardHeld(session).catch(toastError)}>
              {words.discardHeld(held.length)}
            </Button>
          </div>
          <ul aria-label={words.heldTitle} className="space-y-1">
            {held.map(row)}
          </ul>
        </section>
      )}
      {queued.length > 0 && (
        <ul aria-label={words.title} className="space-y-1">
          {queued.map(row)}
        </ul>
      )}
    </div>
  );
}

interface RowProps {
  session: string;
  message: QueuedMessage;
  place: number;
  last: number;
}

function Row({ session, message, place, last }: RowProps) {
  const [edited, setEdited] = useState<string>();
  // What was edited stays for the next time the field is opened.
  const [draft, setDraft] = useState<string>();
  useEscLayer(edited !== undefined, () => {
    setDraft(edited);
    setEdited(undefined);
  });
  const update = (change: UpdateQueued) => updateQueued(session, message.uuid, change).catch(toastError);
  const save = () => {
    const text = edited?.trim();
    setEdited(undefined);
    setDraft(undefined);
    if (text && text !== message.text.text) update({ text });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-1 rounded-md border border-dashed border-line px-2 py-0.5 text-sm">
      <CornerDownRight size={14} aria-hidden className="shrink-0 text-faint" />
      {edited === undefined ? (
        <>
          <span className="min-w-0 flex-1 truncate">{message.text.text}</span>
          {message.reason && (
            <span className="truncate text-xs text-faint max-md:hidden">{message.reason}</span>
          )}
        </>
      ) : (
        <textarea
          aria-label={words.message}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            save();
            event.preventDefault();
            event.stopPropagation();
          }}
          // biome-ignore lint/a11y/noAutofocus: the person asked to edit it
          autoFocus
          className="field-sizing-content max-h-40 min-w-0 flex-1 resize-none rounded-md border border-line bg-raised px-2 py-1"
        />
      )}
      <span className="ml-auto flex max-md:w-full max-md:justify-end">
        {edited !== undefined ? (
          <IconButton label={words.save} onClick={save}>
            <Check size={14} />
          </IconButton>
        ) : (
          <>
            {message.held ? (
              <IconButton label={words.send} onClick={() => update({ when: "queue" })}>
                <Send size={14} />
              </IconButton>
            ) : (
              <>
                <IconButton
                  label={words.steer}
                  title={words.steerHint}
                  onClick={() => update({ when: "steer" })}
                >
                  <CornerUpRight size={14} />
                </IconButton>
                <IconButton
                  label={words.sendNow}
                  title={words.sendNowHint}
                  onClick={() => update({ when: "now" })}
                >
                  <Zap size={14} />
                </IconButton>
              </>
            )}
            <IconButton
              label={words.edit}
              onClick={() => setEdited(draft ?? message.text.text)}
              disabled={message.text.truncated}
            >
              <Pencil size={14} />
            </IconButton>
            {last > 0 && (
              <>
                <IconButton
                  label={words.moveUp}
                  onClick={() => update({ place: place - 1 })}
                  disabled={place === 0}
                >
                  <ArrowUp size={14} />
                </IconButton>
                <IconButton
                  label={words.moveDown}
                  onClick={() => update({ place: place + 1 })}
                  disabled={place === last}
                >
                  <ArrowDown size={14} />
                </IconButton>
              </>
            )}
            <IconButton
              label={message.held ? words.discard : words.withdraw}
              onClick={() => withdrawQueued(session, message.uuid).catch(toastError)}
            >
              <X size={14} />
            </IconButton>
          </>
        )}
      </span>
    </li>
  );
}
