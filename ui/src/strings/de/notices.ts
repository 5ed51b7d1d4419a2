import type { notices as english } from "../en/notices";

export const notices: typeof english = {
  asks: (project, tool) => `${project}: ${tool} erlauben?`,
  waits: (project) => `${project}: Eingriff nötig`,
  ended: (project) => `${project}: fertig`,
  failed: (project) => `${project}: fehlgeschlagen`,
  allow: "Erlauben",
  deny: "Ablehnen",
  open: "Öffnen",
  review: "Prüfen",
  notAnswered: "Nicht beantwortet",
  settled: "Anderswo beantwortet oder von der CLI zurückgezogen.",
  unreachable: "Der Server ist nicht erreichbar. Zum Antworten die Sitzung öffnen.",
  signedOut: "Dieses Gerät ist nicht mehr angemeldet.",
  something: "In einer Sitzung ist ein Eingriff nötig",
};
