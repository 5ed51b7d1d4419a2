// The Esc key of the whole page. Nothing else listens for it.

import { useSyncExternalStore } from "react";
import { create } from "zustand";
import { interrupt } from "@/api/commands";
import { connection } from "@/api/connection";
import { canNow } from "@/api/scope";
import { currentFrame, subscribeFrames } from "@/features/asks/frames";
import { canStop } from "@/features/session/liveness.logic";
import { emptyField, textField } from "@/lib/fields";
import { closeLayer, hasLayer, keepText, subscribeLayers } from "@/lib/layers";
import { sessionAround } from "@/lib/panes";
import { toastError } from "@/lib/problem";
import { activeSession, openPanel } from "../navigation";
import { AGAIN_MS, type Rung, rungOf, type Situation, type Warning } from "./ladder.logic";

const listeners = new Set<() => void>();

const changed = () => {
  for (const listener of listeners) listener();
};

/** What a second press would do, while it would. */
export const useEscWarning = create<{ warning: Warning | undefined }>(() => ({ warning: undefined }));

/** Overlays that close themselves, should one not be among the layers. */
const OVERLAYS = ":is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]";

function situation(now = performance.now()): Situation {
  const focused = textField(document.activeElement);
  const frame = currentFrame();
  const ready = frame?.readyAt();
  const session = sessionAround(document.activeElement) ?? activeSession();
  const view = session === undefined ? undefined : connection.peek(session);
  const home = focused?.closest("[data-session], [data-ask]") != null;
  const inComposer = focused?.matches("textarea[aria-autocomplete]") && focused.value === "";
  return {
    now,
    layer: hasLayer(),
    field: !focused ? "none" : focused.value !== "" ? "text" : home ? "empty" : "foreign",
    request:
      frame && canNow("answer")
        ? {
            id: frame.name,
            kind: frame.kind,
            visible: ready !== undefined,
            ready: ready !== undefined && now >= ready,
          }
        : undefined,
    running: view && canStop(view) && canNow("stop") ? session : undefined,
    composer: inComposer ? session : undefined,
    warning: useEscWarning.getState().warning,
  };
}

function take(rung: Rung): void {
  switch (rung.kind) {
    case "close":
      closeLayer();
      break;
    case "clear":
      clearFocused();
      break;
    case "deny":
    case "skip":
      currentFrame()?.no();
      break;
    case "warnSkip":
      warn("skip", rung.target);
      return;
    case "stop":
      interrupt(rung.target).catch(toastError);
      break;
    case "warnRewind":
      warn("rewind", rung.target);
      return;
    case "rewind":
      openPanel("rewind");
      break;
    default:
      rung satisfies never;
  }
  unwarn();
}

function clearFocused(): void {
  const field = textField(document.activeElement);
  if (!field) return;
  keepText(field);
  emptyField(field);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function warn(of: Warning["of"], target: string): void {
  clearTimeout(timer);
  useEscWarning.setState({ warning: { of, target, at: performance.now() } });
  timer = setTimeout(unwarn, AGAIN_MS);
}

function unwarn(): void {
  clearTimeout(timer);
  useEscWarning.setState({ warning: undefined });
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing) return;
  if (event.key !== "Escape") {
    unwarn();
    return;
  }
  if (!hasLayer() && document.querySelector(OVERLAYS)) return;
  const rung = rungOf(situation(event.timeStamp));
  if (!rung && !event.repeat) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // A key that is held down is one press.
  if (rung && !event.repeat) take(rung);
  changed();
}

/** Listens for Esc before anything else on the page does. */
export function startEsc(): void {
  addEventListener("keydown", onKeyDown, { capture: true });
  for (const kind of ["focusin", "focusout", "input"]) addEventListener(kind, changed);
  subscribeFrames(changed);
  subscribeLayers(changed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const next = (): string => {
  const rung = rungOf(situation());
  return rung && "target" in rung ? `${rung.kind} ${rung.target}` : (rung?.kind ?? "");
};

/** Whether Esc would do this now to the request or session: only then is the key shown on a button. */
export function useEscDoes(kinds: Rung["kind"][], target: string): boolean {
  const rung = useSyncExternalStore(subscribe, next);
  return kinds.some((kind) => rung === `${kind} ${target}`);
}
