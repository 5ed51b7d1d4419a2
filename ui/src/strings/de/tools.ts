import type { toolStrings as english } from "../en/tools";
import { plural } from "./plural";

const many = (count: number, one: string, other: string): string =>
  `${count} ${plural(count, { one, other })}`;

export const toolStrings: typeof english = {
  states: {
    streaming: "wird vorbereitet",
    waiting: "wartet",
    running: "läuft",
    done: "fertig",
    failed: "fehlgeschlagen",
    denied: "abgelehnt",
    interrupted: "gestoppt",
  },
  deeds: {
    read: (count) => `${many(count, "Datei", "Dateien")} gelesen`,
    search: (count) => `${many(count, "Muster", "Muster")} gesucht`,
    list: (count) => `${many(count, "Verzeichnis", "Verzeichnisse")} aufgelistet`,
    fetch: (count) => `${many(count, "Seite", "Seiten")} abgerufen`,
    webSearch: (count) => `${count}-mal im Web gesucht`,
    run: (count) => `${many(count, "Befehl", "Befehle")} ausgeführt`,
  },
  inputChanged: "Die Eingabe wurde vor der Ausführung geändert",
  input: "Eingabe",
  result: "Ergebnis",
  noOutput: "Keine Ausgabe",
  kept: (size) =>
    size === undefined ? "Ganze Ausgabe gespeichert in" : `Ganze Ausgabe (${size}) gespeichert in`,

  jobs: {
    pending: "noch nicht gestartet",
    running: "läuft",
    paused: "pausiert",
    done: "fertig",
    failed: "fehlgeschlagen",
    stopped: "gestoppt",
  },
  calls: (count) => many(count, "Aufruf", "Aufrufe"),
  tokens: (count) => `${count} Token`,
  steps: (count) => many(count, "Schritt", "Schritte"),
  told: "Prompt",

  background: "Hintergrund",
  exit: (code) => `Exit ${code}`,
  interrupted: "unterbrochen",

  question: "Frage",
  notAnswered: "nicht beantwortet",
  plan: "Plan",
  planBegins: "Planung beginnt",
  planWaits: "wartet auf Genehmigung",
  planApproved: "genehmigt",
  planSentBack: "zurückgegeben",

  pagesRead: (pages) => `Seiten ${pages}`,
  lines: (count) => many(count, "Zeile", "Zeilen"),
  linesOf: (count, all) => `${count} von ${all} Zeilen`,
  cells: (count) => many(count, "Zelle", "Zellen"),
  pages: (count) => many(count, "Seite", "Seiten"),
  picture: "Bild",
  pdf: "PDF",
  text: "Text",
  code: "Code",
  cellOutput: "Ausgabe der Zelle",

  newFile: "neu",
  files: (count) => many(count, "Datei", "Dateien"),
  globIn: " in ",

  tasks: (count) => many(count, "Aufgabe", "Aufgaben"),
  tasksDone: (done, all) => `${done} von ${all} erledigt`,
  waitsFor: (tasks) => `wartet auf ${tasks}`,
  taskStates: { completed: "erledigt", in_progress: "in Arbeit", pending: "offen" },
};
