import { type ReactNode, Suspense, useState } from "react";
import type { Spot } from "./menu";

/** What the content of a menu gets that is loaded when its button is first pressed. */
export interface OpenMenu {
  at: Spot;
  from: HTMLElement;
  onClose: () => void;
}

interface LazyMenuProps {
  /** The button, with what opens the menu. */
  button: (props: { open: boolean; onOpen: (button: HTMLElement) => void }) => ReactNode;
  menu: (props: OpenMenu) => ReactNode;
}

/** A button whose menu is no part of the first page: it is loaded when it is wanted. */
export function LazyMenu({ button, menu }: LazyMenuProps) {
  const [open, setOpen] = useState<Omit<OpenMenu, "onClose">>();
  const onOpen = (from: HTMLElement) => {
    const box = from.getBoundingClientRect();
    // In the lower half of the window it opens above its button.
    const below = box.bottom < innerHeight / 2;
    setOpen({ from, at: { x: box.left, y: below ? box.bottom + 4 : box.top - 4 } });
  };
  return (
    <>
      {button({ open: open !== undefined, onOpen })}
      {open && <Suspense>{menu({ ...open, onClose: () => setOpen(undefined) })}</Suspense>}
    </>
  );
}
