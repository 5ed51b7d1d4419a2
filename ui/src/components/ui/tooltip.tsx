// One tooltip for the page: it shows the `data-tip` of what is pointed at or focused. Rows by the thousand need no
// component of their own for it, and it is loaded after the first paint.

import { Tooltip } from "radix-ui";
import { useEffect, useState } from "react";

interface Tip {
  text: string;
  hotkey: string | undefined;
  box: DOMRect;
}

/** How long something is pointed at before its tooltip shows. */
const DELAY_MS = 500;

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;

export function Tooltips() {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let on: HTMLElement | null = null;
    const hide = () => {
      clearTimeout(timer);
      on = null;
      setTip(undefined);
    };
    const show = (element: HTMLElement, wait: number) => {
      if (element === on) return;
      hide();
      on = element;
      timer = setTimeout(() => {
        const { tip: text, tipKey: hotkey } = element.dataset;
        if (text && element.isConnected) setTip({ text, hotkey, box: element.getBoundingClientRect() });
      }, wait);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      const element = tipOf(event.target);
      if (element) show(element, DELAY_MS);
      else if (on) hide();
    };
    const onFocus = (event: FocusEvent) => {
      const element = tipOf(event.target);
      if (element?.matches(":focus-visible")) show(element, 0);
      else hide();
    };
    document.addEventListener("pointerover", onOver);
    document.addEventListener("focusin", onFocus);
    for (const name of ["pointerdown", "keydown", "focusout"]) document.addEventListener(name, hide, true);
    document.addEventListener("scroll", hide, true);
    return () => {
      hide();
      document.removeEventListener("pointerover", onOver);
      document.removeEventListener("focusin", onFocus);
      for (const name of ["pointerdown", "keydown", "focusout"])
        document.removeEventListener(name, hide, true);
      document.removeEventListener("scroll", hide, true);
    };
  }, []);
  if (!tip) return null;
  const { box } = tip;
  return (
    <Tooltip.Provider>
      <Tooltip.Root open>
        <Tooltip.Trigger asChild>
          <span
            aria-hidden
            className="pointer-events-none fixed"
            style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          {/* The element has its words already, as its name; hidden, they are not read twice. */}
          <Tooltip.Content
            aria-hidden
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="pointer-events-none z-[60] flex max-w-72 items-center gap-2 rounded-md bg-solid px-2 py-1 text-xs text-solid-ink"
          >
            {tip.text}
            {tip.hotkey && <kbd className="font-mono text-[0.6875rem] opacity-75">{tip.hotkey}</kbd>}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
