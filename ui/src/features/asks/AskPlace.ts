import { createContext } from "react";

/** Where requests are shown, and what follows from it. */
interface Place {
  /** A new request takes the focus, unless the person is typing. */
  takesFocus: boolean;
  /** Shows the request where there is room for all of it. Without it there is room. */
  onReview?: () => void;
}

export const AskPlace = createContext<Place>({ takesFocus: true });
