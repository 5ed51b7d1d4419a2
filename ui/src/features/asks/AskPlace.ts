import { createContext } from "react";

/** Where requests are shown, and what follows from it. */
interface Place {
  /** A new request takes the focus, unless the person is typing. */
  takesFocus: boolean;
  /** Shows the request where there is room for all of it. Without it there is room. */
  onReview?: () => void;
  /** The level of its heading. */
  level: 2 | 3 | 4;
}

export const AskPlace = createContext<Place>({ takesFocus: true, level: 2 });

/** The card of a request. Where no button has the ring of the focus, the card has it. */
export const requestCard =
  "rounded-xl border border-l-[3px] border-line border-l-wait-fill bg-raised has-[[data-ring]]:outline-2 has-[[data-ring]]:-outline-offset-1 has-[[data-ring]]:outline-focus";
