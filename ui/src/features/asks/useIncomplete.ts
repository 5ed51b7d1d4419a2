import { type RefObject, useLayoutEffect, useState } from "react";

const isCut = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;

const scrolls = (element: Element): boolean => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow === "auto" || overflow === "scroll");
};

const hasHidden = (content: Element): boolean =>
  content.querySelector("details:not([open])") !== null ||
  [content, ...content.querySelectorAll("*")].some((element) => isCut(element) && scrolls(element));

/** Whether part of what would happen can only be seen by scrolling or opening something. */
export function useIncomplete(content: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [incomplete, setIncomplete] = useState(wanted);
  // Before it is seen: a button does not become another one under the pointer.
  useLayoutEffect(() => {
    const element = content.current;
    if (!element || !wanted) return;
    const look = () => setIncomplete(hasHidden(element));
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const parts = new MutationObserver(look);
    parts.observe(element, { childList: true, subtree: true, characterData: true, attributes: true });
    look();
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [content, wanted]);
  return wanted && incomplete;
}
