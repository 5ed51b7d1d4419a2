import type { doingStrings as english, troubleStrings as englishTrouble } from "../en/doing";
import { plural } from "./plural";

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const doingStrings: typeof english = {
  notStarted: "Nicht gestartet",
  starting: "Claude startet",
  idle: "Inaktiv",
  sent: "Gesendet",
  requesting: "Wartet auf das Modell",
  thinking: "Denkt nach",
  writing: "Schreibt",
  calling: "Bereitet Werkzeugaufruf vor",
  waiting: "Wartet auf Antwort",
  compacting: "Komprimiert den Kontext",
  background: (jobs) => plural(jobs, { one: "1 Hintergrundaufgabe", other: `${jobs} Hintergrundaufgaben` }),
  parked: "Schläft",
  closed: "Geschlossen",
  endedBySignal: (signal) => `Durch Signal ${signal} beendet`,
  endedWithCode: (code) => `Mit Code ${code} beendet`,
  againIn: (seconds) => ` in ${seconds} s`,
  retrying: (error, attempt, all) => `${capitalized(error)}, Versuch ${attempt} von ${all}`,
  aTool: "ein Werkzeug",
  running: (what) => `Führt ${what} aus`,
  runningTools: (count) => `Führt ${count} Werkzeuge aus`,
  quiet: (time) => `, seit ${time} kein Ereignis`,
  announced: {
    over: "Der Durchgang ist fertig.",
    ended: "Der CLI-Prozess ist beendet.",
  },
};

export const troubleStrings: typeof englishTrouble = {
  dismiss: "Ausblenden",
  startAgain: "Neu starten",
  killAndResume: "Abbrechen und fortsetzen",
  limits: {
    five_hour: "Fünf-Stunden-Limit",
    seven_day: "Wochenlimit",
    seven_day_opus: "Wochenlimit für Opus",
  },
  limit: "Limit",
  missing: "Die CLI von Claude Code wurde nicht gefunden.",
  missingNext:
    "Mit `npm install -g @anthropic-ai/claude-code` installieren oder mit --claude angeben, dann den Server neu starten.",
  broken: "Die CLI von Claude Code startet nicht.",
  brokenNext: "`pilothouse doctor` nennt die Ursache.",
  newer: (version) => `CLI ${version ?? "unbekannt"}: neuer als die getesteten Versionen.`,
  newerNext: "Unbekannte Nachrichten werden unverändert angezeigt. Mehr dazu: `pilothouse doctor`.",
  older: (version) => `CLI ${version ?? "unbekannt"}: älter als die getesteten Versionen.`,
  olderNext: "Mit `claude update` aktualisieren.",
  diedBySignal: (signal) => `CLI-Prozess durch Signal ${signal} beendet. Die Unterhaltung bleibt erhalten.`,
  diedWithCode: (code) => `CLI-Prozess mit Code ${code} beendet. Die Unterhaltung bleibt erhalten.`,
  diedNext: "Neu starten oder eine Nachricht senden: Beides setzt die Unterhaltung fort.",
  signedOut: "Die CLI ist nicht angemeldet.",
  signedOutNext:
    "Im Terminal mit `claude` anmelden oder ANTHROPIC_API_KEY setzen, dann diese Sitzung neu starten.",
  resets: (when) => ` Zurückgesetzt: ${when}.`,
  reached: (limit) => `${limit} des Kontos erreicht.`,
  reachedNext:
    "Neue Nachrichten schlagen fehl. Nach dem Zurücksetzen erneut senden oder ein anderes Modell wählen.",
  share: (percentage) => ` ${percentage} % verbraucht.`,
  overage: (limit) => `${limit} erreicht; zusätzliche Nutzung wird berechnet.`,
  near: (limit) => `${limit} fast erreicht.`,
};
