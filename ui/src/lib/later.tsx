// Parts of the page that are loaded when they are first wanted, or before that while the page is idle.

import { type ComponentType, lazy, type ReactNode, useState } from "react";

export interface Later<P> {
  (props: P): ReactNode;
  /** Loads it now, so that it is drawn at once when it is wanted. */
  preload: () => Promise<unknown>;
}

/**
 * A part that is loaded later. Once it is there it is drawn at once: a lazy component would show the fallback around it
 * first, which React then keeps for 300 ms.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | undefined;
  const get = async (): Promise<ComponentType<P>> => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await get() })) as unknown as ComponentType<P>;
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, in its module
  function Part(props: P): ReactNode {
    // The same as long as it is shown: in place of another it would be drawn anew.
    const [Chosen] = useState(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Part, { preload: get });
}

/** Parts that are likely to be wanted next, in the order in which the page comes to know them. */
const likely: Later<never>["preload"][] = [];

/** Marks a part to be loaded while the page is idle. */
export function soon<P>(part: Later<P>): Later<P> {
  likely.push(part.preload);
  return part;
}

/** The next part to load, if one is left. */
export const nextSoon = (): Later<never>["preload"] | undefined => likely.shift();
