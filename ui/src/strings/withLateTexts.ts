import { language } from "./language";
import { loadLate } from "./load";

/** Loads a page or a panel after the texts it is made with. */
export const withLateTexts =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () =>
    loadLate(language).then(load);
