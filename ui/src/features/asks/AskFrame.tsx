import { ChevronDown } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useHost } from "@/api/hooks";
import type { Action } from "@/api/scope";
import { can } from "@/api/scope.logic";
import { useEscDoes, useEscWarning } from "@/app/esc/ladder";
import { activeSession } from "@/app/navigation";
import { useKeyLabel } from "@/app/shortcuts/bindings";
import { shown } from "@/app/shortcuts/keys";
import { Button } from "@/components/ui/button";
import { ButtonMenu } from "@/components/ui/menu";
import { cn } from "@/lib/cn";
import { textField } from "@/lib/fields";
import { restingPlace, useFocusBack } from "@/lib/focusBack";
import { sessionAround } from "@/lib/panes";
import { askStrings as words } from "@/strings/late";
import { AskPlace } from "./AskPlace";
import { type Focused, meaningOf, type Press, readyAt, takesFocus, type YesKey } from "./answering.logic";
import { handOn, putFrame } from "./frames";
import { useIncomplete } from "./useIncomplete";
import { useSight } from "./useSight";

/** A way to answer. */
interface Way {
  label: ReactNode;
  run: () => void;
  disabled?: boolean;
  /** More than yes, no or a choice. */
  needs?: Action;
  look?: "primary" | "plain" | "danger" | "quiet";
}

interface AskFrameProps {
  session: string;
  ask: string;
  /** A permission request is denied by one press of Esc; a plan and everything else is skipped by two. */
  kind: "permission" | "plan" | "other";
  title: ReactNode;
  /** Above the title. */
  above?: ReactNode;
  /** Danger and irreversible things interrupt a screen reader. */
  urgent?: boolean;
  /** An answer is on its way. */
  busy: boolean;
  /** Yes, and the key that says it where one may. */
  yes?: Way & { key?: YesKey };
  /** What Esc says. */
  no?: Way;
  /** What the digits pick. */
  choices?: { count: number; pick: (index: number) => void };
  /** The arrows to the sides lead to another part of the form. */
  onArrow?: (step: 1 | -1) => void;
  /** Enter in a text field of the form. */
  onFieldEnter?: (field: HTMLElement) => void;
  /** A field above the buttons. */
  remark?: ReactNode;
  /** Further buttons. No key presses them but Enter on the focused one. */
  others?: ReactNode;
  /** Items of the menu of further answers: standing permissions, and other ways to say no. */
  more?: ReactNode;
  children?: ReactNode;
}

const KeysWork = createContext(false);

/** Whether the digits of the request work now: only then are they shown. */
export const useDigitsWork = (): boolean => useContext(KeysWork);

/** On a phone no and yes share the first line, yes under the right thumb; what goes further stands below them. */
const half = "max-md:min-h-[46px] max-md:basis-[40%]";

/**
 * The region of one request, and all rules of answering it by key: a form only declares yes, no and choices.
 * The focus moves here when it appears, unless the person is typing, and back when it is settled.
 */
export function AskFrame(props: AskFrameProps) {
  const { session, ask, kind, title, urgent = false, busy } = props;
  const scope = useHost()?.scope;
  const answers = can(scope, "answer");
  const permitted = <W extends Way>(way: W | undefined): W | undefined =>
    can(scope, way?.needs ?? "answer") ? way : undefined;
  const yes = permitted(props.yes);
  const no = permitted(props.no);
  const choices = answers ? props.choices : undefined;
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useContext(AskPlace);
  const Heading = `h${place.level}` as const;
  const { sight, visible, ready } = useSight(region);
  const focus = useFocus(region);
  const incomplete = useIncomplete(
    content,
    place.onReview !== undefined && kind !== "other" && yes !== undefined,
  );
  const review = incomplete ? place.onReview : undefined;
  const yesKey: YesKey | undefined = review ? "Enter" : yes?.key;
  const sayYes = review ?? yes?.run;
  const name = `${session} ${ask}`;
  const warned = useEscWarning(({ warning }) => warning?.of === "skip" && warning.target === name);
  const escWorks = useEscDoes(["deny", "warnSkip", "skip"], name) && !busy;
  const keysWork = ready && !busy && (focus === "request" || focus === "control");
  const yesFocus = yesKey === "Enter" ? focus === "request" : focus !== undefined;
  const yesWorks = ready && !busy && yesFocus && (review !== undefined || !yes?.disabled);
  const refused = useRef(false);
  const enterAnswers = yesKey === "Enter" && (review !== undefined || !yes?.disabled);
  const ring = focus === "request" && enterAnswers && "outline-2 outline-offset-2 outline-focus";
  const selectKey = useKeyLabel("conversation.nextAsk");

  useTakenFocus(region, session, place.takesFocus && answers);
  const latestNo = useRef<() => void>(undefined);
  useEffect(() => {
    latestNo.current = busy ? undefined : no?.run;
  });
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    return putFrame({
      session,
      name,
      kind: kind === "permission" ? kind : "other",
      element,
      readyAt: () => readyAt(sight()),
      no: () => latestNo.current?.(),
    });
  }, [session, name, kind, sight]);

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const on = placeOf(event.target, region.current);
    if (on === "field" && event.key === "Enter" && !submits(event)) return;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step !== 0 && on !== "field") props.onArrow?.(step);
    const meaning = meaningOf(pressOf(event, on), {
      sight: sight(),
      yes: !review && yes?.disabled ? undefined : yesKey,
      choices: choices?.count ?? 0,
    });
    if (!meaning || meaning.kind === "press") return;
    if (meaning.kind === "field" && !props.onFieldEnter) return;
    event.preventDefault();
    refused.current = event.key === " ";
    if (meaning.kind === "yes" && !busy) sayYes?.();
    else if (meaning.kind === "choice") choices?.pick(meaning.index);
    else if (meaning.kind === "show") region.current?.scrollIntoView({ block: "nearest" });
    else if (meaning.kind === "field" && event.target instanceof HTMLElement)
      props.onFieldEnter?.(event.target);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two, which the rule cannot see
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label
    <div
      ref={region}
      data-ask
      data-ready={ready || undefined}
      data-visible={visible || undefined}
      // Where Enter answers, the button that it presses has the ring.
      data-ring={(focus === "request" && !enterAnswers) || undefined}
      role={urgent ? "alertdialog" : "dialog"}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKey}
      onKeyUp={(event) => {
        // A button is pressed when Space is released.
        if (refused.current && event.key === " ") event.preventDefault();
        refused.current = false;
      }}
      className={cn(
        "flex max-h-[calc(var(--page-height,100dvh)*0.6)] animate-[arrive_120ms_ease-out] flex-col outline-none",
      )}
    >
      <div ref={content} className="min-h-0 flex-1 space-y-2 overflow-y-auto px-4 pt-3 pb-0.5">
        {props.above}
        <div className="flex items-baseline justify-between gap-2">
          <Heading id={id} className="min-w-0 text-[0.9375rem] font-semibold tracking-[-0.01em]">
            {title}
          </Heading>
          {place.takesFocus && answers && selectKey && (
            <span className={cn("shrink-0 text-xs text-faint pointer-coarse:hidden", focus && "invisible")}>
              {words.select(selectKey)}
            </span>
          )}
        </div>
        <KeysWork value={keysWork}>{props.children}</KeysWork>
      </div>
      <div className="shrink-0 space-y-2 px-4 pt-3 pb-3.5">
        <div className="flex flex-wrap items-center gap-2 max-md:[&_button]:grow">
          {answers && props.remark}
          {review ? (
            <Button
              look="primary"
              hotkey={yesKey && shown(yesKey)}
              hotkeyIdle={!yesWorks}
              onClick={review}
              className={cn(half, "max-md:order-2", ring)}
            >
              {words.review}
            </Button>
          ) : (
            yes && (
              <Button
                look={yes.look ?? "primary"}
                hotkey={yesKey && shown(yesKey)}
                hotkeyIdle={!yesWorks}
                disabled={busy || (yes.disabled ?? false)}
                onClick={yes.run}
                className={cn(half, "max-md:order-2", ring)}
              >
                {yes.label}
              </Button>
            )
          )}
          {no && (
            <Button
              look={no.look ?? "plain"}
              hotkey={words.esc}
              hotkeyIdle={!escWorks}
              disabled={busy || (no.disabled ?? false)}
              onClick={no.run}
              className={cn(half, "max-md:order-1")}
            >
              {no.label}
            </Button>
          )}
          {answers && props.others && <div className="contents max-md:*:order-3">{props.others}</div>}
          {answers && !review && props.more && (
            <ButtonMenu
              align="end"
              side="top"
              className="max-w-[min(34rem,calc(100vw-1rem))]"
              trigger={
                <Button look="quiet" disabled={busy} className="max-md:order-3 md:ml-auto">
                  {words.moreChoices}
                  <ChevronDown size={13} strokeWidth={1.75} aria-hidden />
                </Button>
              }
            >
              {() => props.more}
            </ButtonMenu>
          )}
        </div>
        {!answers && <p className="text-xs text-soft">{words.viewOnly}</p>}
        {warned && (
          <p role="status" className="text-sm text-wait">
            {words.escAgain}
          </p>
        )}
        {review && <p className="text-xs text-soft">{words.incomplete}</p>}
      </div>
    </div>
  );
}

const pressOf = ({ nativeEvent: event }: KeyboardEvent, on: Press["on"]): Press => ({
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  altKey: event.altKey,
  shiftKey: event.shiftKey,
  repeat: event.repeat,
  at: event.timeStamp,
  on,
});

/** Whether Enter answers by this field, and makes no new line in it. */
const submits = ({ target, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  target instanceof HTMLInputElement ||
  (target instanceof HTMLElement && target.dataset.submits !== undefined);

const placeOf = (target: EventTarget | null, region: HTMLElement | null): Press["on"] =>
  target === region ? "request" : textField(target) ? "field" : "control";

/** What in the region has the focus. */
function useFocus(region: { current: HTMLElement | null }): Press["on"] | undefined {
  const [focus, setFocus] = useState<Press["on"]>();
  useEffect(() => {
    const look = () => {
      const focused = document.activeElement;
      setFocus(region.current?.contains(focused) ? placeOf(focused, region.current) : undefined);
    };
    const left = () => queueMicrotask(look);
    look();
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", left);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", left);
    };
  }, [region]);
  return focus;
}

/** Takes the focus when the request appears, where nobody types, and gives it back when it goes. */
function useTakenFocus(region: { current: HTMLElement | null }, session: string, takes: boolean): void {
  // Read while drawing: the request that this one follows is still there and has the focus.
  const [before] = useState(() => focusedNow(session));
  // In a list the next request gets the focus, not the one that had it before.
  useFocusBack(() => restingPlace(session), takes);
  useLayoutEffect(() => {
    const element = region.current;
    // What had the focus goes with the request: the next one is selected, and gets its own time.
    return () => {
      if (element?.contains(document.activeElement)) handOn();
    };
  }, [region]);
  useEffect(() => {
    if (takes && takesFocus(before)) region.current?.focus({ preventScroll: true });
  }, [region, takes, before]);
}

function focusedNow(session: string): Focused {
  const focused = document.activeElement;
  const active = activeSession() === session;
  if (!focused || focused === document.body) return { kind: "nothing", where: "elsewhere", active };
  const pane = sessionAround(focused);
  const where = pane !== session ? "elsewhere" : focused.closest("[data-ask]") ? "request" : "pane";
  return { kind: textField(focused) ? "field" : "control", where, active };
}
