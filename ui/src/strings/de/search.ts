import type { search as english } from "../en/search";
import { plural } from "./plural";

export const search: typeof english = {
  title: "Suche",
  field: "Alle Sitzungen durchsuchen",
  placeholder: "Nachrichten, Befehle, Dateien…",
  start: "Alle Sitzungen durchsuchen",
  startHint:
    "Prompts, Antworten, Befehle und ihre Ausgabe. Ein Treffer öffnet die Unterhaltung an dieser Stelle.",
  none: (text) => `Keine Treffer für „${text}“.`,
  noneHint: "Weniger oder andere Wörter eingeben. Gesucht wird nach Wortanfängen.",
  more: "Mehr anzeigen",
  hits: (count, more) =>
    more ? `${count}+ Treffer` : plural(count, { one: "1 Treffer", other: `${count} Treffer` }),
};
