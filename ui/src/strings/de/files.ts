import type { filesStrings as english } from "../en/files";
import { plural } from "./plural";

const files = (count: number): string => plural(count, { one: "1 Datei", other: `${count} Dateien` });

export const filesStrings: typeof english = {
  tree: "Projekt",
  find: "Datei suchen",
  nothing: (query) => `Keine Datei passt zu „${query}“.`,
  emptyDirectory: "leer",
  emptyTitle: "Keine Dateien",
  empty: "Das Projektverzeichnis ist leer oder wird von git ganz ignoriert.",
  back: "Zurück zu den Dateien",
  copyPath: "Pfad kopieren",
  mention: "In der Nachricht erwähnen",
  mentioned: (path) => `@${path} steht in der Nachricht.`,
  size: "Größe",
  binary: "Diese Datei ist kein Text.",
  large: (size) => `Diese Datei hat ${size}. Angezeigt wird der Anfang.`,
  download: "Herunterladen",
  rendered: "Ansicht",
  source: "Quelltext",
  changes: "Änderungen",
  view: "Darstellung",
  marks: {
    M: "geändert",
    A: "neu",
    D: "gelöscht",
    R: "umbenannt",
    "??": "neu, nicht hinzugefügt",
    U: "Konflikt",
  },

  rewind: {
    note: "Setzt Dateien, die Werkzeuge dieser Sitzung geändert haben, auf den Stand vor einer Nachricht. Änderungen durch Befehle bleiben, ebenso die Unterhaltung.",
    off: "Diese Sitzung läuft ohne Checkpoints; Dateien können nicht zurückgesetzt werden.",
    emptyTitle: "Noch keine Checkpoints",
    empty: "Die CLI merkt sich zu jeder Nachricht die Dateien, die sie ändert. Sie erscheinen hier.",
    list: "Checkpoints",
    before: "Vor dieser Nachricht",
    preview: "Vorschau",
    nothing: "Keine Änderung: Die Dateien sind auf diesem Stand.",
    would: (count) => `${files(count)} zurückzusetzen`,
    lines: (added, removed) => `+${added} −${removed}`,
    restore: (count) => `${files(count)} zurücksetzen`,
    restored: (count) => `${files(count)} zurückgesetzt.`,
    cannot: "Zurückspulen bis hierher ist nicht möglich.",
  },

  notebook: {
    cells: (count) => plural(count, { one: "1 Zelle", other: `${count} Zellen` }),
    language: "Sprache",
    broken: "Dieses Notebook ist nicht lesbar.",
    code: (count) => `In [${count ?? " "}]`,
    markdown: "Text",
    raw: "Roh",
    output: "Ausgabe",
    image: "Bild aus der Zelle",
    empty: "Das Notebook hat keine Zellen.",
    html: "Diese Ausgabe ist HTML und wird nur als Text angezeigt.",
    error: "Fehler",
  },
};
