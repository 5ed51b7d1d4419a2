import type { limits as english } from "../en/limits";

export const limits: typeof english = {
  maxTurns: "Nichts ist verloren: Jede Nachricht darf wieder so viele Schritte brauchen.",
  maxBudget:
    "Die CLI wurde mit diesem Budget gestartet, jede weitere Nachricht würde sofort enden. Ohne Budget geht es weiter; das Budget der Sitzung bleibt in ihren Einstellungen.",
  cutOff: "Die Unterhaltung ist wieder vollständig und kann fortgesetzt werden.",
  goOn: "Fortsetzen",
  goOnWithoutBudget: "Ohne dieses Budget fortsetzen",
  message: "Mach dort weiter, wo du aufgehört hast.",
};
