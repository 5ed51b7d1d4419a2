// One German word for one thing. `catalogues.test.ts` finds the words that a catalogue must not use.

interface Term {
  /** As in the English catalogue. */
  english: string;
  german: string;
  /** Other words for the same thing. */
  not?: RegExp;
}

export const glossary: readonly Term[] = [
  { english: "session", german: "Sitzung", not: /\bSession/ },
  { english: "permission request", german: "Anfrage", not: /Genehmigungsanfrage|Rückfrage/ },
  { english: "allow", german: "erlauben", not: /[zZ]ulassen|[gG]estatte/ },
  { english: "deny", german: "ablehnen", not: /[vV]erweiger|[vV]erbiete/ },
  { english: "approve (a plan)", german: "genehmigen" },
  { english: "turn", german: "Durchgang", not: /\bRunde|\bDurchlauf/ },
  { english: "message", german: "Nachricht", not: /\bMeldung/ },
  { english: "conversation", german: "Unterhaltung", not: /\bKonversation|\bGespräch/ },
  { english: "tool call", german: "Werkzeugaufruf", not: /\bTool/ },
  { english: "rule", german: "Regel" },
  { english: "device", german: "Gerät" },
  { english: "server", german: "Server", not: /\bHost\b/ },
  { english: "panel", german: "Bereich", not: /\bPanel/ },
  { english: "pane", german: "Spalte" },
  { english: "command palette", german: "Befehlspalette" },
  { english: "protocol log", german: "Protokoll" },
  { english: "put to sleep, wake", german: "schlafen, wecken", not: /\bparke|\baufwecken/i },
  { english: "fork", german: "abzweigen", not: /\bForke?n?\b/ },
  { english: "rewind", german: "zurückspulen" },
  { english: "compact", german: "komprimieren", not: /[vV]erdicht/ },
  { english: "resume", german: "fortsetzen", not: /[wW]iederaufnehmen/ },
  { english: "held (messages)", german: "zurückgehalten" },
  { english: "needs you", german: "Eingriff nötig" },
  { english: "ready for review", german: "zu prüfen" },
  { english: "idle", german: "inaktiv", not: /[uU]ntätig/ },
  { english: "usage", german: "Verbrauch" },
  { english: "settings", german: "Einstellungen", not: /\bOptionen der Sitzung/ },
  { english: "effort", german: "Aufwand" },
  { english: "directory", german: "Verzeichnis", not: /\bOrdner/ },
  { english: "full access", german: "Vollzugriff" },
  // Imperatives without address, or nouns.
  {
    english: "you",
    german: "",
    not: /\bSie (können|müssen|haben|sind)|\bIhre?[nrms]?\b|\b[dD]eine?[nrms]?\b/,
  },
];
