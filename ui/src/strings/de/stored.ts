import type { stored as english } from "../en/stored";
import { plural } from "./plural";

export const stored: typeof english = {
  title: "CLI-Verlauf",
  explain: "Unterhaltungen, die die CLI auf diesem Rechner speichert, auch aus dem Terminal.",
  filter: "Unterhaltungen filtern",
  project: "Projekt",
  allProjects: "alle Projekte",
  none: "Noch keine Unterhaltungen",
  noneHint: "Unterhaltungen mit claude im Terminal und in Sitzungen hier erscheinen in dieser Liste.",
  nothingFits: "Keine Treffer.",
  held: "von einem anderen Prozess verwendet",
  heldHint: "Fortsetzen würde gleichzeitig schreiben; Abzweigen setzt eine Kopie fort.",
  hosted: "hier als Sitzung vorhanden",
  messages: (count) => plural(count, { one: "1 Nachricht", other: `${count} Nachrichten` }),
  read: "Lesen",
  resume: "Fortsetzen",
  fork: "Abzweigen",
  open: "Sitzung öffnen",
  more: "Mehr anzeigen",
  readOnly: "Nur lesbar: gespeicherte Unterhaltung der CLI.",
  back: "CLI-Verlauf",
  untitled: "Unterhaltung",
};
