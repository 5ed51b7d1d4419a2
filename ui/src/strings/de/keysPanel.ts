import type { keysStrings as english } from "../en/keysPanel";
import { plural } from "./plural";

export const keysStrings: typeof english = {
  note: "Tastenkürzel gelten in diesem Browser.",
  keyNote:
    "Strg+K leert die Unterhaltung, wie im Terminal. Die Befehlspalette öffnet sich mit Strg+Umschalt+P oder Strg+/ (auf dem Mac auch ⌘K).",
  change: (what) => `Taste für „${what}“ ändern`,
  press: "Tasten drücken… Esc bricht ab",
  none: "keine Taste",
  remove: (what) => `Taste für „${what}“ entfernen`,
  reset: (what) => `Taste für „${what}“ zurücksetzen`,
  resetAll: "Alle zurücksetzen",
  fixed: "fest",
  changed: "geändert",
  conflict: (others) => `Auch belegt durch: ${others}`,
  conflicts: (count) =>
    plural(count, {
      one: "Eine Taste ist doppelt belegt: Nur die erste Belegung wirkt.",
      other: `${count} Tasten sind doppelt belegt.`,
    }),
  find: "Taste oder Aktion suchen",
  copy: "Auswahl kopieren",
  copyNote: "Strg+C kopiert und stoppt nie. Esc stoppt.",
};
