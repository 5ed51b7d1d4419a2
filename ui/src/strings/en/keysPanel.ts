// Texts of the panel that shows and changes keys.

import { plural } from "./plural";

export const keysStrings = {
  note: "Shortcuts are kept in this browser.",
  keyNote:
    "Ctrl+K clears the conversation, as in a terminal. The palette opens with Ctrl+Shift+P or Ctrl+/ (on a Mac also ⌘K).",
  change: (what: string) => `Change the key of ${what}`,
  press: "Press the keys… Esc cancels",
  none: "no key",
  remove: (what: string) => `Remove the key of ${what}`,
  reset: (what: string) => `Reset the key of ${what}`,
  resetAll: "Reset all",
  fixed: "always",
  changed: "changed",
  conflict: (others: string) => `Also used by: ${others}`,
  conflicts: (count: number) =>
    plural(count, {
      one: "One key is used twice: only the first of them works.",
      other: `${count} keys are used twice.`,
    }),
  find: "Find a key or an action",
  copy: "Copy the selection",
  copyNote: "Ctrl+C copies. It never stops anything: Esc does.",
};
