import type { composerStrings as english } from "../en/composer";
import { plural } from "./plural";

export const composerStrings: typeof english = {
  attach: "Datei anhängen",
  attachments: "Anhänge",
  removeAttachment: (name) => `${name} entfernen`,
  uploading: "wird hochgeladen…",
  notUploaded: "nicht hochgeladen",
  retryUpload: "Erneut versuchen",
  retryFirst: "Ein Anhang wurde nicht hochgeladen. Erst erneut versuchen oder entfernen.",
  tooLarge: (name, size, largest) => `${name} hat ${size}; erlaubt sind bis zu ${largest}.`,
  completions: "Vorschläge",
  resource: "Ressource dieses MCP-Servers, nach Adresse",
  restoreDraft: "Entwurf wiederherstellen",
  escRewinds: "Zum Zurückspulen noch einmal Esc drücken",
  takeSuggestion: (text) => `Vorschlag übernehmen: ${text}`,
  sendHint: "Senden (Enter)",
  busyHints: {
    steer: "Steuern (Enter), sofort senden (Strg+Enter) oder einreihen (Alt+Enter)",
    queue: "Einreihen (Enter) oder sofort senden (Strg+Enter)",
  },

  queue: {
    title: "Eingereihte Nachrichten",
    message: "Eingereihte Nachricht",
    save: "Speichern",
    steer: "Steuern",
    steerHint: "Steuern: Das Modell liest die Nachricht zwischen zwei Schritten",
    sendNow: "Sofort senden",
    sendNowHint: "Sofort senden: stoppt den laufenden Durchgang",
    edit: "Bearbeiten",
    moveUp: "Nach oben",
    moveDown: "Nach unten",
    withdraw: "Zurückziehen",
    held: (count) =>
      plural(count, { one: "1 Nachricht zurückgehalten", other: `${count} Nachrichten zurückgehalten` }),
    heldTitle: "Zurückgehaltene Nachrichten",
    send: "Angehaltene Nachricht senden",
    sendHeld: (count) => plural(count, { one: "Senden", other: "Alle senden" }),
    discard: "Verwerfen",
    discardHeld: (count) => plural(count, { one: "Verwerfen", other: "Alle verwerfen" }),
  },

  tasks: {
    progress: (done, all) => `${done} von ${all} erledigt`,
  },

  schedules: {
    title: "Geplant",
    next: (time) => `Nächster Lauf: ${time}`,
    nextUnknown: "Geplant",
    kinds: { cron: "Cron-Job", wakeup: "Weckzeit" },
    cancel: "Abbrechen",
    cancelHint: "Abbrechen: sendet Claude eine Nachricht mit dieser Bitte",
    cancelling: "Claude wurde gebeten, den Termin abzubrechen.",
  },

  side: {
    title: "Nebenfrage",
    heading: "Nebenfrage",
    note: "· die Arbeit läuft weiter, nichts davon bleibt im Verlauf",
    asking: "Anfrage läuft…",
    hint: "Frage an Claude",
    ask: "Fragen",
    noAnswer: "Keine Antwort vom Modell. Noch einmal fragen oder als Nachricht senden.",
    unknown: "Diese Version der CLI kennt keine Nebenfragen. Als Nachricht senden.",
  },

  line: {
    model: "Modell",
    noModel: "Modell",
    mode: "Berechtigungsmodus",
    effort: "Aufwand",
    noEffort: "Aufwand",
    effortByModel: "Vorgabe des Modells",
    context: (percentage) => `Kontext ${percentage} %`,
    contextHint: (used, total) =>
      total === undefined
        ? `${used} Token des Kontexts belegt`
        : `${used} von ${total} Token des Kontexts belegt`,
    cost: (dollars) => `Kosten ${dollars}`,
    costHint: "Kosten der Sitzung und des letzten Durchgangs",
  },

  modes: {
    default: "Erst fragen",
    acceptEdits: "Änderungen annehmen",
    plan: "Plan",
    dontAsk: "Nie fragen, ablehnen",
    auto: "Auto",
    bypassPermissions: "Umgehen",
    delegate: "Delegieren",
  },
};
