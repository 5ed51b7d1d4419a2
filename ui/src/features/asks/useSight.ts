import { type RefObject, useEffect, useRef, useState } from "react";
import { readyAt, type Sight } from "./answering.logic";
import { framesChanged, lastHanded, subscribeFrames } from "./frames";

// Close to one in small steps: a size that is no whole number of pixels may never be reported as whole.
const STEPS = [0, 0.5, 0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995, 0.999, 1];

const isWhole = ({ boundingClientRect: all, intersectionRect: seen }: IntersectionObserverEntry): boolean =>
  all.height > 0 && all.height - seen.height < 1.5 && all.width - seen.width < 1.5;

/** Since when all of an element is in sight, and whether keys can act on it. */
export function useSight(element: RefObject<HTMLElement | null>) {
  const whole = useRef(false);
  const visibleAt = useRef<number>(undefined);
  const [ready, setReady] = useState(false);
  const [visible, setVisible] = useState(false);
  const sight = useRef((): Sight => ({ visibleAt: visibleAt.current, handedAt: lastHanded() }));

  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const look = () => {
      const now = whole.current && document.visibilityState === "visible";
      if (now === (visibleAt.current !== undefined)) return;
      visibleAt.current = now ? performance.now() : undefined;
      setVisible(now);
      framesChanged();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last) whole.current = isWhole(last);
        look();
      },
      { threshold: STEPS },
    );
    observer.observe(observed);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [element]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known = false;
    const check = () => {
      clearTimeout(timer);
      const at = readyAt(sight.current());
      const left = at === undefined ? Number.POSITIVE_INFINITY : at - performance.now();
      if (left > 0 && left < Number.POSITIVE_INFINITY) timer = setTimeout(check, left);
      const now = left <= 0;
      if (now === known) return;
      known = now;
      setReady(now);
      framesChanged();
    };
    const stop = subscribeFrames(check);
    check();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);

  return { sight: sight.current, visible, ready };
}
