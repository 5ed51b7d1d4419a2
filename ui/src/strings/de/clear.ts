import type { clear as english } from "../en/clear";

export const clear: typeof english = {
  title: "Unterhaltung leeren?",
  text: "Sendet /clear: Die CLI beginnt in dieser Sitzung eine neue Unterhaltung. Die bisherige bleibt lesbar und kann aus dem CLI-Verlauf fortgesetzt werden.",
  confirm: "Leeren",
  cancel: "Abbrechen",
  unknown: "Diese CLI kennt /clear nicht. Stattdessen eine neue Sitzung starten.",
};
